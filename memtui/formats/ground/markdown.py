"""Markdown taken apart into statements; used by every reader of markdown.

A statement is a bullet with what is indented below it, a whole numbered list, a row of a table of records
(`tables`), or a paragraph with the code that follows it. It is given its heading as context: "Deploys" above
"run `make ship`" makes "Deploys: run `make ship`". Line numbers are those of the file, so that whoever
writes back finds the lines a statement came from.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from memtui.domain.scope import ScopeError, normalise
from memtui.formats.ground.closing import closing_rule
from memtui.formats.ground.fences import in_code
from memtui.formats.ground.frontmatter import Head, opening
from memtui.formats.ground.labels import CHECK, is_rule, label
from memtui.formats.ground.numbered import NUMBER, TITLED_NUMBER, memories_of_their_own
from memtui.formats.ground.tables import begins_a_table, row_text, table_at
from memtui.formats.ground.underlined import with_marks

COLONS = (":", "：")
"""What ends a line that introduces others."""
_MAX_CONTEXT = 200
"""Characters of a heading that are put before each statement below it."""
_HEADING = re.compile(r"(#{1,6})\s+(.*)")
_BULLET = re.compile(r"^[-*+]\s+(?=\S)")
_LEAD = re.compile(r"^(?:[-*+]|#{1,6})\s+(?=\S)")
_NOTHING = frozenset({"", "*", "-", "+"})
"""Lines without a word: a bullet that nobody has filled in is one."""
_FENCE = re.compile(r"\s*(?:```|~~~)")
_CODE = re.compile(r"\s*(?:```|~~~)\s*\w")
"""Opens code in a language that it names."""
_SCOPE = re.compile(r"In `(/[^`]*)`")
_IN_BRACKETS = re.compile(r"(?:\[[ xX]?\]\s+)?(?:\[[^\[\]\n]+\][:,.]?\s*)+")
_WORDS_IN_BRACKETS = re.compile(r"\[(?:[^\W\d][^\[\] ]* [^\[\]]+|none|n/a|tbd)\]", re.IGNORECASE)
"""Words, since what is a single one may be a reference: `[ADR-7]`."""
_ALL_IT_KEEPS = re.compile(r"(?:Gemini|Qwen) Added Memories")
"""What an agent's program writes above whatever it is told to remember: it says nothing of any of it."""
_GROUP = re.compile(r"# Task Group:")
"""A title that names a part, as Codex has it: context also where there is only one part."""
_BOLD_TITLE = re.compile(r"(\*\*|__)[^*_.!?。！？\n]{1,60}\1")
"""A line that stands in bold for a heading; a sentence has its full stop."""
_TO_HEADING = r"\[[^\[\]\n]*\]\(#[^()\s]*\)"
_TO_NOTES = r"!?\[\[[^\[\]\n]+\]\](?:[\s,;|·]*+\[\[[^\[\]\n]+\]\])*+"
_TO_PLACE = re.compile(rf"(?:\s*(?:[-*+]|\d{{1,3}}[.)])\s)?\s*(?:{_TO_HEADING}|{_TO_NOTES})\s*")
"""A line with a link to a heading, or with links to other notes, and nothing else."""
"""A link to a heading of its own page."""
_ITALIC = re.compile(r"([*_])(?![*_])[^*_\n].*(?<![*_])\1")
_MOST_OF_FOOTER = 2
_SEVERAL_SECTIONS = 3
_WORD = re.compile(r"\w+")
_BEFORE_SUBJECT = 12
"""Characters before the heading that a text begins with: marks, and an article."""
_WITHOUT_BLANKS = "\u2e7f"
"""Signs above it are of scripts without blanks between words."""
_PLACE = re.compile(r"(?:<[^<>\n]+>|\[[^\[\]\n]+\]|\{[^{}\n]+\})?")
_DOTS = re.compile(r"\s*+(?:[-*+]\s*+)?(?:\.{3}|…)\s*+")
_UNFILLED = re.compile(r"[^\w{]*+[\w ]{0,40}+:?\s*+\{\{\s*[A-Z_]+\s*\}\}\W*")
_STAND_IN = re.compile(
    r"([*_]{0,3})\([^()`\n]*\)\.?\1|([*_])\w+\.?\2|[*_]{0,3}(?:none|n/a|tbd)(?: yet)?\.?[*_]{0,3}",
    re.IGNORECASE,
)
"""What stands where nothing is yet: all of it in parentheses and no code, or one word in italics."""


