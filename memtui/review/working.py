"""Works through the capture queue while someone wants it, and runs the reviews that sessions ask for.

`memtui work` calls `keep_working`. The screen starts this module as a process of its own, so that its keys
never wait: `python -P -m memtui.review.working`. stdin is a Request as one line of JSON. stdout is one JSON
object a line: `worked` when something was done, `exchanged` after an exchange with other machines, and
`error` when it has to end. It runs at low priority, and ends behind the part it is at when its stdin is
closed or it is told to terminate; the rest stays queued.
"""

import contextlib
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memtui import child
from memtui.domain.watch import Watch

if TYPE_CHECKING:
    from memtui.capture.worker import Worked
    from memtui.config.settings import Settings
    from memtui.store.database import Store
    from memtui.store.jobs import Job
    from memtui.sync.exchanged import Exchanged

_LOOK_EVERY = 2.0
"""Seconds between two looks into an empty queue."""
_REVIEW_BUSY = 60.0
"""Seconds until a pass is tried again that another process was at."""


@dataclass(frozen=True, slots=True)
class Request(child.Request):
    """Whose queue is to be worked through."""

    db: str
    config: str = ""
    """The settings file; empty for the usual one."""
    prompts: str = ""
    """The folder with a person's own prompts."""
    once: bool = False
    """End when the queue is empty."""


def keep_working(
    store: "Store",
    settings: "Settings",
    *,
    once: bool,
    prompts: Path | None = None,
    watch: Watch,
    after: Callable[["Worked"], None] | None = None,
    exchanged: Callable[["Exchanged"], None] | None = None,
) -> None:
    """Work through the queue, `once` or until it is cancelled; `after` hears of each time something was done.

    It exchanges with other machines, where the store does: `once` behind the queue, else meanwhile, in a
    thread. `exchanged` hears of that. Raises StoreError.
    """
    from memtui.capture.worker import work
    from memtui.lifecycle.enqueue import REVIEW
    from memtui.sync.following import Following

    def review(_job: "Job") -> None:
        _review(store, settings, prompts, watch.cancelled)

    on_exchange = exchanged or (lambda _done: None)
    with contextlib.nullcontext() if once else Following(store, settings.sync, on_exchange):
        while not watch.cancelled():
            worked = work(store, settings, prompts=prompts, others={REVIEW: review}, watch=watch)
            if after is not None and (once or worked.done or worked.failed or worked.put_off):
                after(worked)
            if once:
                _exchange(store, settings, on_exchange)
                return
            until = time.monotonic() + _LOOK_EVERY
            while time.monotonic() < until and not watch.cancelled():
                time.sleep(0.1)


def _exchange(store: "Store", settings: "Settings", exchanged: Callable[["Exchanged"], None]) -> None:
    """Exchange with other machines when it is time to; `sync status` tells what hinders that."""
    from memtui.sync.errors import SyncError
    from memtui.sync.pauses import exchange_if_due

    try:
        done = exchange_if_due(store, settings.sync)
    except SyncError:
        return
    if done is not None:
        exchanged(done)


def _review(
    store: "Store", settings: "Settings", prompts: Path | None, cancelled: Callable[[], bool]
) -> None:
    from memtui.capture.worker import Waits
    from memtui.review.child import reading
    from memtui.review.passes import run_pass
    from memtui.review.vectors import embedder_for

    known = embedder_for(store, settings, [], cancelled=cancelled)
    with reading(store, settings, prompts=prompts, cancelled=cancelled) as judge:
        model = judge.model if judge else ""
        report = run_pass(store, settings, embedder=known, judge=judge, model=model, cancelled=cancelled)
    if report.status == "busy":
        raise Waits("another process runs the review pass", _REVIEW_BUSY)
    if report.status == "cancelled":
        raise Waits("the review pass was stopped; it goes on there", 0.0)


def worked_line(store: "Store", worked: "Worked") -> dict[str, Any]:
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
        "left_out": dict(worked.left_out),
    }


def main() -> int:
    """Run the child; returns the exit code."""
    return child.serve(Request, _work, failed="The capture queue could not be worked on")


def _work(request: Request, tell: child.Tell, stop: threading.Event) -> None:
    from memtui.config import clock, load
    from memtui.store.opening import open_store
    from memtui.sync.following import exchanged_line

    settings = load(Path(request.config) if request.config else None).settings
    with open_store(Path(request.db), decay=settings.decay_rules, clock=clock(), create=False) as store:
        keep_working(
            store,
            settings,
            once=request.once,
            prompts=Path(request.prompts) if request.prompts else None,
            watch=Watch(cancelled=stop.is_set),
            after=lambda worked: tell(worked_line(store, worked)),
            exchanged=lambda done: tell(exchanged_line(done)),
        )


if __name__ == "__main__":
    sys.exit(main())
