"""Takes a planted instruction out of a list, so that the honest items beside it stay.

Agents keep whole lists of findings in one memory. Dropping it for one planted line would lose the others,
and keeping it for them would keep that line. Called when a card about such a memory is made.
"""

import re

from memtui.domain.proposal import Spans
from memtui.poison.finding import Suspicion, suspicion

_ITEM = re.compile(r"([ \t]*)(?:[-*+•]|\d{1,3}[.)])[ \t]+\S")
_MOST = 10
"""Items that are taken out at most: a list that holds more is no honest one."""


def items_to_cut(text: str, planted: Suspicion) -> Spans:
    """Return the items of a list without which `text` shows no sign of having been planted.

    `planted` is the first sign in `text`. Empty where a sign stands outside of an item, or no item would be
    left.
    """
    items = _items(text)
    cut: list[tuple[int, int]] = []
    sign: Suspicion | None = planted
    while sign is not None:
        at = _in_text(sign.start, cut), _in_text(sign.end - 1, cut)
        item = next((each for each in items if each[0] <= at[0] and at[1] < each[1]), None)
        if item is None or len(cut) == _MOST:
            return ()
        items.remove(item)
        cut = sorted([*cut, item])
        sign = suspicion(without(text, tuple(cut)))
    return tuple(cut) if items else ()


def without(text: str, cut: Spans) -> str:
    """Return `text` without some stretches of it, given in their order."""
    starts = [0, *(end for _, end in cut)]
    ends = [*(start for start, _ in cut), len(text)]
    return "".join(text[start:end] for start, end in zip(starts, ends, strict=True)).rstrip()


def _in_text(at: int, cut: list[tuple[int, int]]) -> int:
    """Return the place in a text that is at `at` once `cut` is taken out of it."""
    for start, end in cut:
        at += end - start if at >= start else 0
    return at


def _items(text: str) -> list[tuple[int, int]]:
    """Return the span of each list item in a text, with the lines indented below it."""
    items: list[tuple[int, int]] = []
    start = at = 0
    indent: int | None = None
    for line in [*text.splitlines(keepends=True), ""]:
        mark = _ITEM.match(line)
        inside = indent is not None and line.strip() and (mark is None or len(mark[1]) > indent)
        if indent is not None and not inside:
            items.append((start, at))
            indent = None
        if mark is not None and indent is None:
            start, indent = at, len(mark[1])
        at += len(line)
    return items
