"""Reads the counts of the scope tree, all and those that a filter leaves, in a thread where that takes long.

Who writes all the time makes them out of date all the time: they are read again only after a rest that is
long against the reading.
"""

import threading
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from textual.message import Message
from textual.widget import Widget

from memtui.domain.filter import Filter
from memtui.domain.memory import State
from memtui.store import scopes, selection
from memtui.store.database import Store
from memtui.store.errors import Interrupted, StoreError
from memtui.store.scopes import ScopeCount

FEW = 5_000
"""Up to so many scopes, and memories under a filter, are counted at once, without a thread."""
_REST = 4
"""How often as long as the reading the rest after it is, while the same is asked."""


@dataclass
class Counted(Message):
    """The counts have been read."""

    counts: list[ScopeCount]
    filter: Filter | None
    """What was asked beside all counts."""
    found: Mapping[str, int] | None
    """How many memories of each scope's subtree the filter selects."""


def read(store: Store, states: Collection[State], wanted: Filter | None) -> Counted:
    """Count all memories, and what `wanted` selects, by scope. Raises StoreError and Interrupted."""
    counts = scopes.tree(store, *states)
    if wanted is None:
        return Counted(counts, None, None)
    return Counted(counts, wanted, {node.scope: node.total for node in selection.tree(store, wanted)})


class CountsReader:
    """Reads the counts for one view; each answer is a Counted message to it."""

    def __init__(self, view: Widget, store: Store, states: Collection[State]) -> None:
        self._view = view
        self._store = store
        self._states = states
        self._asked = threading.Event()
        self._other = threading.Event()
        """Set when something else is asked than what was last counted: that does not wait for a rest."""
        self._filter: Filter | None = None
        self._thread: threading.Thread | None = None
        self._reading: Store | None = None
        self._lock = threading.Lock()
        self._ended = False

    def ask(self, wanted: Filter | None) -> None:
        """Have the counts read, now or after the rest."""
        with self._lock:
            if wanted != self._filter:
                self._filter = wanted
                self._other.set()
                if self._reading is not None:
                    self._reading.interrupt()
        self._asked.set()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="memtui-count", daemon=True)
            self._thread.start()

    def end(self) -> None:
        """Read no more."""
        self._ended = True
        self._asked.set()
        self._other.set()

    def _run(self) -> None:
        while self._asked.wait() and not self._ended:
            self._asked.clear()
            self._other.clear()
            began = time.monotonic()
            try:
                counted = self._read()
            except (StoreError, Interrupted):
                continue  # the view meets the same trouble and says it; another question has been asked
            self._view.post_message(counted)
            self._other.wait(_REST * (time.monotonic() - began))

    def _read(self) -> Counted:
        with self._store.sibling() as store:
            with self._lock:
                wanted, self._reading = self._filter, store
            try:
                return read(store, self._states, wanted)
            finally:
                with self._lock:
                    self._reading = None
