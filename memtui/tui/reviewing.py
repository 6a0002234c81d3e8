"""The child process that runs the review pass for the screen: started, listened to, stopped.

`review.child` is its other end. The screen never waits for it: it says how far it is, and what it found is in
the store when it ends.
"""

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator, Mapping
from typing import Any

from memtui.lifecycle.outcome import memories
from memtui.review.child import Request

Line = Mapping[str, Any]
"""One object of the child's stdout; `is` says which kind."""

_GRACE = 2.0
"""Seconds a stopped pass has to come to the end of its batch."""


class Pass:
    """One run of the review pass."""

    def __init__(self, request: Request, *, asked: bool) -> None:
        """Run what `request` says; `asked` when the person wants it now, rather than the calendar."""
        self.asked = asked
        self.progress = "starting"
        self.stopped = False
        self._request = request
        self._process: asyncio.subprocess.Process | None = None

    async def lines(self) -> AsyncIterator[Line]:
        """Yield what the child tells, until it ends."""
        self._process = process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # a `json.py` in the folder memtui was started in is none of ours
            "-m",
            "memtui.review.child",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        if process.stdin is None or process.stdout is None:
            return
        with contextlib.suppress(ConnectionError):
            process.stdin.write(self._request.line())  # left open: its end would stop the child
            await process.stdin.drain()
        try:
            while told := await process.stdout.readline():
                line: Line = json.loads(told)
                if line["is"] == "progress":
                    self.progress = progress_words(line)
                yield line
        finally:
            process.stdin.close()
            await self.settle()

    def stop(self) -> None:
        """Let the child stop between two batches; what it found stays."""
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


def progress_words(line: Line) -> str:
    """Return how far a pass is: `memories 1,000 of 12,000`."""
    stage, done, total = line["stage"], int(line["done"]), int(line["total"])
    return f"{stage} {done:,} of {total:,}" if total else str(stage)


def end_words(line: Line) -> str:
    """Return how a pass ended, as a sentence."""
    if line["status"] == "busy":
        return "Another memtui is at a pass already"
    found = ", ".join(f"{count:,} {kind}" for kind, count in line.get("kinds", {}).items())
    added, looked_at = int(line["added"]), int(line.get("looked_at", 0))
    was = "was" if looked_at == 1 else "were"
    said = f"{added:,} new: {found}" if added else f"Nothing new; {memories(looked_at)} {was} looked at"
    if line.get("withdrawn"):
        said += f"; {int(line['withdrawn']):,} no longer apply"
    return f"Stopped. {said}" if line["status"] == "cancelled" else said


def automatic_words(line: Line) -> str:
    """Return what the rules that may act without asking did; empty when nothing."""
    return "; ".join(str(words) for words in line.get("auto", ()))
