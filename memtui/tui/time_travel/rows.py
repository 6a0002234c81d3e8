"""The rows of a past or coming day."""

from collections.abc import Callable, Sequence
from functools import partial

from memtui.domain.instant import Instant
from memtui.domain.memory import Memory
from memtui.store import said_then
from memtui.store.database import Store
from memtui.store.each_day import Day
from memtui.store.listing import FixedListing
from memtui.store.past import Past, PastListing
from memtui.store.standing import Standing
from memtui.tui.memories.rows import Rows

_PAGE = 32


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
