"""Runs the review pass in a process of its own, so that the keys of the screen never wait.

It runs as `python -P -m memtui.review.child`. stdin is a Request as one line of JSON. stdout is one JSON
object a line: `progress` now and then, and at last `end` or `error`. It runs at low priority, and stops
between two batches when its stdin is closed or it is told to terminate; what it found until then stays.
"""

import contextlib
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memtui import child

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memtui.config.settings import Settings
    from memtui.domain.watch import Cancelled
    from memtui.review.asking import Judge
    from memtui.review.pass_report import PassReport
    from memtui.store.database import Store

_EVERY = 0.2
"""Seconds between two words of progress."""


@dataclass(frozen=True, slots=True)
class Request(child.Request):
    """What pass is to run."""

    db: str
    config: str
    """The settings file; empty for the usual one."""
    prompts: str = ""
    """The folder with a person's own prompts."""
    full: bool = False
    judge: bool = False
    """Whether the person said that the model may read; else it does as review.judge has it."""
    model: str = ""
    """The model they chose; empty for llm.model."""
    if_due: bool = False
    """Do nothing when the last pass was not long ago; see review.on_start."""


def end_line(store: "Store", report: "PassReport") -> dict[str, Any]:
    """Return a report as the `end` line says it: what is new as cards, as the queue shows it."""
    from memtui.store.cards import count_cards

    new = count_cards(store, holding=report.new)
    return {
        "is": "end",
        "status": report.status,
        "new": new.count,
        "withdrawn": report.withdrawn,
        "looked_at": report.looked_at,
        "seconds": round(report.seconds, 3),
        "kinds": {str(kind): count for kind, count in new.by_kind.items()},
        "auto": [outcome.message for outcome in report.auto],
        "notes": report.notes,
    }


def main() -> int:
    """Run the child; returns the exit code."""
    return child.serve(Request, _work, failed="The review pass failed")


@contextlib.contextmanager
def reading(
    store: "Store",
    settings: "Settings",
    *,
    asked: bool = False,
    model: str = "",
    prompts: Path | None = None,
    cancelled: "Cancelled | None" = None,
) -> "Iterator[Judge | None]":
    """Open the model for a pass that a person asked for with it, or that may have one by their settings."""
    if not asked and settings.review.judge != "changes":
        yield None
        return
    from memtui.review.asking import judge_for

    with judge_for(store, settings, model=model, prompts=prompts, cancelled=cancelled) as judge:
        yield judge


def _work(request: Request, tell: child.Tell, stop: threading.Event) -> None:
    from memtui.config import load
    from memtui.review.passes import is_due, run_pass
    from memtui.review.vectors import embedder_for

    settings = load(Path(request.config) if request.config else None).settings
    with _opened(request, settings) as store:
        if request.if_due and not is_due(store, settings):
            tell({"is": "end", "status": "not due", "new": 0, "auto": [], "notes": []})
            return
        last = 0.0

        def progress(stage: str, done: int, total: int) -> None:
            nonlocal last
            if time.monotonic() - last > _EVERY:
                last = time.monotonic()
                tell({"is": "progress", "stage": stage, "done": done, "total": total})

        notes: list[str] = []
        known = embedder_for(store, settings, notes, progress=progress, cancelled=stop.is_set)
        with reading(
            store,
            settings,
            asked=request.judge,
            model=request.model,
            prompts=Path(request.prompts) if request.prompts else None,
            cancelled=stop.is_set,
        ) as judge:
            report = run_pass(
                store,
                settings,
                full=request.full,
                embedder=known,
                judge=judge,
                model=judge.model if judge else "",
                progress=progress,
                cancelled=stop.is_set,
            )
        report.notes += notes
        tell(end_line(store, report))


def _opened(request: Request, settings: "Settings") -> "Store":
    from memtui.config import clock
    from memtui.store.opening import open_store

    return open_store(Path(request.db), decay=settings.decay_rules, clock=clock(), create=False)


if __name__ == "__main__":
    sys.exit(main())
