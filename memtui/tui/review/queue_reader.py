"""Reads a queue of very many cards in a thread, so that no key waits for it; its first cards come at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from textual.message import Message
from textual.widget import Widget

from memtui.review import queue
from memtui.review.queue import CardRef
from memtui.store import journal, proposals
from memtui.store.database import Store
from memtui.store.proposals import Wanted
from memtui.tui.background.latest import LatestQuestion
from memtui.tui.review.sections import by_kind

AT_ONCE = 2_000
"""Up to so many proposals are read without a thread: within a frame."""
_FIRST = 100
"""So many proposals make the first cards of more."""


class State(NamedTuple):
    """What the cards depend on."""

    wanted: Wanted
    mark: int
    newest_op: int
    open: int

    @classmethod
    def of(cls, store: Store, wanted: Wanted) -> State:
        """Return what the cards that are asked for depend on now."""
        newest = next((op.id for op in journal.ops(store, limit=1)), 0)
        return cls(wanted, store.change_mark(), newest, proposals.count_open(store))


@dataclass(frozen=True, slots=True)
class Read:
    """The cards as they were in a state, kind by kind."""

    state: State
    refs: list[CardRef]

    @classmethod
    def from_store(cls, store: Store, state: State) -> Read:
        """Read all cards that are asked for."""
        return cls(state, by_kind(queue.cards(store, state.wanted)))


@dataclass
class CardsRead(Message):
    """A queue was read, or could not be."""

    ticket: int
    read: Read | None
    error: str = ""


class QueueReader:
    """Reads for one view; the latest question wins."""

    def __init__(self, view: Widget, store: Store) -> None:
        """Read with connections made from `store`; what is read is posted to `view`."""
        self._view = view
        self._latest = LatestQuestion(store, thread="memtui-queue")
        self._asked: State | None = None

    def ask(self, state: State) -> None:
        """Start reading, unless that is being read already; a CardsRead message will bring the cards."""
        if state == self._asked:
            return
        self._asked = state
        self._latest.ask(
            lambda store, ticket: self._post(CardsRead(ticket, Read.from_store(store, state))),
            lambda ticket, why: self._post(CardsRead(ticket, None, why)),
        )

    def _post(self, message: CardsRead) -> None:
        self._view.post_message(message)

    def accept(self, message: CardsRead) -> bool:
        """Say whether a message answers the latest question, which is answered then."""
        if not self._latest.is_latest(message.ticket):
            return False
        self._asked = None
        return True

    @property
    def reading(self) -> bool:
        """Whether a thread is still reading cards."""
        return self._asked is not None

    def cancel(self) -> None:
        """Stop reading."""
        self._latest.cancel()


def first_cards(store: Store, wanted: Wanted) -> list[CardRef]:
    """Return some of the first cards that are asked for, single ones: urgent ones before others."""
    return by_kind(queue.cards(store, wanted, most=_FIRST))
