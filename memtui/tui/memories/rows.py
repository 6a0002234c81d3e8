"""The rows of a listing, read page by page as the table comes to show them.

Between MemoryTable, which asks for line 512,345, and the store, which answers with a page of
memories. Pages that were read stay until the listing changes.
"""

from collections import OrderedDict
from collections.abc import Mapping
from typing import NamedTuple

from memtui.domain.memory import Memory, State
from memtui.store import memories
from memtui.store.database import Store
from memtui.store.listing import Listing
from memtui.store.standing import Standing, standings

_PAGE = 64
_KEPT_PAGES = 24


class _Page(NamedTuple):
    """Some lines that follow each other."""

    memories: list[Memory | None]
    """None where a line has no memory: a rule, or what was purged meanwhile."""
    standings: Mapping[int, Standing]


class Rows:
    """Memories by their position in a listing."""

    def __init__(self, store: Store, listing: Listing, *, since: int | None = None) -> None:
        """Read `listing` through `store`; both belong to the screen's own thread.

        What others did after op `since` is news.
        """
        self.store = store
        self.listing = listing
        self._since = since
        self._pages: OrderedDict[int, _Page] = OrderedDict()

    def __len__(self) -> int:
        return self.listing.count

    def at(self, index: int) -> Memory | None:
        """Return the memory on line `index`; None where there is none any more."""
        number, offset = divmod(index, _PAGE)
        page = self._page(number)
        return page.memories[offset] if offset < len(page.memories) else None

    def standing(self, index: int) -> Standing:
        """Return what else is known of the memory on line `index`."""
        memory = self.at(index)
        return Standing() if memory is None else self._page(index // _PAGE).standings[memory.id]

    def forget(self) -> None:
        """Read every page anew."""
        self._pages.clear()

    def _page(self, number: int) -> _Page:
        page = self._pages.get(number)
        if page is None:
            start = number * _PAGE
            ids = self.listing.ids(start, start + _PAGE)
            there = {memory.id: memory for memory in memories.get_many(self.store, ids)}
            gone = [memory.id for memory in there.values() if memory.state is not State.LIVE]
            known = standings(self.store, list(there), since=self._since, gone=gone)
            page = _Page([there.get(i) for i in ids], known)
            self._pages[number] = page
            if len(self._pages) > _KEPT_PAGES:
                self._pages.popitem(last=False)
        return page
