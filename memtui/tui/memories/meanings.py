"""Has the words of a filter searched by meaning too, in the process that compares meanings for all views.

The rows that the words brought up are on the screen already; what comes back orders them and adds what
comes near. Only the latest question counts, and no more than one is under way.
"""

import threading
from dataclasses import dataclass

from textual.message import Message
from textual.widget import Widget

from memtui.domain.filter import Filter
from memtui.domain.instant import Instant
from memtui.recall.child import FilterRequest, heard
from memtui.recall.finding import SearchResult
from memtui.tui.background.meaning import MeaningProcess
from memtui.tui.background.unforeseen import error_words, say_of

_Question = tuple[Filter, Instant]


@dataclass
class FoundByMeaning(Message):
    """A search by meaning is answered."""

    typed: Filter
    now: Instant
    result: SearchResult


class Meanings:
    """The searches of one view; each answer is a FoundByMeaning message to it."""

    def __init__(self, view: Widget, process: MeaningProcess) -> None:
        """Search by asking `process`."""
        self._view, self._process = view, process
        self._came = threading.Condition()
        self._latest: _Question | None = None
        self._at_work = False

    def ask(self, typed: Filter, now: Instant) -> None:
        """Search for what was typed, once the search before is answered and the typing rests."""
        with self._came:
            self._latest = (typed, now)
            self._came.notify_all()
            if not self._at_work:
                self._at_work = True
                threading.Thread(target=self._run, name="memtui-meaning", daemon=True).start()

    def _run(self) -> None:
        """Answer the latest question until there is none."""
        while (question := self._next()) is not None:
            typed, now = question
            try:
                line = self._process.ask(FilterRequest(typed.describe(), typed.prefix, now))
                if line["is"] == "found":
                    self._view.post_message(FoundByMeaning(typed, now, heard(line)))
            except Exception as error:  # noqa: BLE001 - a thread must not end silently
                sentence = f"The search by meaning failed, words alone were used: {error_words(error)}"
                say_of(self._view, sentence)

    def _next(self) -> _Question | None:
        """Wait until the typing rests, and return the latest question; None when all are answered."""
        with self._came:
            while self._latest is not None:
                question, self._latest = self._latest, None
                if not self._came.wait_for(lambda: self._latest is not None, self._process.rest):
                    return question
            self._at_work = False
            return None
