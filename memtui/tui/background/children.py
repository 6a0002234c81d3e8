"""A child process of the screen: started, listened to line by line, stopped. The screen never waits for it.

Its request is one line of JSON on stdin, which stays open: closing it stops the child. It answers with one
JSON object a line on stdout, whose `is` names its meaning. `memtui.child` is the child's own end.
"""

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator

from memtui.child import Line

_LONGEST_LINE = 8 * 1024 * 1024
GRACE = 2.0
"""Seconds a stopped child has to come to the end of what it is at."""


class Child:
    """One run of a module as a process of its own."""

    def __init__(self, module: str, request: bytes) -> None:
        """Run `module` on `request`, one line."""
        self.stopped = False
        self._module = module
        self.request = request
        self._process: asyncio.subprocess.Process | None = None

    @property
    def running(self) -> bool:
        """Whether it was started and has not ended."""
        return self._process is not None and self._process.returncode is None

    def note(self, line: Line) -> None:
        """Take in a line before it is handed on."""

    async def lines(self) -> AsyncIterator[Line]:
        """Yield what the child tells, until it ends."""
        stdin, stdout = await self.start()
        try:
            with contextlib.suppress(ConnectionError):
                stdin.write(self.request)
                await stdin.drain()
            while written := await stdout.readline():
                line: Line = json.loads(written)
                self.note(line)
                yield line
        finally:
            await self.end(stdin)

    async def end(self, stdin: asyncio.StreamWriter) -> None:
        """Let go of the child; what of the request is not written yet is not wanted any more."""
        if not stdin.is_closing():
            stdin.transport.abort()
        await self.settle()

    async def start(self) -> tuple[asyncio.StreamWriter, asyncio.StreamReader]:
        """Start the process, and return where it is written to and read from. Raises OSError."""
        self._process = process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # a `json.py` in the folder memtui was started in is none of ours
            "-m",
            self._module,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=_LONGEST_LINE,
        )
        if process.stdin is None or process.stdout is None:
            raise OSError("there is no pipe to it")
        return process.stdin, process.stdout

    def stop(self) -> None:
        """Let the child stop at its next chance; what it did stays."""
        self.stopped = True
        if self._process is not None and self.running:
            with contextlib.suppress(ProcessLookupError):
                self._process.terminate()

    def kill(self) -> None:
        """End the child at once, if it has not ended."""
        if self._process is not None and self.running:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def settle(self, grace: float = GRACE) -> None:
        """Wait until the child has ended; one that takes longer than `grace` is killed."""
        process = self._process
        if process is None:
            return
        try:
            await asyncio.wait_for(process.wait(), grace)
        except TimeoutError:
            self.kill()
            await process.wait()
