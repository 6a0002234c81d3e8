"""Finds by words and meaning for Ask, in a process of its own: the screen's end of `recall.answering`.

A thread waits for each answer, never the screen. When the process fails, words alone answer, and say so.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
from pathlib import Path

from memtui.recall.answering import Request, SearchRequest, unpacked
from memtui.recall.asking import Question, by_words
from memtui.recall.briefing import CALL_HITS
from memtui.recall.search import Recalled
from memtui.store.database import Store

_PATIENCE = 30.0
"""Seconds after which a process that does not answer is ended."""


class MeaningSearch:
    """One such process, started with the first question."""

    def __init__(self, store: Path, config: Path | None) -> None:
        """Ask about the store at a path, by the settings in a file; None for the usual one."""
        self._request = Request(str(store), str(config or ""))
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._ended = False
        self.warm = False
        """Whether it has answered before, so that it answers at once."""

    def search(self, store: Store, question: Question, scope: str | None, rest: int) -> Recalled:
        """Recall by words and meaning; waits for the answer. Raises StoreError."""
        asked = SearchRequest(question.text, scope, CALL_HITS, rest, store.now())
        with self._lock:
            line = self._answer(asked)
        try:
            told = json.loads(line)
        except ValueError:
            told = {"is": "error", "says": "the process that compares meanings ended."}
        if told["is"] == "found":
            self.warm = True
            return unpacked(store, told)
        found = by_words(store, question, scope, rest)
        found.only_words(str(told["says"]))
        return found

    def _answer(self, asked: SearchRequest) -> bytes:
        """Return the line that answers; empty when there is none."""
        if self._ended:
            return b""
        if self._process is None or self._process.poll() is not None:
            self._start()
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            return b""
        limit = threading.Timer(_PATIENCE, process.kill)
        limit.start()
        try:
            process.stdin.write(asked.line())
            process.stdin.flush()
            return process.stdout.readline()
        except (OSError, ValueError):
            return b""
        finally:
            limit.cancel()

    def _start(self) -> None:
        command = [sys.executable, "-P", "-m", "memtui.recall.answering"]
        with contextlib.suppress(OSError):
            self._process = subprocess.Popen(  # noqa: S603 our own module, without a shell
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
            if self._process.stdin is not None:
                self._process.stdin.write(self._request.line())

    def end(self) -> None:
        """End the process; a thread that waits for it goes on by words."""
        self._ended = True
        process = self._process
        if process is not None:
            process.kill()
            process.wait()
