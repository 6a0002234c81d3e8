"""Runs the lifecycle's verbs for the screen.

A small change is made on the spot. One that meets another process' lock, or that changes thousands
of memories, goes on in a thread with a connection of its own, says how far it is, and can be
cancelled; what was done until then stays, and can be undone.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypeVar

from textual.app import App
from textual.message import Message

from memtui.domain.text import bar, capitalised, one_line
from memtui.domain.watch import UNWATCHED, Watch
from memtui.store.connecting import PATIENCE
from memtui.store.database import Store
from memtui.store.errors import Interrupted, StoreBusy, StoreError

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

SHORT_PATIENCE = 0.1
"""Seconds that the screen itself waits for another process' lock."""
BULK = 2_000
"""Changes of more memories than this run in a thread."""


class Act(Protocol[T_co]):
    """A verb with all its arguments but the store, and where its progress goes."""

    def __call__(self, store: Store, /, *, watch: Watch) -> T_co:
        """Change the store; stop at the next chunk once `watch` is cancelled."""


@dataclass
class ActDone(Message):
    """A verb has run in a thread."""

    finish: Callable[[], None]


@dataclass
class ActProgress(Message):
    """Tells how far an act in a thread has come."""

    acts: "Acts"
    done: int
    total: int

    def can_replace(self, message: Message) -> bool:
        """Only the latest figure matters."""
        return isinstance(message, ActProgress) and message.acts is self.acts


class Acts:
    """One change at a time, made on the spot or in a thread."""

    def __init__(
        self,
        app: App[int],
        store: Store,
        say: Callable[[str, str], None],
        *,
        way_out: Callable[[], str],
        after: Callable[[], None] = lambda: None,
    ) -> None:
        """Change `store` on behalf of `app`; errors go to `say` as a sentence and its kind.

        `way_out` says how to stop what takes long; `after` is called when something was changed.
        """
        self._way_out = way_out
        self._app = app
        self._store = store
        self._say = say
        self._after = after
        self._stop = threading.Event()
        self.busy = ""
        """What is going on in a thread, as a phrase."""
        self.progress = ""
        """How far it is, as a phrase."""

    def run(
        self,
        verb: Act[T],
        then: Callable[[T], None],
        *,
        size: int = 1,
        title: str,
        failed: Callable[[str, str], None] | None = None,
    ) -> None:
        """Run `verb` and hand its result to `then`, in the screen's own thread.

        `size` is how many memories it will change, `title` what it does, as a noun phrase. What
        goes wrong is said, or handed to `failed` as a sentence and its kind.
        """
        say = failed or self._say
        if self.busy:
            say(f"Wait for {self.busy}{self._way_out()}", "note")
        elif size > BULK:
            self._in_thread(verb, then, title, say)
        else:
            try:
                with self._store.patience(SHORT_PATIENCE):
                    result = verb(self._store, watch=UNWATCHED)
            except StoreBusy:
                self._in_thread(verb, then, title, say, waiting=True)
            except (StoreError, ValueError) as error:
                say(_sentence(error), "error")
            else:
                self._succeed(then, result)

    def cancel(self) -> bool:
        """Stop what runs in a thread at its next chunk; say whether anything did."""
        self._stop.set()
        return bool(self.busy)

    def note_progress(self, done: int, total: int) -> None:
        """Take in how far the thread is."""
        full, rest = bar(done / max(total, 1), 16)
        self.progress = f"{full}{rest} {done:,} of {total:,}{self._way_out()}"

    def _in_thread(
        self,
        verb: Act[T],
        then: Callable[[T], None],
        title: str,
        say: Callable[[str, str], None],
        *,
        waiting: bool = False,
    ) -> None:
        self.busy = title
        self.progress = ("waiting for another program" if waiting else "starting") + self._way_out()
        self._stop.clear()
        stop = self._stop

        def report(done: int, total: int) -> None:
            self._app.post_message(ActProgress(self, done, total))

        def work() -> None:
            finish: Callable[[], None]
            try:
                result = self._patiently(verb, Watch(report, stop.is_set), 0.5 if waiting else PATIENCE)
            except Interrupted:
                finish = partial(self._fail, say, f"Cancelled: {title}. Nothing was changed", "note")
            except (StoreError, ValueError) as error:
                finish = partial(self._fail, say, _sentence(error), "error")
            except Exception as error:  # noqa: BLE001 - a thread must not end silently
                finish = partial(self._fail, say, f"{title} failed: {one_line(repr(error))}", "error")
            else:
                finish = partial(self._succeed, then, result)
            self._app.post_message(ActDone(finish))

        threading.Thread(target=work, name="memtui-act", daemon=True).start()

    def _patiently(
        self,
        verb: Act[T],
        watch: Watch,
        patience: float,
    ) -> T:
        """Run `verb` on a connection of its own, trying again while another process writes."""
        with self._store.sibling() as store:
            while True:
                try:
                    with store.patience(patience):
                        return verb(store, watch=watch)
                except StoreBusy:
                    if watch.cancelled():
                        raise Interrupted from None

    def _fail(self, say: Callable[[str, str], None], reason: str, kind: str) -> None:
        self.busy = self.progress = ""
        say(reason, kind)

    def _succeed(self, then: Callable[[T], None], result: T) -> None:
        self.busy = self.progress = ""
        then(result)
        self._after()


def _sentence(error: Exception) -> str:
    """Return what a refusal or an error says, with a capital letter."""
    return capitalised(str(error))
