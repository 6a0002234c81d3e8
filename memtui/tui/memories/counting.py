"""Reads the counts of the scope tree, all and those that a filter leaves; in a thread where it takes long.

Also tells where a scope went that holds nothing any more.
"""

import threading
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from textual.message import Message
from textual.widget import Widget

from memtui.domain.filter import Filter
from memtui.domain.memory import State
from memtui.domain.scope import ROOT, common_scope, contains
from memtui.store import memories, scopes, selection
from memtui.store.database import Store
from memtui.store.scopes import ScopeCount
from memtui.tui.background.resting import RestingReader
from memtui.tui.memories.matches import Matches

FEW = 5_000
"""Up to so many scopes, and memories under a filter, are counted at once, without a thread."""

_LOOKED_AT = 100
"""Of memories that went elsewhere, those that say where."""


@dataclass
class Counted(Message):
    """The counts have been read."""

    counts: list[ScopeCount]
    filter: Filter | None
    """What was asked beside all counts."""
    matching: Mapping[str, int] | None
    """How many memories of each scope's subtree the filter selects."""

    def outside(self, scope: str, wanted: Filter | None) -> int:
        """Return how many of what `wanted` selects lie elsewhere; 0 while something else was counted."""
        if self.matching is None or self.filter != wanted:
            return 0
        return self.matching.get(ROOT, 0) - self.matching.get(scope, 0)


def read(store: Store, states: Collection[State], wanted: Filter | None) -> Counted:
    """Count all memories, and what `wanted` selects, by scope. Raises StoreError and Interrupted."""
    counts = scopes.tree(store, *states)
    if wanted is None:
        return Counted(counts, None, None)
    return Counted(counts, wanted, {node.scope: node.total for node in selection.tree(store, wanted)})


def gone_to(store: Store, scope: str, states: Collection[State], changed: Sequence[int]) -> str | None:
    """Return where a scope's memories are, as when its renaming was taken back; None while any is there.

    `changed` are the ids of what was changed just now.
    """
    if not changed or any(scopes.count(store, scope, state) for state in states):
        return None
    home = common_scope([memory.scope for memory in memories.get_many(store, changed[:_LOOKED_AT])])
    return None if contains(scope, home) else home


class NearCounts:
    """How many rows that only come near a search lie in each scope: a query cannot count them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._line = ""
        self._own: dict[str, int] = {}

    def take(self, line: str, listing: Matches) -> None:
        """Take over what a listing of the line has near; outside its scope what was near before stays."""
        before = self._own if line == self._line else {}
        within = listing.filter.scope
        self._line = line
        self._own = {scope: n for scope, n in before.items() if not contains(within, scope)}
        self._own |= Counter(memory.scope for memory in memories.get_many(self._store, listing.near))

    def added_to(self, counts: Mapping[str, int], line: str) -> Mapping[str, int]:
        """Return the counts of what a line selects by subtree, with those of what comes near it."""
        if line != self._line:
            return counts
        near = {node.scope: node.total for node in scopes.with_totals(self._own)}
        return Counter(counts) + Counter(near)


class CountsReader:
    """Reads the counts for one view; each answer is a Counted message to it."""

    def __init__(self, view: Widget, store: Store, states: Collection[State]) -> None:
        self._view = view
        self._states = states
        self._reader = RestingReader(
            store, self._read, view, thread="memtui-count", reads="the counts of the scopes"
        )
        self._filter: Filter | None = None
        self._reading: Store | None = None
        self._lock = threading.Lock()
        self.end = self._reader.end
        """Reads no more."""

    def ask(self, wanted: Filter | None) -> None:
        """Have the counts read, now or after the rest; something else than was last counted does not wait."""
        with self._lock:
            other = wanted != self._filter
            self._filter = wanted
            if other and self._reading is not None:
                self._reading.interrupt()
        self._reader.ask(at_once=other)

    def _read(self, store: Store) -> None:
        with self._lock:
            wanted, self._reading = self._filter, store
        try:
            self._view.post_message(read(store, self._states, wanted))
        finally:
            with self._lock:
                self._reading = None
