"""The capture queue: what hooks and commands leave for the worker, and how far each transcript was read.

A hook has little time, so it only inserts a row; the worker does the rest, in its own time, and again when
it was killed or failed (`locks.WORK`: one worker at a time). Not journalled: a job changes no memory.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from memtui.domain.instant import DAY, MINUTE, Instant
from memtui.domain.text import Longest, one_line
from memtui.domain.wordings import Wordings
from memtui.store import left_jobs
from memtui.store.database import Row, Store, Transaction
from memtui.store.memories import AMONG, ids_json
from memtui.store.processes import process_lives, this_process

MOST_ATTEMPTS = 6
"""With pauses that double from a minute, half an hour: by then the reason is no passing one."""
_FIRST_WAIT = MINUTE
"""Seconds until a failed job is tried again; doubled each time."""
_KEPT = 30 * DAY
"""How long it is remembered that a job was done."""


@dataclass(frozen=True, slots=True)
class Job:
    """One job as it was when read."""

    id: int
    kind: str
    key: str
    """Two jobs of one key are one: a second is not queued while the first waits."""
    payload: Mapping[str, Any]
    status: str
    """`queued`, `running`, `done`, or `failed` when it was tried often enough."""
    attempts: int
    not_before: Instant
    error: str


_COLUMNS = "id, kind, key, payload, status, attempts, not_before, error"


def queue(tx: Transaction, kind: str, key: str, payload: Mapping[str, Any]) -> bool:
    """Leave a job for the worker; its texts are clean. Returns False when one of this key waits already.

    One that had failed for good is tried again, with the new payload. One of this key that is being worked on
    waits too: whoever works on it looks, in the write that ends it, whether there is more by then.
    """
    body = json.dumps(dict(payload), ensure_ascii=False)
    rows = tx.query(
        "SELECT id, status FROM jobs WHERE key = ? AND status IN ('queued', 'running', 'failed')", (key,)
    )
    if rows and rows[0][1] == "failed":
        tx.execute(
            "UPDATE jobs SET payload = ?, status = 'queued', attempts = 0, not_before = ?, error = '' "
            "WHERE id = ?",
            (body, tx.now, rows[0][0]),
        )
        return True
    if rows:
        return False
    tx.execute(
        "INSERT INTO jobs (kind, key, payload, status, not_before, created_at) "
        "VALUES (?, ?, ?, 'queued', ?, ?)",
        (kind, key, body, tx.now, tx.now),
    )
    return True


def is_due(store: Store) -> bool:
    """Say whether there is a job to take, without writing: a look every other second must not."""
    if left_jobs.files_beside(store.path):
        return True
    due = "SELECT 1 FROM jobs WHERE status = 'queued' AND not_before <= ? LIMIT 1"
    if store.query(due, (store.now(),)):
        return True
    running = store.query("SELECT process FROM jobs WHERE status = 'running'")
    return any(row[0] == this_process() or not process_lives(row[0]) for row in running)


def take_in(store: Store) -> None:
    """Queue what hooks could not put into the store in time."""
    files = left_jobs.files_beside(store.path)
    if not files:
        return
    with store.write() as tx:
        for wanted in (job for file in files for job in left_jobs.read(file)):
            queue(tx, wanted.kind, wanted.key, wanted.payload)
    left_jobs.clear(files)


def take(store: Store) -> Job | None:
    """Claim the next job that is due, None when there is none. Jobs of killed workers are queued again.

    One that was under way each time its worker was killed rests after as many attempts as a failing one.
    The caller holds `locks.WORK`, so a job that this process is said to work on is left over, too.
    """
    take_in(store)
    with store.write() as tx:
        left = [
            row[0]
            for row in tx.query("SELECT id, process FROM jobs WHERE status = 'running'")
            if row[1] == this_process() or not process_lives(row[1])
        ]
        tx.execute(
            "UPDATE jobs SET process = '', status = CASE WHEN attempts < ? THEN 'queued' ELSE 'failed' END, "
            "error = CASE WHEN attempts < ? THEN error ELSE 'its worker was killed each time' END "
            f"WHERE id {AMONG}",
            (MOST_ATTEMPTS, MOST_ATTEMPTS, ids_json(left)),
        )
        rows = tx.query(
            f"SELECT {_COLUMNS} FROM jobs WHERE status = 'queued' AND not_before <= ? ORDER BY id LIMIT 1",
            (tx.now,),
        )
        if not rows:
            return None
        tx.execute(
            "UPDATE jobs SET status = 'running', process = ?, started_at = ?, attempts = attempts + 1 "
            "WHERE id = ?",
            (this_process(), tx.now, rows[0][0]),
        )
    row = rows[0]
    return replace(_job(row), status="running", attempts=row[5] + 1)


def progress(tx: Transaction, job_id: int, payload: Mapping[str, Any]) -> None:
    """Record how far a job is, in its payload: it goes on there when its worker is killed."""
    body = json.dumps(dict(payload), ensure_ascii=False)
    tx.execute("UPDATE jobs SET payload = ?, attempts = 1 WHERE id = ?", (body, job_id))


def finish(tx: Transaction, job_id: int) -> None:
    """Record that a job is done; what it carried is deleted."""
    tx.execute(
        "UPDATE jobs SET status = 'done', payload = '{}', error = '', ended_at = ?, process = '' "
        "WHERE id = ?",
        (tx.now, job_id),
    )
    tx.execute("DELETE FROM jobs WHERE status = 'done' AND ended_at < ?", (tx.now - _KEPT,))


def fail(tx: Transaction, job_id: int, error: str, *, wait: float | None = None) -> None:
    """Put a job back with its error, to be tried again after a while; after the last attempt it rests.

    `wait` seconds when given, such as until a spend cap frees up, and then it counts as no attempt.
    """
    (attempts,) = tx.query("SELECT attempts FROM jobs WHERE id = ?", (job_id,))[0]
    counted = attempts if wait is None else attempts - 1
    status = "failed" if counted >= MOST_ATTEMPTS else "queued"
    pause = _FIRST_WAIT * 2 ** max(counted - 1, 0) if wait is None else wait
    tx.execute(
        "UPDATE jobs SET status = ?, error = ?, not_before = ?, attempts = ?, process = '' WHERE id = ?",
        (status, one_line(error, Longest.QUOTE), tx.now + pause, counted, job_id),
    )


def put_back(tx: Transaction, job_id: int) -> None:
    """Put a job back that was stopped before it was done; that counts as no attempt."""
    tx.execute(
        "UPDATE jobs SET status = 'queued', process = '', attempts = max(attempts - 1, 0) WHERE id = ?",
        (job_id,),
    )


def retry_failed(tx: Transaction) -> int:
    """Queue what had failed for good once more, and what waits for its next attempt; returns how many."""
    return tx.execute(
        "UPDATE jobs SET status = 'queued', attempts = 0, not_before = ? "
        "WHERE status = 'failed' OR (status = 'queued' AND not_before > ?)",
        (tx.now, tx.now),
    )


def scrub(tx: Transaction, gone: Wordings) -> None:
    """Take texts that are being erased out of what waits; the rest of it is read all the same."""
    # The key of a job names its text by an unkeyed hash; a job that is done needs none.
    tx.execute("UPDATE jobs SET key = kind WHERE status = 'done'")
    for job_id, kind, body, error in tx.query(
        "SELECT id, kind, payload, error FROM jobs WHERE status != 'done'"
    ):
        payload = json.loads(body)
        text = str(payload.get("text", ""))
        left = gone.without(text)
        if left != text:
            clean = json.dumps({**payload, "text": left}, ensure_ascii=False)
            key = f"{kind}:{job_id}"
            tx.execute("UPDATE jobs SET payload = ?, key = ? WHERE id = ?", (clean, key, job_id))
        if gone.quoted_in(error):
            tx.execute("UPDATE jobs SET error = '' WHERE id = ?", (job_id,))


def get_all(store: Store) -> list[Job]:
    """Return the jobs that are not done, oldest first, a hundred at most."""
    rows = store.query(f"SELECT {_COLUMNS} FROM jobs WHERE status != 'done' ORDER BY id LIMIT 100")
    return [_job(row) for row in rows]


def counts(store: Store) -> dict[str, int]:
    """Return how many jobs there are by status."""
    return dict(store.query("SELECT status, count(*) FROM jobs GROUP BY status"))


def _job(row: Row) -> Job:
    return Job(row[0], row[1], row[2], json.loads(row[3]), *row[4:])


# -- transcripts -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TranscriptMark:
    """How far a transcript was read."""

    path: str
    session: str
    client: str
    cwd: str
    position: int
    """Bytes that were captured."""
    tool_turns: int
    """Tool turns that hooks have counted behind that."""
    captured_at: Instant
    whole: int = 0
    """Bytes that were read as a whole, after the session had ended."""


def transcript(store: Store, path: str) -> TranscriptMark | None:
    """Return how far a transcript was read, None when it never was."""
    rows = store.query(
        "SELECT path, session, client, cwd, position, tool_turns, captured_at, whole FROM transcripts "
        "WHERE path = ?",
        (path,),
    )
    return TranscriptMark(*rows[0]) if rows else None


def left_open(store: Store, *, before: Instant, limit: int) -> list[TranscriptMark]:
    """Return transcripts that were read in part, none of it after `before`, and not as a whole."""
    rows = store.query(
        "SELECT path, session, client, cwd, position, tool_turns, captured_at, whole FROM transcripts "
        "WHERE whole < position AND captured_at < ? ORDER BY captured_at LIMIT ?",
        (before, limit),
    )
    return [TranscriptMark(*row) for row in rows]


def note_transcript(tx: Transaction, mark: TranscriptMark) -> None:
    """Record how far a transcript was read."""
    tx.execute(
        "INSERT OR REPLACE INTO transcripts "
        "(path, session, client, cwd, position, tool_turns, captured_at, whole) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (mark.path, mark.session, mark.client, mark.cwd, mark.position, mark.tool_turns, tx.now, mark.whole),
    )
