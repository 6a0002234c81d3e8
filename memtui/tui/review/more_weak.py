"""How many memories look weak though no card says so: told where Review has nothing more to ask.

Counted in a thread, as the learned model reads them, and anew once the store has changed.
"""

from __future__ import annotations

from collections.abc import Callable

from memtui.domain.counting import plural
from memtui.review.worth_a_look import count_likely
from memtui.store.database import Store
from memtui.store.proposals import Wanted
from memtui.tui.background.latest import LatestQuestion
from memtui.tui.review.queue_reader import State
from memtui.tui.view import PaneView


class MoreWeak:
    """Counts them for one view; where that fails nothing is said of them."""

    def __init__(self, view: PaneView, redraw: Callable[[], object]) -> None:
        """Count for `view`, and have it drawn anew with what was counted."""
        self._view, self._redraw = view, redraw
        self._latest: LatestQuestion | None = None
        self._asked: State | None = None
        self._count = 0

    def sentence(self) -> str:
        """Return how many there are and what shows them; empty for none, and until they are counted.

        Has them counted where the store is another than it was.
        """
        store = self._view.host.store
        state = State.of(store, Wanted())
        if state != self._asked:
            self._asked, self._count = state, 0
            self._latest = self._latest or LatestQuestion(store, thread="memtui-more-weak")
            self._latest.ask(self._read, lambda _ticket, _why: None)
        if not self._count:
            return ""
        look = "looks" if self._count == 1 else "look"
        key = self._view.host.keymap.key_for("worth")
        more = plural(self._count, "more memory")
        return f"{more} {look} weak, though no card is sure of it: {key} in Memories shows them first."

    def _read(self, store: Store, ticket: int) -> None:
        count = count_likely(store)
        if count:
            self._view.call_later(self._take, ticket, count)

    def _take(self, ticket: int, count: int) -> None:
        if self._latest is not None and self._latest.is_latest(ticket):
            self._count = count
            self._redraw()

    def cancel(self) -> None:
        """Stop counting."""
        if self._latest is not None:
            self._latest.cancel()
