"""What spellings of one statement have in common: for telling that a text which was dropped comes back.

Stronger than `domain.text.normalised`, which says when two memories are exact duplicates: here marks around
words don't count either. Nothing that means something does: signs of numbers and names (`-5`, `C++`, `!x`,
`*.py`, `__init__`) stay, and so do numbers, negations and question marks.
"""

import re
import unicodedata
from pathlib import Path

from memtui.phrases import phrases_in

_TYPOGRAPHIC = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛`´ʼ′", "'"),
        **dict.fromkeys("“”„‟«»″", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
    }
)
_BULLET = re.compile(r"(?:(?:[-*+•‣◦▪·>]|#{1,6}|\[[ xX]\]|\(?\d{1,2}[.)](?=\s+[A-Z\"']))\s+)+")
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3})([^\s*](?:[^*]*[^\s*])?)\1(?![\w*]|\.\w)")
_UNDERLINED = re.compile(r"(?<!\w)(_{1,2})([^\s_]+ [^_]*[^\s_])\1(?!\w)")
_CODE = re.compile(r"(?<!`)(`{1,3})([^`]+)\1(?!`)")
_WRAPPED = re.compile(r"([\"'])(.+)\1\.?")
_QUOTED = re.compile(r"(?<!\w)([\"'])((?:(?!\1).)+)\1(?!\w)")
_PAUSE = re.compile(r"[,;:](?= |$)|\.(?= )|(?<=\w) -+ (?=[^\W\d])")
_END = " .,;:…"
_SHOUT = re.compile(r"(?<=\w{3})!+$")
_UNSEEN = frozenset([0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0, *range(0x180B, 0x1810)])
_SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))


def plain(text: str) -> str:
    """Return a statement without what only decorates it; its letters keep their case."""
    if not text.isascii():
        text = "".join(char for char in text if not _is_unseen(char))
        text = unicodedata.normalize("NFKC", text)
    text = _CODE.sub(r"\2", " ".join(text.split())).translate(_TYPOGRAPHIC)
    text = _BULLET.sub("", text, count=1) if _BULLET.match(text) else text
    wrapped = _WRAPPED.fullmatch(text)
    text = wrapped[2] if wrapped else text
    for marks in (_EMPHASIS, _UNDERLINED, _QUOTED):
        text = marks.sub(r"\2", text)
    text = _PAUSE.sub(" ", text).rstrip(_END)
    return " ".join(_SHOUT.sub("", text).rstrip(_END).split())


def canonical(text: str) -> str:
    """Return what is equal for two spellings of one statement."""
    return plain(text).casefold() or text


def holds(whole: str, part: str) -> bool:
    """Say whether a statement holds all words of another in their order, and perhaps more.

    What stands before or after them may not change the sense: a negation, a question, or another clause.
    """
    first, second = canonical(whole), canonical(part)
    if first == second:
        return True
    if f" {second} " not in f" {first} ":
        return False
    rest = f" {first} ".replace(f" {second} ", " ", 1)
    return not whole.rstrip().endswith("?") and not _TURNS.search(rest)


_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="spelling")
_TURNS = _PHRASES["turns"].pattern
"""Words that can make a statement within another mean something else."""


def _is_unseen(char: str) -> bool:
    code = ord(char)
    return unicodedata.category(char) == "Cf" or code in _UNSEEN or any(code in some for some in _SELECTORS)
