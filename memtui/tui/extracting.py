"""The child process that reads a text for the Extract view: started, listened to, stopped.

`capture.child` is its other end. Lines are handed on in batches that take a few milliseconds each, so
that a flood of facts leaves room for keys.
"""

import asyncio
import contextlib
import json
import sys
import time
from collections.abc import AsyncIterator

from memtui.capture.child import Line, Request

_SLICE = 0.008
_LONGEST_LINE = 8 * 1024 * 1024
_GRACE = 2.0
"""Seconds a stopped child has to put its accounts in order."""


class Child:
    """One reading of one text."""

    def __init__(self, request: Request, text: str) -> None:
        self._request = request
        self._text = text
        self._process: asyncio.subprocess.Process | None = None
        self.stopped = False
        """Whether it was told to stop."""

    async def batches(self) -> AsyncIterator[list[Line]]:
        """Yield what the child tells, a few lines at a time, until it ends or is stopped."""
        self._process = process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # a `json.py` in the folder memtui was started in is none of ours
            "-m",
            "memtui.capture.child",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=_LONGEST_LINE,
        )
        feeding = asyncio.ensure_future(self._feed(process))
        try:
            while not self.stopped:
                batch = await self._batch(process)
                if not batch:
                    break
                if not self.stopped:
                    yield batch
                await asyncio.sleep(0)
        finally:
            feeding.cancel()
            await self.settle()

    def stop(self) -> None:
        """Tell the child to stop; what it told until now stays."""
        self.stopped = True
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.terminate()
            asyncio.get_running_loop().call_later(_GRACE, self._kill)

    def _kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def settle(self, grace: float = _GRACE) -> None:
        """Wait until the child has ended; one that takes longer than `grace` is killed."""
        process = self._process
        if process is None:
            return
        try:
            await asyncio.wait_for(process.wait(), grace)
        except TimeoutError:
            self._kill()
            await process.wait()

    async def _feed(self, process: asyncio.subprocess.Process) -> None:
        if process.stdin is None:
            return
        with contextlib.suppress(ConnectionError):
            process.stdin.write(self._request.line())
            process.stdin.write(self._text.encode("utf-8", "replace"))
            await process.stdin.drain()
            process.stdin.close()

    async def _batch(self, process: asyncio.subprocess.Process) -> list[Line]:
        batch: list[Line] = []
        if process.stdout is None:
            return batch
        started = 0.0
        while line := await process.stdout.readline():
            started = started or time.monotonic()
            batch.append(json.loads(line))
            if batch[-1]["is"] != "fact" or time.monotonic() - started > _SLICE:
                break
        return batch
