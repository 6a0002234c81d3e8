"""Jobs in files beside the store: what a hook leaves stays left when it is killed or locked out.

An agent ends a hook that takes too long, and another program may keep the store locked for longer than a hook
may wait. So a job is put into a small file first, then into the store, and the file is taken away. Whoever
looks for jobs takes in what still lies there; a job that is in both places is one, by its key.
"""

import contextlib
import json
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from memtui.plain_files import bytes_of

_MOST_BYTES = 64_000_000
"""What a hook leaves is shorter, even where every character of the longest text is escaped."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A job that is to be queued, as `jobs.queue` takes it."""

    kind: str
    key: str
    payload: Mapping[str, Any]


@contextlib.contextmanager
def beside(store: Path, wanted: Iterable[Wanted]) -> Iterator[None]:
    """Keep jobs beside the store until the block, which queues them, has ended well. Raises OSError."""
    file = store.with_name(f"{_start(store)}{time.time_ns()}-{os.getpid()}.json")
    part = file.with_suffix(".part")
    try:
        part.touch(mode=0o600)
        part.write_text(json.dumps([asdict(job) for job in wanted]), "utf-8")
        part.replace(file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    yield
    file.unlink(missing_ok=True)


def files_beside(store: Path) -> list[Path]:
    """Return the files beside a store that hold jobs, oldest first. What cannot be listed holds none."""
    try:
        names = sorted(os.listdir(store.parent))
    except OSError:
        return []
    return [
        store.with_name(name) for name in names if name.startswith(_start(store)) and name.endswith(".json")
    ]


def read(file: Path) -> list[Wanted]:
    """Return the jobs in a file; none when it is gone or holds something else."""
    try:
        data = bytes_of(file)
        entries = json.loads(data) if len(data) <= _MOST_BYTES else []
        return [Wanted(str(job["kind"]), str(job["key"]), dict(job["payload"])) for job in entries]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return []


def clear(files: Iterable[Path]) -> None:
    """Take files away whose jobs are in the store."""
    for file in files:
        with contextlib.suppress(OSError):
            file.unlink()


def _start(store: Path) -> str:
    return f"{store.name}.left-"
