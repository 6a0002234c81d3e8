"""Reads listings in a thread, so that a slow filter never holds up a key.

The views ask; the latest question wins. A question that comes while another is being answered
interrupts it, and the old rows stay on the screen until the new ones are there.
"""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message
from textual.widget import Widget

from memtui.domain.filter import Filter
from memtui.domain.instant import Instant
from memtui.store import listing as listings
from memtui.store.database import Store
from memtui.store.errors import Interrupted, StoreError
from memtui.store.listing import FixedListing, Listing, Order
from memtui.tui.memories.matches import Matches

if TYPE_CHECKING:
    from memtui.recall.finding import Found


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be listed."""

    wanted: Filter
    order: Order
    now: Instant
    turned: bool = False
    search: bool = False
    """Whether what matches the words best comes first, in place of the order."""
    found: "Found | None" = None
    """What a search by meaning found."""

    def answers(self, store: Store) -> Iterator[Listing]:
        """Yield the listing, of a search first its first rows. Raises StoreError and Interrupted."""
        if not self.search:
            yield listings.listing(store, self.wanted, order=self.order, turned=self.turned, now=self.now)
            return
        found, by_meaning = self.found, self.found is not None
        if found is None:
            from memtui.recall import (
                finding,  # a few dozen milliseconds, which the first paint can do without
            )

            found = finding.find(store, self.wanted, self.now)
            if found.best:
                yield Matches(store, found, self.now, first=True)
        yield Matches(store, found, self.now, by_meaning=by_meaning)


@dataclass
class Read(Message):
    """A listing has been read, or could not be."""

    ticket: int
    listing: Listing | None
    error: str = ""


class ListingReader:
    """Answers one view's questions."""

    def __init__(self, view: Widget, store: Store) -> None:
        """Read with connections made from `store`; answers are posted to `view`."""
        self._view = view
        self._store = store
        self._ticket = 0
        self._lock = threading.Lock()
        self._reading: Store | None = None

    def ask(self, question: Question) -> None:
        """Start reading; a Read message will bring the listing."""
        self.cancel()
        told = (self._ticket, question)
        threading.Thread(target=self._read, args=told, name="memtui-read", daemon=True).start()

    def cancel(self) -> None:
        """Let go of the question that is being answered."""
        with self._lock:
            self._ticket += 1
            if self._reading is not None:
                self._reading.interrupt()

    def accept(self, answer: Read) -> Listing | None:
        """Return the listing of an answer, made fit for this thread; None when it is out of date."""
        if answer.ticket != self._ticket or answer.listing is None:
            return None
        found = answer.listing
        if isinstance(found, FixedListing):
            return found.on(self._store)
        return listings.listing(
            self._store, found.filter, order=found.order, turned=found.turned, now=found.now
        )

    def is_current(self, answer: Read) -> bool:
        """Say whether an answer is to the latest question."""
        return answer.ticket == self._ticket

    def _read(self, ticket: int, question: Question) -> None:
        try:
            with self._store.sibling() as store:
                with self._lock:
                    if ticket != self._ticket:
                        return
                    self._reading = store
                try:
                    for listing in question.answers(store):
                        self._view.post_message(Read(ticket, listing))
                finally:
                    with self._lock:
                        self._reading = None
        except Interrupted:
            return
        except StoreError as error:
            self._view.post_message(Read(ticket, None, str(error)))
