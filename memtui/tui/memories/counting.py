"""Reads the counts of the scope tree in a thread where there are many scopes, so that no key waits for them.

Who writes all the time makes them out of date all the time: they are read again only after a rest that is
long against the reading.
"""

import threading
import time
from collections.abc import Collection
from dataclasses import dataclass

from textual.message import Message
from textual.widget import Widget

from memtui.domain.memory import State
from memtui.store import scopes
from memtui.store.database import Store
from memtui.store.errors import Interrupted, StoreError
from memtui.store.scopes import ScopeCount

FEW = 5_000
"""Up to so many scopes are read at once, without a thread."""
_REST = 4
"""How often as long as the reading the rest after it is."""


@dataclass
class Counted(Message):
    """The counts have been read."""

    counts: list[ScopeCount]


class CountsReader:
    """Reads the counts for one view; each answer is a Counted message to it."""

    def __init__(self, view: Widget, store: Store, states: Collection[State]) -> None:
        self._view = view
        self._store = store
        self._states = states
        self._wanted = threading.Event()
        self._thread: threading.Thread | None = None
        self._ended = False

    def ask(self) -> None:
        """Have the counts read, now or after the rest."""
        self._wanted.set()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="memtui-count", daemon=True)
            self._thread.start()

    def end(self) -> None:
        """Read no more."""
        self._ended = True
        self._wanted.set()

    def _run(self) -> None:
        while self._wanted.wait() and not self._ended:
            self._wanted.clear()
            began = time.monotonic()
            try:
                with self._store.sibling() as store:
                    counts = scopes.tree(store, *self._states)
            except (StoreError, Interrupted):
                continue  # the view meets the same trouble and says it
            self._view.post_message(Counted(counts))
            time.sleep(_REST * (time.monotonic() - began))