@dataclass(frozen=True)
class Block:
    """Lines that belong together."""

    line: int
    """Its first line, from 1; it has as many as `lines`, one after the other."""
    headings: tuple[str, ...]
    """From the outermost in; the document's title is none of them."""
    lines: list[str]
    whole: bool = False
    """Whether it is a record of several parts, which stay as they are laid out."""
    columns: tuple[str, ...] = ()
    """Of the table that it is a row of; none for all else."""
    footer: bool = False
    """Whether the page says it of itself: in italics below its last rule, or below each of its headings."""

    @cached_property
    def text(self) -> str:
        """The lines without their bullet and common indentation; of a record without what marks its title.

        Of a row, a line for each of its cells.
        """
        first, rest = self.lines[0], self.lines[1:]
        if self.columns:
            return row_text(self.columns, first)
        if self.whole:
            return "\n".join([_LEAD.sub("", first.lstrip(), count=1), *rest]).strip()
        margin = min((len(line) - len(line.lstrip()) for line in rest if line.strip()), default=0)
        return "\n".join(
            [_BULLET.sub("", first.lstrip(), count=1), *(line[margin:] for line in rest)]
        ).strip()

    @property
    def readable(self) -> list[str]:
        """The lines as they are to be read: of a row, those of its cells."""
        return self.text.split("\n") if self.columns else self.lines

    @property
    def statement(self) -> str:
        """The text with the headings that are not what it begins with itself."""
        missing = [
            name
            for name in self.headings
            if not _is_subject(name, self.text)
            and not _SCOPE.fullmatch(name)
            and not _ALL_IT_KEEPS.fullmatch(name)
        ]
        separator = ":\n" if "\n" in self.text else ": "
        return separator.join([" › ".join(missing), self.text]) if missing else self.text

    @property
    def scope(self) -> str:
        """The scope in a heading such as "In `/project/atlas`", as exports write it; empty without one."""
        named = (match[1] for name in reversed(self.headings) if (match := _SCOPE.fullmatch(name)))
        try:
            return normalise(next(named, ""))
        except ScopeError:
            return ""


@dataclass(frozen=True, slots=True)
class _Label:
    """A line that introduces those below it."""

    margin: int
    """How far it is indented; -1 for one that is no bullet."""
    name: str
    first: str
    """The first line that it introduces."""

    def introduces(self, line: str) -> bool:
        """Say whether it introduces an item too: a list of bullets behind its numbered one is another."""
        same_kind = bool(NUMBER.match(line.lstrip())) == bool(NUMBER.match(self.first.lstrip()))
        return same_kind or _margin(line) != _margin(self.first)


@dataclass(frozen=True, slots=True)
class _Page:
    """The lines of a page, and what is known of each of them."""

    lines: list[str]
    code: Sequence[bool]
    """Whether a line is code or its fence."""
    apart: frozenset[int]
    """Where numbered items begin that are memories of their own."""

    def following(self, at: int) -> int:
        """Return the index of the first line after `at` that is not blank, or the number of lines."""
        rest = range(at + 1, len(self.lines))
        return next((index for index in rest if self.lines[index].strip()), len(self.lines))


_LONGEST_WITH_LIST = 1_200
"""Characters that a paragraph and its list have together to be one statement."""


_MOST_LINES_OF_STEP = 60
"""Lines that are looked through for the end of a numbered item."""


