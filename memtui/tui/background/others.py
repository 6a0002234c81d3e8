"""Who else writes to the store, for the header: `3 changed by mcp`."""

import time
from collections import Counter

from memtui.domain.actor import Actor, ActorKind
from memtui.domain.text import Longest, one_line
from memtui.store import journal
from memtui.store.database import Store
from memtui.store.writers import program

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
        others = [op for op in fresh if not self._is_mine(op.actor)]
        for op in others:
            self._changed[_called(op.actor)] += op.changed
        if others:
            self._until = time.monotonic() + _SHOWN_FOR

    def _is_mine(self, actor: Actor) -> bool:
        """Say whether it is the person at a screen, this one or another."""
        at_a_screen = (actor.kind, actor.client) == (self._mine.kind, self._mine.client)
        return at_a_screen or actor.session == self._mine.session

    @property
    def summary(self) -> str:
        """The two that changed most, each with how much; empty a while after the last of them."""
        if self._changed and time.monotonic() > self._until:
            self._changed.clear()
        most = self._changed.most_common(2)
        return " · ".join(
            f"{count:,}{'' if place else ' changed'} by {name}" for place, (name, count) in enumerate(most)
        )


def _called(actor: Actor) -> str:
    """Return who it is: a linked file by what it is, a program by its name."""
    return one_line("a script" if actor.kind is ActorKind.SCRIPT else program(actor), Longest.WORD)
