"""The rows of a listing, read page by page as the table comes to show them.

Between MemoryTable, which asks for line 512,345, and the store, which answers with a page of
memories. Pages that were read stay until the listing changes.
"""

from collections import OrderedDict

from memtui.domain.memory import Memory
from memtui.store import memories, proposals
from memtui.store.database import Store
from memtui.store.listing import Listing

_PAGE = 64
_KEPT_PAGES = 24


class Rows:
    """Memories by their position in a listing."""

    def __init__(self, store: Store, listing: Listing) -> None:
        """Read `listing` through `store`; both belong to the screen's own thread."""
        self.store = store
        self.listing = listing
        self._pages: OrderedDict[int, list[Memory]] = OrderedDict()
        self._waiting: dict[int, set[int]] = {}
        """By page, the memories that something in Review is about."""

    def __len__(self) -> int:
        return self.listing.count

    def at(self, index: int) -> Memory | None:
        """Return the memory on line `index`; None where there is none any more."""
        number, offset = divmod(index, _PAGE)
        page = self._pages.get(number)
        if page is None:
            start = number * _PAGE
            page = memories.get_many(self.store, self.listing.ids(start, start + _PAGE))
            self._pages[number] = page
            self._waiting[number] = set(proposals.waiting_about(self.store, [m.id for m in page]))
            if len(self._pages) > _KEPT_PAGES:
                oldest, _ = self._pages.popitem(last=False)
                del self._waiting[oldest]
        return page[offset] if offset < len(page) else None

    def waits(self, memory_id: int) -> bool:
        """Say whether something in Review is about a memory that was read."""
        return any(memory_id in waiting for waiting in self._waiting.values())

    def forget(self) -> None:
        """Read every page anew."""
        self._pages.clear()
        self._waiting.clear()
