"""Replays the journal for the Time view in a thread, and tells the view how far it has come."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from textual.message import Message
from textual.widget import Widget

from memtui.store.database import Store
from memtui.store.errors import Interrupted, StoreError
from memtui.store.past import Past


@dataclass
class Replaying(Message):
    """The journal is being replayed."""

    share: float
    """How much of the work is done, from 0 to 1."""


@dataclass
class Replayed(Message):
    """The journal has been replayed, or could not be."""

    past: Past | None
    error: str = ""


class Replay:
    """Replays the journal of a store, one time after another."""

    def __init__(self, view: Widget, store: Store) -> None:
        """Replay what `store` has; what comes of it is posted to `view`, `Replayed` at the end."""
        self._view, self._store = view, store
        self._ended = False
        self.at_work = False

    def start(self) -> None:
        """Replay in a thread, unless one is at it."""
        if not self.at_work:
            self.at_work = True
            threading.Thread(target=self._replay, name="memtui-past", daemon=True).start()

    def end(self) -> None:
        """Let go of what is replayed from now on: nobody waits for it."""
        self._ended = True

    def _replay(self) -> None:
        try:
            answer = Replayed(Past(self._store, lambda share: self._view.post_message(Replaying(share))))
        except (StoreError, Interrupted) as error:
            answer = Replayed(None, str(error))
        if self._ended and answer.past is not None:
            answer.past.close()
        else:
            self._view.post_message(answer)
