"""Runs the review pass in a process of its own, so that the keys of the screen never wait.

It runs as `python -P -m memtui.review.child`. stdin is a Request as one line of JSON. stdout is one JSON object
a line: `progress` now and then, and at last `end` or `error`. It runs at low priority, and stops between two
batches when its stdin is closed or it is told to terminate; what it found until then stays.
"""

import contextlib
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from memtui.config.settings import Settings
    from memtui.review.passes import PassReport
    from memtui.store.database import Store

_EVERY = 0.2
"""Seconds between two words of progress."""


@dataclass(frozen=True, slots=True)
class Request:
    """What pass is to run."""

    db: str
    config: str
    """The settings file; empty for the usual one."""
    prompts: str = ""
    """The folder with a person's own prompts."""
    full: bool = False
    judge: bool = False
    """Whether the model that is set up may be asked."""
    if_due: bool = False
    """Do nothing when the last pass was not long ago; see review.on_start."""

    def line(self) -> bytes:
        """Return the request as the line on stdin."""
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def of(cls, line: bytes) -> Self:
        """Return the request that `line` holds."""
        return cls(**json.loads(line))


def told(report: "PassReport") -> dict[str, Any]:
    """Return a report as the `end` line says it."""
    return {
        "is": "end",
        "status": report.status,
        "added": report.added,
        "withdrawn": report.withdrawn,
        "looked_at": report.looked_at,
        "seconds": round(report.seconds, 3),
        "kinds": {str(kind): count.added for kind, count in report.kinds.items() if count.added},
        "auto": [outcome.message for outcome in report.auto],
        "notes": report.notes,
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
        tell({"is": "error", "says": f"The review pass failed: {type(error).__name__}."})
    return 0


def _work(request: Request, tell: Any, stop: threading.Event) -> None:
    from memtui.config import load
    from memtui.review.passes import is_due, run_pass

    settings = load(Path(request.config) if request.config else None).settings
    with _opened(request, settings) as store:
        if request.if_due and not is_due(store, settings):
            tell({"is": "end", "status": "not due", "added": 0, "auto": [], "notes": []})
            return
        last = 0.0

        def progress(stage: str, done: int, total: int) -> None:
            nonlocal last
            if time.monotonic() - last > _EVERY:
                last = time.monotonic()
                tell({"is": "progress", "stage": stage, "done": done, "total": total})

        _fill(store, settings, stop)
        report = run_pass(store, settings, full=request.full, progress=progress, cancelled=stop.is_set)
    tell(told(report))


def _opened(request: Request, settings: "Settings") -> "Store":
    from memtui.config import clock
    from memtui.store.database import Store

    return Store.open(Path(request.db), decay=settings.decay_rules, clock=clock(), create=False)


def _fill(store: "Store", settings: "Settings", stop: threading.Event) -> None:
    """Give memories the vectors they lack, when that costs nothing but time."""
    from memtui.capture.embedding import fill
    from memtui.llm.embeddings import OFFLINE, embedder
    from memtui.llm.errors import LlmError
    from memtui.store import embeddings

    if settings.embeddings.model != OFFLINE:
        return
    with contextlib.suppress(LlmError):
        found = embedder(settings.embeddings, settings.llm)
        if found is not None and embeddings.missing(store, found.name, limit=1):
            fill(store, found, cancelled=stop.is_set)


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
