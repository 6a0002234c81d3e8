"""The filter of the Time view: what it selects of a day, by what was said then, is read in a thread."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message
from textual.widget import Widget

from memtui.domain.filter import Filter
from memtui.domain.instant import Instant
from memtui.store.database import Store
from memtui.store.past import Found, Past
from memtui.tui.background.latest import LatestQuestion


@dataclass
class FoundThen(Message):
    """A day was filtered, or could not be."""

    ticket: int
    past: Past
    result: Found | None
    error: str = ""


class PastSearch:
    """Answers the filter of one view; the latest day and filter win."""

    def __init__(self, view: Widget, store: Store) -> None:
        """Read with connections made from `store`; what is found is posted to `view`."""
        self._view = view
        self._latest = LatestQuestion(store, thread="memtui-then")

    def ask(self, past: Past, wanted: Filter, when: Instant) -> None:
        """Start reading; a FoundThen message will bring what `wanted` selects of that day."""

        def read(store: Store, ticket: int) -> None:
            self._view.post_message(FoundThen(ticket, past, past.select(store, wanted, when)))

        def failed(ticket: int, why: str) -> None:
            self._view.post_message(FoundThen(ticket, past, None, why))

        self._latest.ask(read, failed)

    def cancel(self) -> None:
        """Stop reading."""
        self._latest.cancel()

    def is_current(self, answer: FoundThen) -> bool:
        """Say whether something was found for the latest filter and day."""
        return self._latest.is_latest(answer.ticket)