def statements(text: str) -> tuple[Head, list[Block]]:
    """Return the frontmatter of a document and its statements, with the lines they have in the file."""
    head, start = opening(text)
    return head, list(blocks("\n" * start + "\n".join(text.split("\n")[start:])))


def blocks(text: str) -> Iterator[Block]:
    """Yield the statements of a document without frontmatter, in order.

    A line that only introduces the bullets below it, such as `Ports:`, is context like a heading.
    """
    lines = text.split("\n")
    code = in_code(lines)
    lines = with_marks(lines, code)
    page = _Page(lines, code, memories_of_their_own(lines, code))
    titles = [line for line, inside in zip(lines, code, strict=True) if line.startswith("# ") and not inside]
    several_titles = len(titles) > 1 or any(map(_GROUP.match, titles))
    headings: list[tuple[int, str]] = []
    labels: list[_Label] = []
    closing, guidance = closing_rule(lines), _guidance(page)
    at = 0
    while at < len(lines):
        line = lines[at].rstrip()
        heading = _HEADING.match(line)
        if heading:
            level, name = len(heading[1]), _heading_name(heading[2])
            headings = [outer for outer in headings if outer[0] < level]
            if level > 1 or several_titles:
                headings.append((level, name))
            labels = []
        if is_rule(line) and (footer := _footer(lines, at)):
            yield from (Block(place + 1, (), [lines[place]], footer=True) for place in footer)
            return
        if is_rule(line):
            labels = []
        if at == closing:
            headings = []
        if heading or line.strip() in _NOTHING or is_rule(line):
            at += 1
            continue
        if line.startswith("<!--"):
            at = next((end for end in range(at, len(lines)) if "-->" in lines[end]), len(lines)) + 1
            continue
        if at in guidance:
            yield Block(at + 1, tuple(name for _, name in headings), [lines[at]], footer=True)
            at += 1
            continue
        table = table_at(lines, at)
        if table is not None:
            context = (*(name for _, name in headings), *(one.name for one in labels))
            rows = (
                Block(row + 1, context, [lines[row]], columns=table.names)
                for row in range(table.start, table.end)
            )
            yield from (row for row in rows if row.text)
            at = table.end
            continue
        end = _end(page, at)
        margin = _margin(line) if _is_item(line) or begins_a_table(lines, at) else -1
        labels = [label for label in labels if label.margin < margin and label.introduces(line)]
        context = (*(name for _, name in headings), *(one.name for one in labels))
        block = Block(at + 1, context, lines[at:end])
        introducing = _is_label(page, at)
        if introducing:
            labels.append(_Label(margin, _label_name(block.text), lines[page.following(at)]))
        if not introducing or len(block.text) > _MAX_CONTEXT:
            yield block
        at = end


def _guidance(page: _Page) -> frozenset[int]:
    """Return the lines in italics below headings that say what to write there, as templates have them: where
    several sections open with one.
    """
    titles = (at for at, line in enumerate(page.lines) if _HEADING.match(line) and not page.code[at])
    below = (page.following(at) for at in titles)
    alone = (at for at in below if at < len(page.lines) and not "".join(page.lines[at + 1 : at + 2]).strip())
    opening = frozenset(at for at in alone if _ITALIC.fullmatch(page.lines[at].strip()))
    return opening if len(opening) >= _SEVERAL_SECTIONS else frozenset()


def _is_subject(name: str, text: str) -> bool:
    """Say whether a text begins by naming a heading, as in `The till beeps` below `Till`."""
    opening = text[: len(name) + _BEFORE_SUBJECT].casefold()
    before, found, _ = opening.partition(name.casefold())
    at = len(before)
    behind = text[at + len(name) : at + len(name) + 1]
    apart = not name[-1:].isalnum() or not behind.isalnum() or behind > _WITHOUT_BLANKS
    return bool(found) and apart and len(_WORD.findall(before)) <= 1


