"""The rows of a past or coming day, and what is told of one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from memtui.domain.instant import Instant
from memtui.domain.memory import Memory
from memtui.store import said_then
from memtui.store.database import Store
from memtui.store.each_day import Day
from memtui.store.listing import FixedListing, Listing
from memtui.store.past import Past, PastListing
from memtui.store.standing import Standing
from memtui.tui.memories.rows import Rows
from memtui.tui.memories.table import MemoryTable
from memtui.tui.widgets.about_memory import About

_PAGE = 32
_NEAR = 200
"""Among so many first memories the cursor stays on its own from day to day."""


class Spot(NamedTuple):
    """Where the cursor of a table stands."""

    memory: int | None
    line: int
    above: int
    """How many lines of the screen are above it."""

    @classmethod
    def of(cls, table: MemoryTable) -> Spot:
        """Return where a table's cursor stands now."""
        return cls(table.cursor_id, table.cursor, table.above_cursor)

    def line_in(self, listing: Listing) -> int:
        """Return the line of its memory, 0 where that is neither in its place nor among the first.

        Finding a far place would count half the store at each step.
        """
        if self.memory is None:
            return 0
        if listing.id_at(self.line) == self.memory:
            return self.line
        near = listing.ids(0, _NEAR)
        return near.index(self.memory) if self.memory in near else 0


class PlainRows(Rows):
    """Memories by their position, of which nothing else is said."""

    def standing(self, index: int) -> Standing:
        """Say nothing of what waits in Review, is linked or is new: that is of today."""
        del index
        return Standing()


class PastRows(PlainRows):
    """Memories as they were, by their position."""

    def __init__(
        self,
        store: Store,
        listing: PastListing | FixedListing,
        remember: Callable[[Sequence[int], Instant], list[Memory]],
    ) -> None:
        """List what `remember` tells of some ids at a time."""
        super().__init__(store, listing)
        self._remember = remember
        self._read: dict[int, list[Memory]] = {}

    def at(self, index: int) -> Memory | None:
        """Return the memory on line `index` as it was."""
        number, offset = divmod(index, _PAGE)
        if number not in self._read:
            ids = self.listing.ids(number * _PAGE, (number + 1) * _PAGE)
            self._read[number] = self._remember(ids, self.listing.now)
        page = self._read[number]
        return page[offset] if offset < len(page) else None


def of_past(past: Past, listing: PastListing | FixedListing) -> PastRows:
    """Return the rows of a day when the journal is replayed."""
    return PastRows(past.store, listing, past.memories)


def of_day(store: Store, day: Day) -> PastRows:
    """Return the rows of a day that was read by itself."""
    remember = partial(said_then.as_they_were, store, half_lives=day.half_lives)
    return PastRows(store, day.listing, remember)


def about_then(store: Store, memory: Memory, when: Instant) -> About:
    """Return what is told of a memory on a day: its uses and changes until then."""
    about = About.of(store, memory, when)
    uses = [use for use in about.uses if use.at <= when]
    changes = [change for change in about.changes if change.op.at <= when]
    return replace(about, changes=changes, places=(), uses=uses, because="", today_is="then")
