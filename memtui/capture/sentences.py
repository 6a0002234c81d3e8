"""Splitting a text into sentences, with where each one stands.

The windows and the rule-based extractor use it. sentencex does the splitting: it knows the abbreviations
of many languages and reads 90 MB a second (syntok 1.6), and its wheels cover Linux and macOS on both
processors. Layout is settled here first, since no splitter knows it: a list item, heading or label ends
where the next one begins, a line broken for width goes on and one ended on purpose does not, and code and
tables hold no sentences (`rules.tables` reads those).
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from operator import and_
from pathlib import Path

from memtui.capture.printed_lines import Printed
from memtui.domain import roles
from memtui.phrases import lists_in


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a text: `text[start:end]`, without white space around it."""

    text: str
    start: int
    end: int
    paragraph: int
    """The number of its block of lines; a pronoun is not looked up across blocks."""


_FENCE = re.compile(r"^\s{0,3}(`{3,}|~{3,})")
_UNDERLINE = re.compile(r"(?:`{5,}|~{5,})\s*$")
"""A line under a title, as reStructuredText has it, that looks like the beginning of code."""
LIST_SIGNS = r"[-*+•–—▪·]\s+|\(?\d{1,3}[.)]\s+|[a-z][.)]\s+|[・●○■□◆◇※]\s*|\d{1,3}、\s*"
"""What an item of a list begins with."""
_NEW_BLOCK = re.compile(
    rf"^\s*(?:{LIST_SIGNS}|>\s+|#{{1,6}}\s|\[[ xX]\]\s"
    rf"|(?:\*\*)?(?:{roles.PERSON}|{roles.AGENT}|system)(?:\*\*)?\s*[:：]"
    r"|(?:\[[\d:., /-]{4,22}\]\s*)?(?:\*\*)?(?:(?-i:[^\W\d_a-zß-öø-ÿ\u3040-\u9fff])[\w'’-]{1,20}"
    r"(?: (?-i:[A-Z])[\w'’-]{1,20})?|[\u3040-\u30ff\u3400-\u9fff]{1,10})(?:\*\*)?(?: ?:(?:\*\*)?\s|：))",
    re.IGNORECASE,
)
"""The beginning of a block: a list mark, a heading, a speaker label."""
_HEADING = re.compile(r"\s{0,3}#{1,6}\s")
"""The mark of a heading, which ends with its line, whatever stands right below it."""
_QUOTE = re.compile(r"[ \t]{0,3}(?:>[ \t]?)+")
"""The marks of a quote, as deep as it is."""
QUOTED_ON = re.compile(r"\n[ \t]*(?:>[ \t]?)+")
"""The same where a quote goes on in the next line."""
QUESTION = re.compile(r"[?？]\W*$")
"""The end of a sentence that asks."""
_NO_PROSE = re.compile(
    r"^\s*(?:\||[-=*_~]{3,}+(?:\s++[-=*_~]{3,}+)*+\s*$|\$ |>>> |@@ |diff --git|[+-]{3} [ab]/"
    r"|\.\. [\w|]|:[\w-]+:(?:\s|$)|\[?!\[|(?:</?[a-zA-Z][\w-]*(?:\s[^<>\n]{0,200})?>\s*)+$)"
)
_BYLINE = re.compile(
    r"^[^.!?\n]{1,60}[·•|–—-]\s*(?:\d{4}-\d\d-\d\d|[A-Z][a-z]{2,8} \d{1,2},? \d{4})(?:[T ][\d:]+Z?)?\s*$"
)
"""A byline: a name or title, a separator and a date."""
_FRONT_MATTER = re.compile(
    r"---[ \t]*\n(?:[A-Za-z][\w-]{0,40}:[^\n]*\n|[ \t]+[^\n]*\n|#[^\n]*\n){1,40}---[ \t]*(?:\n|\Z)"
)
"""Fields before a text that programs read: `id: adr-004`."""
_CODE = re.compile(r"`[^`\n]{1,300}`")
_NUMBER = re.compile(r"(\s*(?:#{1,6}[ \t]+)?(?:\*\*)?\d{1,3})\.(?=\s)")
"""The number before a list item or heading, whose dot ends no sentence."""
_STARTS_ANEW = re.compile(r"[\"“„«(\[*_`]*[^\W_a-zß-öø-ÿ]")
"""The beginning of a line that may stand alone: a capital, a digit, or a script without capitals."""
_CARRIES_ON = (",", ";", ":", "-", "–", "—", "(", "&", "/")
_SLACK = 10
"""Characters by which a line may be shorter, besides the next word, and still count as full."""
_FULL = 50
"""Characters of a line that may have been broken for its width."""
_NOTES = 3
"""Short lines from which on they are notes; of two the second may go on."""
_LONGEST = 20_000
"""A longer line is cut: no sentence is so long, and the splitter should not get megabytes without a stop."""

