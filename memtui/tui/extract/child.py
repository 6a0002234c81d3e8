"""The child process that reads a text for the Extract view: started, fed, listened to, stopped.

`capture.child` is its other end. Lines are handed on in batches that take a few milliseconds each, so
that a flood of facts leaves room for keys.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator

from memtui.capture.child import Request
from memtui.child import Line
from memtui.tui.background.children import GRACE, Child

_SLICE = 0.008
"""Seconds of facts that are shown together: half a frame, so that keys are answered in between."""


class Reading(Child):
    """One reading of one text."""

    def __init__(self, request: Request, text: str) -> None:
        super().__init__("memtui.capture.child", request.line())
        self._text = text

    async def batches(self) -> AsyncIterator[list[Line]]:
        """Yield what the child tells, a few lines at a time, until it ends or is stopped. Raises OSError."""
        stdin, stdout = await self.start()
        feeding = asyncio.ensure_future(self._feed(stdin))
        try:
            while not self.stopped:
                batch = await _batch(stdout)
                if not batch:
                    break
                if not self.stopped:
                    yield batch
                await asyncio.sleep(0)
        finally:
            feeding.cancel()
            await self.end(stdin)

    def stop(self) -> None:
        """Tell the child to stop, which is killed when it takes long; what it told until now stays."""
        super().stop()
        if self.running:
            asyncio.get_running_loop().call_later(GRACE, self.kill)

    async def _feed(self, stdin: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            stdin.write(self.request)
            stdin.write(self._text.encode("utf-8", "replace"))
            await stdin.drain()
            stdin.close()


async def _batch(stdout: asyncio.StreamReader) -> list[Line]:
    batch: list[Line] = []
    started = 0.0
    while line := await stdout.readline():
        started = started or time.monotonic()
        batch.append(json.loads(line))
        if batch[-1]["is"] != "fact" or time.monotonic() - started > _SLICE:
            break
    return batch
