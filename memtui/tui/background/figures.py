"""Keeps the figures above the views up to date: how many cards wait, and how the store is.

No key waits for it: the cards are counted in an index, the rest is read in a thread, and both only when
something has changed.
"""

import time
from contextlib import suppress

from memtui.store import journal
from memtui.store.database import Store
from memtui.store.errors import StoreBusy, StoreError
from memtui.tui.background.acts import SHORT_PATIENCE
from memtui.tui.background.resting import RestingReader
from memtui.tui.widgets.chrome import Header
from memtui.tui.widgets.overview_line import OverviewLine

_FADES = 60.0
"""Seconds after which they are read again though nobody did anything, since memories fade."""


class Figures:
    """Counts for the header and the line below it."""

    def __init__(self, store: Store, header: Header, line: OverviewLine) -> None:
        """Count in `store`, the screen's own, and show it in `header` and `line`."""
        self._store, self._header, self._line = store, header, line
        self._reader = RestingReader(
            store, self._read, line, thread="memtui-overview", reads="the figures above the views"
        )
        self._known: tuple[object, ...] | None = None
        """What the figures depend on, as it was when they were last asked for."""
        self.counted_at = 0.0
        """When it was last counted, by time.monotonic."""

    def count(self) -> None:
        """Bring the figures up to date; what was put off until now waits again. Raises StoreError."""
        # Nothing that the first paint waits for.
        from memtui.store import proposals, replicas, review_state
        from memtui.store.cards import count_cards

        self.counted_at = time.monotonic()
        store = self._store
        if not store.read_only and proposals.is_due(store):
            with suppress(StoreBusy), store.patience(SHORT_PATIENCE), store.write() as tx:
                proposals.wake(tx)
        waiting = proposals.count_open(store)
        newest = next((op.id for op in journal.ops(store, limit=1)), 0)
        known = (
            newest,
            waiting,
            store.decay.prune_threshold,
            replicas.exchange_mark(store),
            review_state.seen(store),
            store.change_mark(),  # a use by an agent is no op
            int(store.now() / _FADES),
        )
        if known != self._known:
            self._known = known
            self._header.count_waiting(count_cards(store).count)
            self._reader.ask()

    def count_if_cards_left(self) -> None:
        """Bring the figures up to date where a change took cards with it, or brought them back."""
        from memtui.store import proposals  # nothing that the first paint waits for

        with suppress(StoreError):
            if self._known is None or proposals.count_open(self._store) != self._known[1]:
                self.count()

    def _read(self, store: Store) -> None:
        from memtui.store.overview import overview  # nothing that the first paint waits for
        from memtui.sync.status import in_a_word

        in_step = in_a_word(store)
        self._line.post_message(OverviewLine.Read(overview(store), in_step))

    def end(self) -> None:
        """Count no more."""
        self._reader.end()
