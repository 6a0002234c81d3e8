"""The account book of one run, kept in the store: what its calls took, and what a model taught us.

The pipeline opens one per run and hands it to the model client, which knows no store. Reads and
writes go through a connection of their own, since the client calls from other threads.
"""

import threading
from collections.abc import Mapping
from types import TracebackType
from typing import Self

from memtui.llm.provider import Endpoint
from memtui.llm.spending import Caps, Spent, Unpriced, Usage
from memtui.store import models, runs
from memtui.store.database import Store
from memtui.store.runs import Run

_PATIENCE = 2.0
"""Seconds to wait for another writer: a cancelled call must not hold up the screen for longer."""


class RunLedger:
    """Opens a run in the store when it is made; `finish` ends it, or leaving the block does."""

    def __init__(self, store: Store, kind: str, model: str = "") -> None:
        self.run_id = runs.begin(store, kind, model)
        self._store = store.sibling()
        self._lock = threading.Lock()
        self._finished = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None
    ) -> None:
        if not self._finished:
            ended = kind is None or issubclass(kind, Exception)
            self.finish("cancelled" if not ended else "done" if kind is None else "failed", {})
        self._store.close()

    def finish(self, status: str, counts: Mapping[str, int]) -> Run | None:
        """End the run as `done`, `failed` or `cancelled`, with what it found by outcome, and return it."""
        self._finished = True
        with self._lock:
            runs.finish(self._store, self.run_id, status, counts)
            return runs.get(self._store, self.run_id)

    def reserve(self, usd: float, caps: Caps) -> Spent | None:
        """Set `usd` aside when `caps` allow it and return None; else return what has been spent."""
        with self._lock:
            spent = runs.reserve(self._store, self.run_id, usd, per_run=caps.run, per_day=caps.day)
        return None if spent is None else Spent(*spent)

    def settle(self, reserved: float, usage: Usage) -> None:
        """Put what a call took in the place of what was set aside for it."""
        with self._lock, self._store.patience(_PATIENCE):
            runs.settle(
                self._store,
                self.run_id,
                reserved=reserved,
                calls=usage.calls,
                tokens_in=usage.tokens_in,
                tokens_out=usage.tokens_out,
                usd=usage.usd,
                unpriced=usage.unpriced,
            )

    def unpriced(self) -> Unpriced:
        """Return what runs with calls of an unknown price took within 24 hours."""
        with self._lock:
            return Unpriced(*runs.unpriced_lately(self._store))

    def answer_format(self, endpoint: Endpoint) -> str | None:
        """Return the answer format that worked with a model before, or None."""
        with self._lock:
            return models.answer_format(self._store, endpoint.model, endpoint.place)

    def remember_format(self, endpoint: Endpoint, name: str) -> None:
        """Keep the answer format that worked with a model."""
        with self._lock:
            models.remember_answer_format(self._store, endpoint.model, endpoint.place, name)
