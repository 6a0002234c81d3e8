"""What a statement is judged by that stands under headings of its file: its own words, the headings aside.

`Misc: Let me know if you need anything else!` is judged as what stands behind the colon. Headings are
context, and of three sorts. Most name a topic: `Conventions`, `Notes on testing`. Some turn the sense of
what is below them: `Don't`, `Phrases to avoid`. And some say of what, where or when it holds: `Staging`,
`v2`, `Since 2025`, `DHL`. Under two of those the same words are said of two things, so a heading that is not
known for a topic stays with the words below it.
"""

import re
from collections.abc import Iterable
from enum import Enum, auto
from pathlib import Path

from memtui.domain.headings import JOINT, statement_at
from memtui.domain.memory import Memory
from memtui.language.noted import done_again, said_from
from memtui.phrases import lists_in

_LISTS = lists_in(Path(__file__).with_name("headed.toml"), "lists")
_TOPICS, _FILLING, _APART, _TURNING = (
    frozenset(_LISTS[name].words) for name in ("topics", "filling", "apart", "turning")
)
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*+|&")
_FIGURE = re.compile(r"\d")
_DAY = re.compile(r"(?:19|20)\d\d|\d{1,2}[./]\d{1,2}[./]\d")


class _Sort(Enum):
    """What a heading does to the statements below it."""

    TOPIC = auto()
    NAMING = auto()
    """It may name the thing that they are about, or the day on which they were written."""
    APART = auto()
    """They hold of one place, version or time."""
    TURNING = auto()
    """It is part of their sense."""


def own_words_at(memory: Memory) -> int:
    """Return where the words begin by which a single memory is judged: behind its headings, unless those
    turn its sense.
    """
    at = statement_at(memory)
    return at if at and _Sort.TURNING not in map(_sort, _names(memory)) else 0


def below_topics_at(memory: Memory) -> int:
    """Return where the words of a memory begin if topics are all it stands under; 0 where they are not."""
    at = statement_at(memory)
    return at if at and set(map(_sort, _names(memory))) == {_Sort.TOPIC} else 0


def held_against(one: Memory, other: Memory) -> tuple[int, int] | None:
    """Return where the words of two memories begin that are held against each other; None when their headings
    say that they are of two things, or a log says one thing of two days.

    When they were noted is aside. Topics are aside, and so is what both stand under besides. What has one
    narrow subject, known by the heading right above, is much alike by that alone, so there it stays.
    """
    starts = _below_headings(one, other)
    if starts is None or done_again(one.text[starts[0] :], other.text[starts[1] :]):
        return None
    return said_from(one.text, starts[0]), said_from(other.text, starts[1])


def narrows(headings: Iterable[str]) -> bool:
    """Say whether a statement would say something else below these headings: one turns its sense, or says of
    what, where or when it holds.
    """
    return not {_Sort.TURNING, _Sort.APART}.isdisjoint(_sort(_bare(name)) for name in headings)


def _below_headings(one: Memory, other: Memory) -> tuple[int, int] | None:
    first, second = statement_at(one), statement_at(other)
    if not first and not second:
        return 0, 0
    here, there = _names(one), _names(other)
    left = {_sort(name) for name in here if name not in there}
    right = {_sort(name) for name in there if name not in here}
    if _Sort.APART in left and _Sort.APART in right:
        return None
    if _Sort.TURNING in left and _Sort.TURNING in right and not _alike(one.text[first:], other.text[second:]):
        return None
    topics = {_Sort.TOPIC}
    return (
        first if here and left | {_sort(here[-1])} == topics else 0,
        second if there and right | {_sort(there[-1])} == topics else 0,
    )


def _alike(one: str, other: str) -> bool:
    """Say whether two statements are the same but for what a heading says of them."""
    return one.strip(" .!").casefold() == other.strip(" .!").casefold()


def _names(memory: Memory) -> list[str]:
    """Return the headings over a memory, without emphasis and case."""
    section = memory.provenance.get("section")
    names = section.split(JOINT) if isinstance(section, str) else []
    return [_bare(name) for name in names if name]


def _bare(name: str) -> str:
    return name.strip("*_` ").casefold()


def _sort(name: str) -> _Sort:
    words = [word for word in _WORD.findall(name.replace("’", "'")) if word not in _FILLING]
    if not _TURNING.isdisjoint(words):
        return _Sort.TURNING
    if not _APART.isdisjoint(words) or (_FIGURE.search(name) and not _DAY.search(name)):
        return _Sort.APART
    return _Sort.TOPIC if _TOPICS.issuperset(words) else _Sort.NAMING
