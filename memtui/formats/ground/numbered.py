"""Tells a numbered list of rules or decisions, each a memory of its own, from steps, which are one memory.

Steps say little without the others, and their order counts. A list is one of memories where the words above
it name what each of its items is (`Rules:`, `## Decisions`), or where its items have titles and tell more
than a step does; never where the words nearest to it speak of an order. That holds for nearly any of its
items, so that dropping one seldom changes what the others are.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from memtui.formats.ground.labels import HEADING, is_item, is_rule
from memtui.phrases import phrases_in

NUMBER = re.compile(r"\d{1,3}[.)]\s+(?=\S)")
TITLED_NUMBER = re.compile(r"\d{1,3}[.)]\s+(?:\*\*|__)\S")
"""Begins an item that has a title of its own."""
_WORDING = Path(__file__).with_name("wording.toml")
_EACH_IS_ONE = phrases_in(_WORDING)["each_is_one"].pattern
_IN_ORDER = phrases_in(_WORDING)["in_order"].pattern
_SAYS_SOMETHING = 24
"""Bytes of an item, its number among them, that is more than a name. Chosen, as the next ones."""
_MORE_THAN_A_STEP = 200
_OFTEN = 3
"""One item of so many has to be that long."""
_FEWEST = 2


@dataclass(frozen=True, slots=True)
class _Items:
    starts: tuple[int, ...]
    end: int


def memories_of_their_own(lines: Sequence[str], code: Sequence[bool]) -> frozenset[int]:
    """Return where numbered items begin that are memories of their own; `code` says which lines are code."""
    apart: list[int] = []
    heading = above = ""
    at = 0
    while at < len(lines):
        line = lines[at]
        if code[at] or not line.strip():
            at += 1
        elif NUMBER.match(line.lstrip()):
            items = _list_at(lines, code, at)
            if _is_of_memories(lines, items, (above, heading)):
                apart += items.starts
            at = items.end
        else:
            match = HEADING.match(line)
            heading = match[2] if match else heading
            above = "" if match else line
            at += 1
    return frozenset(apart)


def _list_at(lines: Sequence[str], code: Sequence[bool], start: int) -> _Items:
    """Return the items of the list whose first one begins at `start`."""
    margin = _margin(lines[start])
    starts = [start]
    at = start + 1
    blank = False
    while at < len(lines):
        line = lines[at]
        if code[at] or not line.strip():
            blank = not code[at]
        elif HEADING.match(line) or is_rule(line):
            break
        elif _margin(line) <= margin:
            if NUMBER.match(line.lstrip()) and _margin(line) == margin:
                starts.append(at)
            elif blank or is_item(line):
                break
            blank = False
        else:
            blank = False
        at += 1
    return _Items(tuple(starts), at)


def _is_of_memories(lines: Sequence[str], items: _Items, above: tuple[str, str]) -> bool:
    """Say whether the items of a list are a memory each.

    `above` are the line before it and its heading; the first that speaks of an order, or of what each item
    is, counts.
    """
    if len(items.starts) < _FEWEST:
        return False
    sizes = list(_sizes(lines, items))
    for words in above:
        if _IN_ORDER.search(words):
            return False
        if _EACH_IS_ONE.search(words):
            return _often(size >= _SAYS_SOMETHING for size in sizes)
    titled = all(TITLED_NUMBER.match(lines[at].lstrip()) for at in items.starts)
    return titled and _often(size >= _MORE_THAN_A_STEP for size in sizes)


def _often(told: Iterator[bool]) -> bool:
    """Say whether one of so many is true."""
    each = list(told)
    return sum(each) * _OFTEN >= len(each)


def _sizes(lines: Sequence[str], items: _Items) -> Iterator[int]:
    """Yield how many bytes each item has."""
    for start, end in zip(items.starts, (*items.starts[1:], items.end), strict=True):
        yield sum(len(line.strip().encode("utf-8", "replace")) for line in lines[start:end])


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())
