"""The rows of a past or coming day."""

from memtui.domain.memory import Memory
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

    def __init__(self, past: Past, listing: PastListing | FixedListing) -> None:
        super().__init__(past.store, listing)
        self._past = past
        self._read: dict[int, list[Memory]] = {}

    def at(self, index: int) -> Memory | None:
        """Return the memory on line `index` as it was."""
        number, offset = divmod(index, _PAGE)
        if number not in self._read:
            ids = self.listing.ids(number * _PAGE, (number + 1) * _PAGE)
            self._read[number] = self._past.memories(ids, self.listing.now)
        page = self._read[number]
        return page[offset] if offset < len(page) else None
