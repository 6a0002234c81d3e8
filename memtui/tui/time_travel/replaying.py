"""Replays the journal for the Time view in a thread, and tells the view how far it has come.

Until that is done, `Days` reads the days that are asked for one by one.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass

from textual.message import Message
from textual.widget import Widget

from memtui.domain.instant import Instant
from memtui.store.database import Store
from memtui.store.each_day import Day, EachDay
from memtui.store.errors import Interrupted
from memtui.store.past import Past
from memtui.tui.background.latest import LatestQuestion
from memtui.tui.background.unforeseen import error_words


@dataclass
class Replaying(Message):
    """The journal is being replayed."""

    share: float
    """How much of the work is done, from 0 to 1."""


@dataclass
class Readable(Message):
    """Single days can be read meanwhile."""

    each: EachDay


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
        self._given_up = threading.Event()
        self.at_work = False

    def start(self, *, by_day: bool) -> None:
        """Replay in a thread, unless one is at it; `by_day` asks for what reads single days meanwhile."""
        if not self.at_work:
            self.at_work, self._given_up = True, threading.Event()
            how = (self._given_up, by_day)
            threading.Thread(target=self._replay, args=how, name="memtui-past", daemon=True).start()

    def stop(self) -> None:
        """Give up what is being replayed: nobody waits for it."""
        self._given_up.set()
        self.at_work = False

    def _replay(self, given_up: threading.Event, by_day: bool) -> None:
        def tell(share: float) -> None:
            if given_up.is_set():
                raise Interrupted
            self._view.post_message(Replaying(share))

        def readable(each: EachDay) -> None:
            self._view.post_message(Readable(each))

        try:
            answer = Replayed(Past(self._store, tell, readable if by_day else None))
        except Interrupted as error:
            answer = Replayed(None, str(error))
        except Exception as error:  # noqa: BLE001 - a thread must not end silently
            answer = Replayed(None, error_words(error))
        if not given_up.is_set():
            self._view.post_message(answer)
        elif answer.past is not None:
            answer.past.close()


@dataclass
class DayRead(Message):
    """A day was read by itself, or its scopes were counted, or it could not be."""

    ticket: int
    day: Day | None = None
    by_scope: Mapping[str, int] | None = None
    error: str = ""


class Days:
    """Reads days for one view; the latest wins."""

    def __init__(self, view: Widget, store: Store) -> None:
        """Post what is read to `view`; `store` is the one whose days these are."""
        self._view = view
        self._latest = LatestQuestion(store, thread="memtui-day")
        self._each: EachDay | None = None

    @property
    def ready(self) -> bool:
        """Whether days can be read."""
        return self._each is not None

    def read_with(self, each: EachDay | None) -> None:
        """Read with another from now on, which is closed in the end; with None not at all."""
        self.cancel()
        if self._each is not None:
            threading.Thread(target=self._each.close, name="memtui-day", daemon=True).start()
        self._each = each

    def ask(self, when: Instant, scope: str) -> None:
        """Start reading; a DayRead message will bring what lived in a scope, another all scopes' counts."""
        each = self._each
        if each is None:
            return

        def read(_: Store, ticket: int) -> None:
            self._view.post_message(DayRead(ticket, each.day(when, scope)))
            if self._latest.is_latest(ticket):
                self._view.post_message(DayRead(ticket, by_scope=each.by_scope(when)))

        def failed(ticket: int, why: str) -> None:
            self._view.post_message(DayRead(ticket, error=why))

        self.cancel()
        self._latest.ask(read, failed)

    def cancel(self) -> None:
        """Stop reading."""
        self._latest.cancel()
        if self._each is not None:
            self._each.interrupt()

    def is_current(self, answer: DayRead) -> bool:
        """Say whether a day was read for the latest question."""
        return self._latest.is_latest(answer.ticket)
