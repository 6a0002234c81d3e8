"""Who else writes to the store, for the header: `mcp +3`."""

import time
from collections import Counter

from memtui.domain.actor import Actor
from memtui.domain.text import Longest, one_line
from memtui.store import journal
from memtui.store.database import Store

_SHOWN_FOR = 60.0
"""Seconds that other writers are named after they last wrote."""


class OtherWriters:
    """What other programs have changed lately."""

    def __init__(self, store: Store, mine: Actor) -> None:
        """Watch the journal of `store` for changes by anyone but `mine`."""
        self._store, self._mine = store, mine
        self._mark = store.change_mark()
        self._newest_op = next((op.id for op in journal.ops(store, limit=1)), 0)
        self._changed: Counter[str] = Counter()
        self._until = 0.0

    def wrote(self) -> bool:
        """Say whether another connection has written since this was last asked."""
        mark, self._mark = self._mark, self._store.change_mark()
        return mark != self._mark

    def note(self) -> None:
        """Take in who wrote, and how many memories they changed."""
        fresh = [op for op in journal.ops(self._store, limit=50) if op.id > self._newest_op]
        self._newest_op = max((op.id for op in fresh), default=self._newest_op)
        others = [op for op in fresh if op.actor.session != self._mine.session]
        for op in others:
            self._changed[one_line(op.actor.client or str(op.actor.kind), Longest.WORD)] += op.changed
        if others:
            self._until = time.monotonic() + _SHOWN_FOR

    @property
    def summary(self) -> str:
        """The two that changed most, each with how much; empty a while after the last of them."""
        if self._changed and time.monotonic() > self._until:
            self._changed.clear()
        return "  ".join(f"{client} +{count:,}" for client, count in self._changed.most_common(2))
