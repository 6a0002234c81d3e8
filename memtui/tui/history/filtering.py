"""Reads what History's filter asks for in a thread, so that no key waits for a journal of a million ops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.message import Message
from textual.widget import Widget

from memtui.store import history
from memtui.store.database import Store
from memtui.store.op_filter import OpFilter
from memtui.tui.background.latest import LatestQuestion


@dataclass
class OpsFound(Message):
    """A portion of the ops that a filter asks for was found, or it could not be read."""

    ticket: int
    ids: Sequence[int] = ()
    """Newest first; older than those of the portion before."""
    total: int = 0
    """How many there are in all of those that are listed without a filter; 0 where it asks for others."""
    first: bool = False
    last: bool = False
    error: str = ""


class OpSearch:
    """Answers the filter of one view."""

    def __init__(self, view: Widget, store: Store) -> None:
        """Read with connections made from `store`; what is found is posted to `view`."""
        self._view = view
        self._latest = LatestQuestion(store, thread="memtui-history")

    def ask(self, wanted: OpFilter) -> None:
        """Start reading; OpsFound messages will bring the ops, the last of them marked so."""

        def read(store: Store, ticket: int) -> None:
            asks_for_undos = bool(wanted.did & {"undo", "redo"})
            total, first = 0 if asks_for_undos else history.count(store), True
            for ids in history.search(store, wanted, folded=not asks_for_undos):
                if ids:
                    self._view.post_message(OpsFound(ticket, ids, total, first=first))
                    first = False
            self._view.post_message(OpsFound(ticket, (), total, first=first, last=True))

        def failed(ticket: int, why: str) -> None:
            self._view.post_message(OpsFound(ticket, last=True, error=why))

        self._latest.ask(read, failed)

    def cancel(self) -> None:
        """Stop reading."""
        self._latest.cancel()

    def is_current(self, answer: OpsFound) -> bool:
        """Say whether something was found for the latest filter."""
        return self._latest.is_latest(answer.ticket)