_COMMON = {
    code: frozenset(common.words)
    for code, common in lists_in(Path(__file__).with_name("words.toml"), "function_words").items()
}
_SMALL = frozenset().union(*_COMMON.values())
"""Words that nobody ends a line with on purpose."""


_LETTERED = lists_in(Path(__file__).with_name("words.toml"), "lettered")["words"].words
_LETTER = re.compile(r"(?<![\w.])([^\W\d_]{3,12}) [A-Z]\.\s+(?=[^\W\d_a-zß-öø-ÿ])")
"""A word, a single capital with a full stop and a capital after it: an initial, or the end of a sentence."""
_ENDING = lists_in(Path(__file__).with_name("words.toml"), "ending")["words"].words
_NO_ABBREVIATION = re.compile(rf"(?<![\w.])(?:{'|'.join(_ENDING)})(?=\.\s+[^\W\d_a-zß-öø-ÿ])")
"""A word at the end of a sentence that the splitter takes for an abbreviation: `Never push for me. Ask …`."""
_BLOTTED = re.compile(r"\[redacted [\w ]{3,30}\]$")
"""A secret was blotted out at the end of a line: how wide it was cannot be told any more."""
LANGUAGES = {
    "de": "German", "en": "English", "es": "Spanish", "fr": "French", "it": "Italian", "nl": "Dutch",
    "pt": "Portuguese", "ja": "Japanese", "ko": "Korean", "zh": "Chinese", "ru": "Russian", "ar": "Arabic",
}  # fmt: skip
"""The names of the languages that `language_of` recognises."""
_WORDS = re.compile(r"[^\W\d_]+")
_HEAD = 4_000
"""Characters at the beginning of a text that tell its language."""
_CHANCE = 1
"""So many words of another language stand in an English text by chance: `per`, `die`."""
_SHOWING = 0.12
"""The share of a text's words that its language's commonest are, at least, where its letters are in doubt."""
_OF_ANOTHER = 0.01
"""The share of a text's letters that are not `_WRITTEN`, above which they are in doubt."""
_WRITTEN = frozenset("abcdefghijklmnopqrstuvwxyzäöüßàâæçéèêëîïôœùûÿñáíóúìòãõ")
"""The letters of the languages of which there are lists of common words."""
_SCRIPTS = (
    ("ja", re.compile(r"[\u3041-\u30ff]"), 0.1),
    ("ko", re.compile(r"[\uac00-\ud7a3]"), 0.3),
    ("zh", re.compile(r"[\u3400-\u9fff]"), 0.2),
    ("ru", re.compile(r"[\u0400-\u04ff]"), 0.3),
    ("ar", re.compile(r"[\u0600-\u06ff]"), 0.3),
)
"""The share of a text's letters in a script that shows its language; the surest first."""


def language_of(text: str) -> str:
    """Return the code of the language whose script or commonest words `text` uses most.

    `en` when it cannot be told. Ask about a whole text: a sentence says little.
    """
    head = text[:_HEAD]
    letters = sum(map(str.isalpha, head))
    for code, script, least in _SCRIPTS:
        if letters and len(script.findall(head)) >= least * letters:
            return code
    words = _WORDS.findall(head.lower())
    counts = {code: sum(word in common for word in words) for code, common in _COMMON.items()}
    best = max(counts, key=lambda code: counts[code])
    return best if counts[best] > max(counts["en"], _CHANCE) else "en"


def known_language_of(text: str) -> str:
    """Return the code of a text's language, as `language_of` does; empty for one that has no name here.

    Such a text has letters that the known languages do not write, and hardly any of their commonest words.
    """
    head = text[:_HEAD]
    code = language_of(head)
    if code not in _COMMON:
        return code
    words = _WORDS.findall(head.lower())
    others = sum(char.isalpha() and char not in _WRITTEN for word in words for char in word)
    common = sum(word in _COMMON[code] for word in words)
    foreign = others > max(_CHANCE, _OF_ANOTHER * sum(map(len, words)))
    return "" if foreign and common < _SHOWING * len(words) else code


def sentences(text: str, language: str | None = None) -> Iterator[Sentence]:
    """Yield the sentences of `text` in their order."""
    from sentencex import segment  # a compiled module: loaded when there is something to split

    language = language or language_of(text)
    for number, (start, end) in enumerate(blocks(text)):
        position = start
        for piece in _behind_letters(_whole(segment(language, _flat(text[start:end])))):
            length = len(piece)
            stripped = piece.strip()
            if stripped:
                first = position + len(piece) - len(piece.lstrip())
                last = position + len(piece.rstrip())
                yield Sentence(text[first:last], first, last, number)
            position += length


def _behind_letters(pieces: Iterable[str]) -> Iterator[str]:
    """Cut behind a letter that ends a sentence and is no initial: `in size L. Nora agrees`."""
    for piece in pieces:
        start = 0
        for letter in _LETTER.finditer(piece):
            if letter[1].lower() in _LETTERED:
                yield piece[start : letter.end()]
                start = letter.end()
        yield piece[start:]


