"""The statements of a memory that says several things, each as if the others did not stand there.

`Use 4 spaces in SQL and lower-case keywords (the linter wants it).` gives two values and a reason. Each
is returned with blanks in the place of all the rest, so that places in it are places in the memory. Reasons,
brackets and the day since when something is so are set aside, and a change is read as what it led to.

Called by `restated`, for values and permissions.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from memtui.phrases import phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("own_statements.toml"), within="own_statements")
ASIDE, _BY_NOW, _BECAME = (_PHRASES[name].pattern for name in ("aside", "by_now", "became"))
"""A reason, or since when, behind what is said; and what tells of a change."""
_BRACKETS = re.compile(r"\([^()]{0,200}\)")
_SENTENCE = re.compile(r"[;.!?](?=\s|\Z)|\s[-–—]\s")
_COMMA = re.compile(r",\s")
_AND = re.compile(r"\s(?:and|but)\s")
_NARROWED = re.compile(
    r"(?:in|on|for|at|when|if|while|as|before|after|with|outside|under|during)\s", re.IGNORECASE
)
"""How a sentence begins that first says what it holds for: `For mail, …`."""


@lru_cache(maxsize=4096)
def sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of a text, without what stands beside what they say."""
    bare = _BRACKETS.sub(blanks, text)
    return tuple(_BECAME.sub(_is, _aside(each)) for each in _cut(bare, _SENTENCE) if each.strip())


@lru_cache(maxsize=4096)
def clauses(text: str) -> tuple[str, ...]:
    """Return the sentences of a text, and each of the clauses of those that have several."""
    found: dict[str, None] = {}
    for sentence in sentences(text):
        found[sentence] = None
        parts = [sentence] if _NARROWED.match(sentence.lstrip()) else list(_cut(sentence, _COMMA))
        for part in parts:
            found |= dict.fromkeys((part, *_cut(part, _AND)))
    return tuple(found)


def _aside(sentence: str) -> str:
    """Blank reasons and days behind a statement, up to the end of its clause or sentence."""
    return _BY_NOW.sub(blanks, ASIDE.sub(blanks, sentence))


def _cut(text: str, at: re.Pattern[str]) -> Iterator[str]:
    """Yield the parts of a text, each with blanks for all before it."""
    start = 0
    for match in at.finditer(text):
        yield " " * start + text[start : match.start()]
        start = match.end()
    yield " " * start + text[start:]


def blanks(match: re.Match[str]) -> str:
    """Return as many blanks as a match has characters."""
    return " " * len(match[0])


def _is(match: re.Match[str]) -> str:
    return "is".ljust(len(match[0]))
