"""Searches by words and meaning in a process of its own: the screen's end of `recall.child`.

One process serves every view, for it holds a model. Threads wait for its answers, never the screen. When it
fails, words alone answer.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
from pathlib import Path

from memtui.child import Line, Request
from memtui.llm.embeddings import is_local
from memtui.recall.child import MeaningRequest

_PATIENCE = 30.0
"""Seconds after which a process that does not answer is ended."""
_REST = 0.5
"""Seconds without a key after which a model elsewhere is asked: each question costs time and money."""


class MeaningProcess:
    """One such process, started with the first question."""

    def __init__(self, store: Path, config: Path | None, model: str) -> None:
        """Ask about the store at a path, by the settings in a file; None for the usual one.

        `model` is the embedder that they name.
        """
        self._request = MeaningRequest(str(store), str(config or ""))
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._ended = False
        self._answered = False
        self.rest = 0.0 if is_local(model) else _REST
        """How long the typing has to rest before it is asked."""

    @property
    def is_warm(self) -> bool:
        """Whether it answers at once: it has before, and its model is on this machine."""
        return self._answered and not self.rest

    def start(self) -> None:
        """Start it, so that it is ready when the first words are typed."""
        with self._lock:
            self._started()

    def ask(self, request: Request) -> Line:
        """Return its answer, an `error` where there is none; waits for it."""
        with self._lock:
            line = self._answer(request)
        try:
            reply: Line = json.loads(line)
        except ValueError:
            return {"is": "error", "says": "the process that compares meanings ended."}
        self._answered = self._answered or reply["is"] == "found"
        return reply

    def _answer(self, request: Request) -> bytes:
        """Return the line that answers; empty when there is none."""
        process = self._started()
        if process is None or process.stdin is None or process.stdout is None:
            return b""
        limit = threading.Timer(_PATIENCE, process.kill)
        limit.start()
        try:
            process.stdin.write(request.line())
            process.stdin.flush()
            return process.stdout.readline()
        except (OSError, ValueError):
            return b""
        finally:
            limit.cancel()

    def _started(self) -> subprocess.Popen[bytes] | None:
        """Return the process, started anew where it has ended; None once the screen ends."""
        if self._ended:
            return None
        if self._process is None or self._process.poll() is not None:
            self._start()
        return self._process

    def _start(self) -> None:
        command = [sys.executable, "-P", "-m", "memtui.recall.child"]
        with contextlib.suppress(OSError):
            self._process = subprocess.Popen(  # noqa: S603 our own module, without a shell
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
            if self._process.stdin is not None:
                self._process.stdin.write(self._request.line())
                self._process.stdin.flush()

    def end(self) -> None:
        """End the process; a thread that waits for it goes on by words."""
        self._ended = True
        process = self._process
        if process is not None:
            process.kill()
            process.wait()