def _whole(pieces: Iterable[str]) -> Iterator[str]:
    """Join sentences that nothing separates: the dot in `./` ends none."""
    held = ""
    for piece in pieces:
        if held and not (held[-1].isascii() and not held[-1].isspace() and not piece[:1].isspace()):
            yield held
            held = ""
        held += piece
    if held:
        yield held


def blocks(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of `text` that are prose: paragraphs, list items, headings, turns."""
    position = 0
    start = end = 0
    fence = ""
    printed = Printed()
    front = _FRONT_MATTER.match(text)
    read_from = front.end() if front is not None else 0
    above = ""
    quoted = 0
    under_heading = False
    for line in text.splitlines(keepends=True):
        line_start, position = position, position + len(line)
        if position <= read_from:
            continue
        under, above = above.strip(), line
        titled = bool(under) and not fence and _UNDERLINE.match(line) is not None
        marker = None if titled else _FENCE.match(line)
        code = bool(fence) or titled
        if marker is not None and (not fence or marker[1].startswith(fence)):
            fence, code = ("" if fence else marker[1]), True
        depth, said = _unquoted(line)
        deeper, quoted = depth != quoted, depth
        prose = bool(said.strip()) and not (printed.takes(said) or code)
        prose = prose and not _NO_PROSE.match(line) and not _BYLINE.match(line)
        begins = _NEW_BLOCK.match(said) is not None and not _goes_on(under, said)
        if start != end and (not prose or deeper or begins or under_heading):
            yield from _lines_apart(text, start, end)
            start = end = 0
        under_heading = _HEADING.match(said) is not None
        if prose:
            if start == end:
                start = line_start
            end = position
    if start != end:
        yield from _lines_apart(text, start, end)


def _goes_on(above: str, line: str) -> bool:
    """Say whether a line that begins like one with a label is in the middle of a sentence of a full line."""
    if len(above) < _FULL or not line.lstrip()[:1].isalpha():
        return False
    return above.endswith(",") or above.split()[-1].lower() in _SMALL


def _unquoted(line: str) -> tuple[int, str]:
    """Return how deep a line is quoted, and the line without the marks of that."""
    marks = _QUOTE.match(line)
    return (0, line) if marks is None else (marks[0].count(">"), line[marks.end() :])


def _lines_apart(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of a block, cut behind each line that was ended on purpose and not for its width.

    A line with room left for the next word was ended on purpose. When most candidates were, the others are
    taken as ended too: they are as long as the longest by chance. Three lines and more of which none is long
    enough to be broken were ended on purpose also where they begin with small letters, as the first does.
    """
    lines = text[start:end].splitlines(keepends=True)
    width = max(len(line.rstrip()) for line in lines)
    pairs = [(line.rstrip(), _unquoted(following)[1].lstrip()) for line, following in pairwise(lines)]
    roomy = [_had_room(line, following, width) for line, following in pairs]
    first = _unquoted(lines[0])[1].lstrip()
    notes = (
        len(lines) >= _NOTES and width < _FULL and not (_STARTS_ANEW.match(first) or _NEW_BLOCK.match(first))
    )
    deliberate = [_may_begin(line, following, notes) for line, following in pairs]
    short = sum(map(and_, roomy, deliberate))
    position = start
    for at, line in enumerate(lines[:-1]):
        position += len(line)
        if deliberate[at] and (notes or roomy[at] or 2 * short >= len(pairs) > 1):
            yield from _pieces(start, position)
            start = position
    yield from _pieces(start, end)


def _had_room(line: str, following: str, width: int) -> bool:
    if _BLOTTED.search(line):
        return True
    words = following.split(maxsplit=1)
    return bool(words) and width - len(line) > len(words[0]) + _SLACK


def _may_begin(line: str, following: str, notes: bool) -> bool:
    """Say whether a statement may end with a line and the next begin another: in notes in small letters."""
    if not line or line.endswith(_CARRIES_ON) or not (notes or _STARTS_ANEW.match(following)):
        return False
    return line.rsplit(maxsplit=1)[-1].lower() not in _SMALL


def _pieces(start: int, end: int) -> Iterator[tuple[int, int]]:
    for first in range(start, end, _LONGEST):
        yield first, min(first + _LONGEST, end)


def _flat(text: str) -> str:
    """Return `text` as the splitter gets it, of the same length: no sentence ends in code or with a line."""
    numbered = _NUMBER.match(text)
    if numbered is not None:
        text = f"{numbered[1]}){text[numbered.end() :]}"
    text = _NO_ABBREVIATION.sub(lambda word: "its"[: len(word[0])], text)
    if "`" in text:
        text = _CODE.sub(lambda code: "`" + "x" * (len(code[0]) - 2) + "`", text)
    if ">" in text:
        text = QUOTED_ON.sub(lambda marks: " " * len(marks[0]), text)
    return text.replace("\n", " ").replace("\r", " ")
