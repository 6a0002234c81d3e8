"""Reads what is related to the memory under the cursor, in a thread, once the cursor rests on it."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget

from memtui.domain.memory import Memory
from memtui.store.database import Store
from memtui.store.errors import Interrupted, StoreError
from memtui.tui.background.unforeseen import error_words, say_of

if TYPE_CHECKING:
    from memtui.store.related import Related

_REST = 0.08
"""Seconds the cursor rests before anything is read."""


@dataclass
class Found(Message):
    """What is related to a memory has been read."""

    memory_id: int
    related: list[Related]


class RelatedReader:
    """Finds for one view what is related to a memory, and sends it a Found message."""

    def __init__(self, view: Widget, store: Store) -> None:
        self._view, self._store = view, store
        self._timer: Timer | None = None

    def ask(self, memory: Memory) -> None:
        """Read what is related to a memory, after a short rest in which no other memory is asked about."""
        self.cancel()
        self._timer = self._view.set_timer(_REST, lambda: self._start(memory))

    def cancel(self) -> None:
        """Read nothing more."""
        if self._timer is not None:
            self._timer.stop()

    def _start(self, memory: Memory) -> None:
        threading.Thread(target=self._read, args=(memory,), name="memtui-related", daemon=True).start()

    def _read(self, memory: Memory) -> None:
        from memtui.store.related import related  # nothing that the first paint waits for

        try:
            with self._store.sibling(sparing=True) as store:
                neighbours = related(store, memory)
        except (StoreError, Interrupted):
            return  # the view meets the same trouble and says it
        except Exception as error:  # noqa: BLE001 - a thread must not end silently
            sentence = f"What is related could not be read: {error_words(error)}"
            say_of(self._view, sentence)
            return
        self._view.post_message(Found(memory.id, neighbours))
