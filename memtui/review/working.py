"""Works through the capture queue for as long as someone wants it, and runs the reviews that sessions ask for.

`memtui work` calls `keep_working`. The screen starts this module as a process of its own, so that its keys
never wait: `python -P -m memtui.review.working`. stdin is a Request as one line of JSON. stdout is one JSON
object a line: `worked` whenever something was done, `error` when it has to end. It runs at low priority, and
ends behind the part it is at when its stdin is closed or it is told to terminate; the rest stays queued.
"""

import contextlib
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from memtui.capture.worker import Worked
    from memtui.config.settings import Settings
    from memtui.store.database import Store
    from memtui.store.jobs import Job

_LOOK_EVERY = 2.0
"""Seconds between two looks into an empty queue."""
_REVIEW_BUSY = 60.0
"""Seconds until a pass is tried again that another process was at."""


@dataclass(frozen=True, slots=True)
class Request:
    """Whose queue is to be worked through."""

    db: str
    config: str = ""
    """The settings file; empty for the usual one."""
    prompts: str = ""
    """The folder with a person's own prompts."""
    once: bool = False
    """End when the queue is empty."""

    def line(self) -> bytes:
        """Return the request as the line on stdin."""
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def of(cls, line: bytes) -> Self:
        """Return the request that `line` holds."""
        return cls(**json.loads(line))


def keep_working(
    store: "Store",
    settings: "Settings",
    *,
    once: bool,
    prompts: Path | None = None,
    cancelled: Callable[[], bool],
    progress: Callable[[int, int], None] | None = None,
    after: Callable[["Worked"], None] | None = None,
) -> None:
    """Work through the queue, `once` or until it is cancelled; `after` hears of each time something was done.

    Raises StoreError.
    """
    from memtui.capture.worker import work
    from memtui.lifecycle.enqueue import REVIEW

    def review(_job: "Job") -> None:
        _review(store, settings, cancelled)

    while not cancelled():
        worked = work(
            store, settings, prompts=prompts, others={REVIEW: review}, cancelled=cancelled, progress=progress
        )
        if after is not None and (once or worked.done or worked.failed or worked.put_off):
            after(worked)
        if once:
            return
        until = time.monotonic() + _LOOK_EVERY
        while time.monotonic() < until and not cancelled():
            time.sleep(0.1)


def _review(store: "Store", settings: "Settings", cancelled: Callable[[], bool]) -> None:
    from memtui.capture.worker import Waits
    from memtui.review.passes import run_pass

    report = run_pass(store, settings, cancelled=cancelled)
    if report.status == "busy":
        raise Waits("another process runs the review pass", _REVIEW_BUSY)
    if report.status == "cancelled":
        raise Waits("the review pass was stopped; it goes on there", 0.0)


def told(store: "Store", worked: "Worked") -> dict[str, Any]:
    """Return what was done as the `worked` line says it."""
    from memtui.store import jobs

    left = jobs.counts(store)
    return {
        "is": "worked",
        "done": worked.done,
        "failed": worked.failed,
        "put_off": worked.put_off,
        "stored": worked.stored,
        "superseded": worked.superseded,
        "queued": worked.queued,
        "waiting": left.get("queued", 0),
        "given_up": left.get("failed", 0),
        "errors": worked.errors,
    }


def main() -> int:
    """Run the child; returns the exit code."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)

    def tell(line: Mapping[str, Any]) -> None:
        with contextlib.suppress(BrokenPipeError):
            out.write(json.dumps(line) + "\n")
            out.flush()

    from memtui.config import ConfigError
    from memtui.store.errors import StoreError

    stop = threading.Event()
    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGTERM, lambda *_: stop.set())
    with contextlib.suppress(AttributeError, OSError):
        os.nice(10)
    try:
        request = Request.of(_first_line())
        threading.Thread(target=_wait_for_end, args=(stop,), daemon=True).start()
        _work(request, tell, stop)
    except (StoreError, ConfigError) as error:
        tell({"is": "error", "says": str(error)})
    except Exception as error:  # noqa: BLE001 - the screen is to say that it failed, not how the store reads
        tell({"is": "error", "says": f"The capture queue could not be worked on: {type(error).__name__}."})
    return 0


def _work(request: Request, tell: Callable[[Mapping[str, Any]], None], stop: threading.Event) -> None:
    from memtui.config import clock, load
    from memtui.store.database import Store

    settings = load(Path(request.config) if request.config else None).settings
    with Store.open(Path(request.db), decay=settings.decay_rules, clock=clock(), create=False) as store:
        keep_working(
            store,
            settings,
            once=request.once,
            prompts=Path(request.prompts) if request.prompts else None,
            cancelled=stop.is_set,
            after=lambda worked: tell(told(store, worked)),
        )


def _first_line() -> bytes:
    """Read stdin up to the first line's end, without a buffer that would hold a lock at exit."""
    line = b""
    while not line.endswith(b"\n") and (piece := os.read(0, 65_536)):
        line += piece
    return line


def _wait_for_end(stop: threading.Event) -> None:
    while os.read(0, 1024):
        pass
    stop.set()


if __name__ == "__main__":
    sys.exit(main())
