"""Leaving a job for the capture worker, with nothing in it that the store may not hold.

Hooks, commands and agents call it. It loads no more than a text needs: a hook has little time.
"""

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

from memtui.domain.text import MAX_LENGTH, fingerprint, one_line, well_formed
from memtui.store import jobs, left_jobs
from memtui.store.database import Store, Transaction
from memtui.store.left_jobs import Wanted

WINDOW, SESSION, COMPACT, TASK, TEXT, REVIEW = "window", "session", "compact", "task", "text", "review"
"""What a job asks for: a look at a running session, the whole of an ended one, the summary that a client made
of its conversation, a subagent's result, the facts of a text, a review pass."""

_LINE = 4_000
"""Characters kept of a path, or of the name of a session or client; the system allows no longer path."""


def enqueue(
    tx: Transaction, kind: str, *, path: str = "", text: str = "", about: Mapping[str, str] | None = None
) -> bool:
    """Queue a job for a file or a text; `about` names its session, client, cwd and the like.

    Returns False when the text holds nothing to read, or the same job waits already.
    """
    job = wanted(kind, path=path, text=text, about=about)
    return job is not None and jobs.queue(tx, job.kind, job.key, job.payload)


@contextlib.contextmanager
def kept(store: Store, *asked: Wanted | None) -> Iterator[None]:
    """Leave jobs that outlast whatever goes wrong in the block: an error, a kill, a store that stays locked.

    What the block does may fail: the jobs lie beside the store and are taken in by the worker.
    """
    known = [job for job in asked if job is not None]
    if not known or store.read_only:
        return (yield)
    with left_jobs.beside(store.path, known):
        yield
        with store.write() as tx:
            for job in known:
                jobs.queue(tx, job.kind, job.key, job.payload)


def wanted(
    kind: str, *, path: str = "", text: str = "", about: Mapping[str, str] | None = None
) -> Wanted | None:
    """Return the job that `enqueue` would queue, or None when the text holds nothing to read.

    Only the first MAX_LENGTH characters of a text are kept; `left_out` in the job counts the rest.
    """
    payload: dict[str, Any] = {
        key: one_line(str(value), _LINE) for key, value in (about or {}).items() if value
    }
    key = kind
    if path:
        payload["path"] = path
        key = f"{kind}:{path}"
    if text:
        clean = cleaned(text)
        if not clean:
            return None
        payload["text"] = clean
        if len(text) > MAX_LENGTH:
            payload["left_out"] = len(text) - MAX_LENGTH
        key = f"{kind}:{payload.get('session', '')}:{fingerprint(clean):x}"
    return Wanted(kind, key, payload)


def cleaned(text: str) -> str:
    """Return what may be kept of a text until it is read: no reasoning, no tool noise, no secrets."""
    from memtui import secrets
    from memtui.domain.sanitise import sanitise

    return secrets.redact(sanitise(well_formed(text[:MAX_LENGTH]), raw=True))[0]