def _footer(lines: list[str], rule: int) -> list[int]:
    """Return the lines behind a rule that are all in italics, if they are the last and few."""
    rest = [at for at in range(rule + 1, len(lines)) if lines[at].strip()]
    italic = len(rest) <= _MOST_OF_FOOTER and all(_ITALIC.fullmatch(lines[at].strip()) for at in rest)
    return rest if italic else []


def _end(page: _Page, start: int) -> int:
    """Return where the statement that begins at `start` ends, blank lines behind it left out."""
    if _is_label(page, start):
        return start + 1
    end = _end_of_block(page, start)
    return end if _is_item(page.lines[start]) else _end_of_its_list(page, start, end)


def _end_of_its_list(page: _Page, start: int, paragraph: int) -> int:
    """Return where the list ends that a paragraph of several lines opens with a colon, if it is a short one.

    The sentence is none without its list. `paragraph` is where the paragraph ends: returned otherwise.
    """
    lines = page.lines
    if not lines[paragraph - 1].rstrip().rstrip("*_").endswith(COLONS):
        return paragraph
    end, following = paragraph, page.following(paragraph - 1)
    while following < len(lines) and _is_item(lines[following]) and following not in page.apart:
        end = _end_of_block(page, following)
        following = page.following(end - 1)
    return end if sum(map(len, lines[start:end])) <= _LONGEST_WITH_LIST else paragraph


def _end_of_block(page: _Page, start: int, last: int = sys.maxsize) -> int:
    """Return where the block ends that begins at `start`, or a line from `last` on where it goes on there."""
    lines = page.lines
    margin, item = _margin(lines[start]), _is_item(lines[start])
    at = start + 1
    while at < min(len(lines), last):
        line = lines[at]
        if page.code[at]:
            pass
        elif not line.strip():
            following = page.following(at)
            if following == len(lines):
                return at
            if page.code[following] and not page.code[at - 1]:
                if _form("\n".join(lines[following : _end_of_code(page, following)])):
                    return at
                at = following
                continue
            inside = item and _margin(lines[following]) > margin
            chapters = TITLED_NUMBER.match(lines[start]) and TITLED_NUMBER.match(lines[following])
            if not inside and (chapters or not _goes_on(page, start, following)):
                return at
            at = following
            continue
        elif _stands_apart(page, start, at):
            return at
        at += 1
    return at


def _stands_apart(page: _Page, start: int, at: int) -> bool:
    """Say whether a line that is neither blank nor code ends the block that begins at `start`."""
    line, first = page.lines[at], page.lines[start]
    if _HEADING.match(line) or is_rule(line) or table_at(page.lines, at) is not None:
        return True
    deeper = _is_item(first) and _margin(line) > _margin(first)
    return not deeper and _is_item(line) and not _goes_on(page, start, at)


def _goes_on(page: _Page, start: int, at: int) -> bool:
    """Say whether a line is the next number of the list that begins at `start` and is one memory."""
    both = (page.lines[start], page.lines[at])
    return at not in page.apart and all(NUMBER.match(line.lstrip()) for line in both)


def _end_of_code(page: _Page, start: int) -> int:
    """Return where code ends that begins at `start`."""
    return next((at for at in range(start, len(page.lines)) if not page.code[at]), len(page.lines))


def _is_label(page: _Page, at: int) -> bool:
    """Say whether the line only introduces bullets or rows: it ends in a colon and they follow."""
    lines, following = page.lines, page.following(at)
    if following == len(lines):
        return False
    if not introduces(lines[at]) or at in page.apart:
        return False
    if not _is_item(lines[following]):
        short = len(lines[at]) <= _MAX_CONTEXT
        return not _is_item(lines[at]) and short and begins_a_table(lines, following)
    if _is_short_step(page, at):
        return False
    return not _is_item(lines[at]) or _margin(lines[following]) > _margin(lines[at])


def _is_short_step(page: _Page, at: int) -> bool:
    """Say whether a line is a numbered item that is short with all that is indented below it: that says how
    the step is done.
    """
    if not NUMBER.match(page.lines[at].lstrip()):
        return False
    last = at + _MOST_LINES_OF_STEP
    end = _end_of_block(page, at, last)
    return end < last and sum(map(len, page.lines[at:end])) <= _LONGEST_WITH_LIST


