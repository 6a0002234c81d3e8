"""Reads listings in a thread, so that a slow filter never holds up a key.

The views ask; the latest question wins, and the old rows stay on the screen until the new ones are there.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from textual.message import Message
from textual.widget import Widget

from memtui.domain.filter import Filter
from memtui.domain.instant import Instant
from memtui.store import listing as listings
from memtui.store.database import Store
from memtui.store.listing import FixedListing, Listing, Order
from memtui.tui.background.latest import LatestQuestion
from memtui.tui.memories.matches import Matches

if TYPE_CHECKING:
    from memtui.recall.finding import SearchResult


class Answering(Protocol):
    """What can be answered by listings, one after the other."""

    def answers(self, store: Store) -> Iterator[Listing]:
        """Yield the listings. Raises StoreError and Interrupted."""


class Question(NamedTuple):
    """What is to be listed."""

    wanted: Filter
    order: Order
    now: Instant
    turned: bool = False
    search: bool = False
    """Whether what matches the words best comes first, in place of the order."""
    result: "SearchResult | None" = None
    """What a search by meaning found."""

    def answers(self, store: Store) -> Iterator[Listing]:
        """Yield the listing, of a search first its first rows. Raises StoreError and Interrupted."""
        if not self.search:
            yield self._in_order(store)
            return
        result, by_meaning = self.result, self.result is not None
        if result is None:
            from memtui.recall import (
                finding,  # a few dozen milliseconds, which the first paint can do without
            )

            result = finding.find(store, self.wanted, self.now)
            if result.best:
                yield Matches(store, result, self.now, first=True)
        yield Matches(store, result, self.now, by_meaning=by_meaning)

    def _in_order(self, store: Store) -> Listing:
        """Return the listing; of what is worth a look, what reads like junk before what is only weak."""
        if self.order is not Order.WORTH:
            return listings.listing(store, self.wanted, order=self.order, turned=self.turned, now=self.now)
        from memtui.review.worth_a_look import likely_junk_first

        listed = FixedListing(store, self.wanted, self.order, self.now)
        ids = listed.ids(0, listed.count)
        ids[listed.doubted :] = likely_junk_first(store, ids[listed.doubted :])
        return FixedListing(store, self.wanted, self.order, self.now, turned=self.turned, ids=ids)


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
        self._view, self._store = view, store
        self._latest = LatestQuestion(store, thread="memtui-read")

    def ask(self, question: Answering) -> None:
        """Start reading; a Read message will bring each listing."""

        def read(store: Store, ticket: int) -> None:
            for listing in question.answers(store):
                self._view.post_message(Read(ticket, listing))

        self._latest.ask(read, lambda ticket, why: self._view.post_message(Read(ticket, None, why)))

    def cancel(self) -> None:
        """Stop answering the current question."""
        self._latest.cancel()

    def accept(self, answer: Read) -> Listing | None:
        """Return the listing of an answer, made fit for this thread; None when it is out of date."""
        if answer.listing is None or not self.is_current(answer):
            return None
        listing = answer.listing
        if isinstance(listing, FixedListing):
            return listing.on(self._store)
        return listings.listing(
            self._store, listing.filter, order=listing.order, turned=listing.turned, now=listing.now
        )

    def is_current(self, answer: Read) -> bool:
        """Say whether an answer is to the latest question."""
        return self._latest.is_latest(answer.ticket)
