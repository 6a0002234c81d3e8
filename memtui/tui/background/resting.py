"""Reading the store again and again in a thread, as often as it is asked for, but not all the time.

Who writes all the time makes what was read out of date all the time: it is read again only after a rest that
is long against the reading.
"""

import threading
import time
from collections.abc import Callable

from textual.widget import Widget

from memtui.domain.text import capitalised
from memtui.store.database import Store
from memtui.store.errors import Interrupted, StoreError
from memtui.tui.background.unforeseen import error_words, say_of

_REST = 4
"""How often as long as a reading the rest after it is."""
_AGAIN = 60.0
"""Seconds after which it is tried again when it failed, unless it is asked before."""


class RestingReader:
    """One thread that reads when it is asked to, with a connection of its own."""

    def __init__(
        self, store: Store, read: Callable[[Store], None], view: Widget, *, thread: str, reads: str
    ) -> None:
        """Call `read` with connections made from `store`, in a thread called `thread`.

        What goes wrong with the store is passed over: who asked meets the same trouble and says it. Of any
        other error `view` is told, that it keeps what it `reads`, such as `the counts`, from being read.
        """
        self._store, self._read, self._view = store, read, view
        self._name, self._reads = thread, reads
        self._trouble = ""
        self._asked, self._at_once = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None
        self._ended = False

    def ask(self, *, at_once: bool = False) -> None:
        """Have it read, now or after the rest; with `at_once` there is no rest."""
        if at_once:
            self._at_once.set()
        self._asked.set()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()

    def end(self) -> None:
        """Read no more."""
        self._ended = True
        self._asked.set()
        self._at_once.set()

    def _run(self) -> None:
        while self._asked.wait() and not self._ended:
            self._asked.clear()
            self._at_once.clear()
            began = time.monotonic()
            try:
                with self._store.sibling(sparing=True) as store:
                    self._read(store)
            except (StoreError, Interrupted):
                continue
            except Exception as error:  # noqa: BLE001 - a thread must not end silently
                self._tell(error)
                self._asked.wait(_AGAIN)
                self._asked.set()
                continue
            self._trouble = ""
            self._at_once.wait(_REST * (time.monotonic() - began))

    def _tell(self, error: Exception) -> None:
        """Say an error, once while it stays the same."""
        sentence = f"{self._reads} could not be read and may be old: {error_words(error)}; tried again soon"
        if sentence != self._trouble:
            self._trouble = sentence
            say_of(self._view, capitalised(sentence))