def _heading_name(text: str) -> str:
    """Return the start of a heading, without emphasis and the closing hashes that some write behind it."""
    opened = text.rstrip("#")
    bare = (opened if opened.endswith((" ", "\t")) else text).strip("*_ \t")
    name = (bare.rstrip("".join(COLONS)).rstrip() or bare)[:_MAX_CONTEXT]
    return name.encode("utf-8", "replace").decode()


def _label_name(text: str) -> str:
    """Return the words of a line that introduces others, without emphasis that is all around them."""
    name = text.rstrip(":：").strip("*_` ").rstrip(":：")
    whole = name.count("**") % 2 == 0 and name.count("`") % 2 == 0
    return _shortened(name if whole else text.rstrip(":：").strip())


def _shortened(name: str) -> str:
    """Return a name as long as context may be, without a cut word."""
    if len(name) <= _MAX_CONTEXT:
        return name
    start = name[: _MAX_CONTEXT - 1]
    words = start.rpartition(" ")[0] if not name[_MAX_CONTEXT - 1].isspace() else start
    return f"{words or start}…"


def _is_item(line: str) -> bool:
    bare = line.lstrip()
    return bool(_BULLET.match(bare) or NUMBER.match(bare) or CHECK.match(bare))


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())


def is_unfilled(text: str) -> bool:
    """Say whether a statement is a place in a template: `Name: {{NAME}}`, `[What it does]`, `_none_`.

    So is a record whose parts have names and nothing behind them.
    """
    if _UNFILLED.fullmatch(text) or _STAND_IN.fullmatch(text):
        return True
    return _in_brackets(text) or _empty(text) or _form(text) or _only_headed(text)


def only_links(text: str) -> bool:
    """Say whether a statement is nothing but links to headings or to notes (`[[Cups]]`)."""
    lines = [line for line in text.split("\n") if line.strip()]
    return ("](#" in text or "[[" in text) and all(_TO_PLACE.fullmatch(line) for line in lines)


def introduces(line: str) -> bool:
    """Say whether a line that has a list or table below it only introduces that."""
    bare = line.rstrip()
    return bare.rstrip("*_").endswith(COLONS) or _BOLD_TITLE.fullmatch(bare) is not None


def _in_brackets(text: str) -> bool:
    opened = label(text)
    value = opened[1] if opened is not None else text
    return bool(_IN_BRACKETS.fullmatch(value) and _WORDS_IN_BRACKETS.search(value))


def _form(text: str) -> bool:
    """Say whether a text is fenced and has places for words and no words, behind labels or as bullets."""
    if not _FENCE.match(text) or _CODE.match(text):
        return False
    inner = [line for line in text.split("\n")[1:] if line.strip() and not _FENCE.match(line)]
    parts = [known for line in inner if (known := label(line)) is not None]
    places = sum(_DOTS.fullmatch(line) is not None for line in inner)
    only_places = places > 1 and all(_DOTS.fullmatch(line) or _HEADING.match(line) for line in inner)
    return only_places or (len(parts) > 1 and all(_PLACE.fullmatch(said) for _, said in parts))


def _only_headed(text: str) -> bool:
    """Say whether a record has headings and nothing below them, or a place for its title."""
    first, _, below = text.partition("\n")
    rest = [line for line in below.split("\n") if line.strip()]
    headed = any(_HEADING.match(line) for line in rest)
    bare = all(_HEADING.match(line) or line.strip() in _NOTHING or is_rule(line) for line in rest)
    return headed and (bare or (first[:1] == "<" and _PLACE.fullmatch(first) is not None))


def _empty(text: str) -> bool:
    parts = [label(line) for line in text.split("\n")[1:] if line.strip()]
    return len(parts) > 1 and all(part is not None and not part[1] for part in parts)
