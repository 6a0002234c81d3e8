"""Has the words of a filter searched by meaning too, in a child process that lives as long as the view.

The rows that the words brought up are on the screen already; what comes back orders them and adds what
comes near. Only the latest question counts, and no more than one is under way.
"""

import asyncio
import contextlib
import json
from dataclasses import dataclass

from textual.message import Message
from textual.widget import Widget

from memtui.config.settings import Settings
from memtui.domain.filter import Filter
from memtui.domain.instant import Instant
from memtui.recall.child import Searching, SearchRequest, heard
from memtui.recall.finding import SearchResult
from memtui.store.database import Store
from memtui.tui.background.children import Child


@dataclass
class FoundByMeaning(Message):
    """A search by meaning is answered."""

    typed: Filter
    now: Instant
    found: SearchResult


class Meanings:
    """The searches of one view; each answer is a FoundByMeaning message to it."""

    def __init__(self, view: Widget, store: Store, settings: Settings) -> None:
        """Search `store` with the embedder that `settings` name; the child starts with the first question."""
        self._view = view
        embeddings, llm = settings.embeddings, settings.llm
        request = Searching(str(store.path), embeddings.model, llm.api_base)
        self._child = Child("memtui.recall.child", request.line())
        self._questions: asyncio.Queue[tuple[Filter, Instant]] = asyncio.Queue()
        self._started = False

    def start(self) -> None:
        """Start the child, so that it is ready when the first words are typed."""
        if not self._started:
            self._started = True
            self._view.run_worker(self._run(), group="meaning", exit_on_error=False)

    def ask(self, typed: Filter, now: Instant) -> None:
        """Search for what was typed, once the child is done with the search before."""
        self.start()
        self._questions.put_nowait((typed, now))

    async def _question(self) -> tuple[Filter, Instant]:
        """Wait for a question, and return the latest."""
        question = await self._questions.get()
        while not self._questions.empty():
            question = self._questions.get_nowait()
        return question

    async def _run(self) -> None:
        """Hand one question after the other to the child, until it ends or the view goes."""
        with contextlib.suppress(OSError):
            stdin, stdout = await self._child.start()
            stdin.write(self._child.request)
            try:
                while True:
                    typed, now = await self._question()
                    stdin.write(SearchRequest(typed.describe(), typed.prefix, now).line())
                    await stdin.drain()
                    line = await stdout.readline()
                    if not line:
                        return
                    self._view.post_message(FoundByMeaning(typed, now, heard(json.loads(line))))
            finally:
                stdin.close()
                self._child.kill()
