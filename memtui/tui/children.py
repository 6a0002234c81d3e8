"""A child process of the screen: started, listened to line by line, stopped. The screen never waits for it.

Its request is one line of JSON on stdin, which is left open: its end stops the child. What it tells is one
JSON object a line on stdout, of which `is` says what it means.
"""

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator, Mapping
from typing import Any

Line = Mapping[str, Any]

_GRACE = 2.0
"""Seconds a stopped child has to come to the end of what it is at."""


class Child:
    """One run of a module as a process of its own."""

    def __init__(self, module: str, request: bytes) -> None:
        """Run `module` on `request`, one line."""
        self.stopped = False
        self._module = module
        self._request = request
        self._process: asyncio.subprocess.Process | None = None

    def note(self, line: Line) -> None:
        """Take in a line before it is handed on."""

    async def lines(self) -> AsyncIterator[Line]:
        """Yield what the child tells, until it ends."""
        self._process = process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # a `json.py` in the folder memtui was started in is none of ours
            "-m",
            self._module,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        if process.stdin is None or process.stdout is None:
            return
        with contextlib.suppress(ConnectionError):
            process.stdin.write(self._request)
            await process.stdin.drain()
        try:
            while told := await process.stdout.readline():
                line: Line = json.loads(told)
                self.note(line)
                yield line
        finally:
            process.stdin.close()
            await self.settle()

    def stop(self) -> None:
        """Let the child stop at its next chance; what it did stays."""
        self.stopped = True
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.terminate()

    async def settle(self, grace: float = _GRACE) -> None:
        """Wait until the child has ended; one that takes longer than `grace` is killed."""
        process = self._process
        if process is None:
            return
        try:
            await asyncio.wait_for(process.wait(), grace)
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
