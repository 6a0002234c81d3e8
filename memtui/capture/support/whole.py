"""A text that statements are held against, of which no more is read than they ask for.

A long text names thousands of days and numbers, and finding them all takes longer than all else that is done
before its first fact. What a statement is asked for stands near its quote, or further up, nearly always.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import replace
from datetime import date
from typing import NamedTuple, TypeVar

from memtui.language.periods import Mention, mentions

_PIECE = 4_000
"""Characters that are read at once, in some hundredths of a second."""

Found = TypeVar("Found")


class Stretch(NamedTuple):
    """A part of a text that was written on one day."""

    start: int
    end: int
    day: date


def pieces(text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
    """Yield the parts of a text that are read at once, one after another, each up to the end of a line."""
    end = len(text) if end is None else end
    while start < end:
        line = text.find("\n", start + _PIECE, start + 2 * _PIECE) + 1
        there = min(line or start + 2 * _PIECE, end)
        yield start, there
        start = there


class Whole:
    """The days of a text, found where they are asked for."""

    def __init__(
        self,
        text: str,
        written: Sequence[Stretch],
        find: Callable[[str, date], Sequence[Mention]] = mentions,
    ) -> None:
        """Take a text and when its stretches were written, in their order; `find` finds the days in one."""
        self.text = text
        self._find = find
        self._pieces = [
            Stretch(*span, each.day) for each in written for span in pieces(text, each.start, each.end)
        ]
        self._starts = [each.start for each in self._pieces]
        self._read: dict[int, list[Mention]] = {}
        """The days of each piece that was read."""
        self._days: dict[tuple[date, date, bool], Mention] = {}
        """Each stretch of days that was met, once: a long text names the same ones over and over."""

    def times_in(self, start: int, end: int) -> list[Mention]:
        """Return what the text says of time from `start` to `end`."""
        every: list[Mention] = []
        for at in range(self._at(start), self._at(end) + 1):
            times = self._times_of(at)
            first = bisect_left(times, start, key=lambda each: each.start)
            every += times[first : bisect_right(times, end, key=lambda each: each.end)]
        return every

    def last_before(self, place: int, most: int) -> list[Mention]:
        """Return what the text says of time last before a place, in its order."""
        last: list[Mention] = []
        for at in range(self._at(place), -1, -1):
            if len(last) >= most:
                break
            times = self._times_of(at)
            last = [*times[: bisect_right(times, place, key=lambda each: each.end)], *last]
        return last[-most:]

    def names(self, meant: Sequence[Mention]) -> bool:
        """Say whether the text names days that may be meant: as far as it was read, else in what is left."""
        if any(there.allows(each) for there in self._days.values() for each in meant):
            return True
        unread = (self._times_of(at) for at in range(len(self._pieces)) if at not in self._read)
        return any(there.allows(each) for times in unread for there in times for each in meant)

    def _at(self, place: int) -> int:
        """Return which piece a place lies in."""
        return max(bisect_right(self._starts, place) - 1, 0)

    def _times_of(self, at: int) -> list[Mention]:
        if at not in self._read and at < len(self._pieces):
            start, end, day = self._pieces[at]
            here = self._find(self.text[start:end], day)
            self._read[at] = [replace(each, start=start + each.start, end=start + each.end) for each in here]
            self._days |= {(each.first, each.last, each.loose): each for each in here}
        return self._read.get(at, [])


class Gradual(Set[Found]):
    """What is found in a text, which is read on until what is asked for is there."""

    def __init__(self, text: str, find: Callable[[str], set[Found]]) -> None:
        """Take a text, and what finds everything in a piece of it."""
        self._unread = (text[start:end] for start, end in pieces(text))
        self._find = find
        self._found: set[Found] = set()

    def __contains__(self, wanted: object) -> bool:
        """Say whether it is in the text."""
        return wanted in self._found or any(wanted in found for found in self._rest())

    def __iter__(self) -> Iterator[Found]:
        """Yield all that is found in all of the text."""
        return iter(self._all())

    def __len__(self) -> int:
        """Return how much is found in all of the text."""
        return len(self._all())

    def _rest(self) -> Iterator[set[Found]]:
        """Yield what is found in the pieces that were not read yet."""
        for piece in self._unread:
            found = self._find(piece)
            self._found |= found
            yield found

    def _all(self) -> set[Found]:
        for _ in self._rest():
            pass
        return self._found
