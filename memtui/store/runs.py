"""What each run of extraction or review took: calls, tokens and dollars, and what it found.

Called by capture and review. A run's row is there before its first call, because the spend cap is
about what is about to be spent: `reserve` asks and sets aside in one write, so that processes at
work side by side cannot pass the cap together. Not journalled: a run changes no memory.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from memtui.domain.instant import DAY, Instant
from memtui.store.database import Row, Store, Transaction


@dataclass(frozen=True, slots=True)
class Run:
    """One run as it was when read."""

    id: int
    kind: str
    """`extract`, `review`, …"""
    model: str
    """Empty for a run by rules alone."""
    status: str
    """`running`, or how it ended: `done`, `failed`, `cancelled`."""
    started_at: Instant
    last_at: Instant
    """When it last called a model, or ended."""
    calls: int
    tokens_in: int
    tokens_out: int
    usd: float
    unpriced: int
    """Calls among them whose price nobody knows."""
    counts: Mapping[str, int]
    """What it found, by outcome."""


_COLUMNS = "id, kind, model, status, started_at, last_at, calls, tokens_in, tokens_out, usd, unpriced, counts"


def begin(store: Store, kind: str, model: str = "") -> int:
    """Start a run and return its id."""
    with store.write() as tx:
        return tx.insert(
            "INSERT INTO runs (kind, model, status, started_at, last_at) VALUES (?, ?, 'running', ?, ?)",
            (kind, model, tx.now, tx.now),
        )


def reserve(store: Store, run_id: int, usd: float, *, per_run: float, per_day: float) -> Row | None:
    """Set aside `usd` for a call and return None, if both caps allow it.

    Else nothing changes, and what has been spent is returned: in this run, and within 24 hours.
    """
    with store.write() as tx:
        run, day = _spent(tx, run_id)
        if run + usd > per_run or day + usd > per_day:
            return run, day
        tx.execute("UPDATE runs SET reserved = reserved + ?, last_at = ? WHERE id = ?", (usd, tx.now, run_id))
    return None


def _spent(tx: Transaction, run_id: int) -> tuple[float, float]:
    run, day = tx.query(
        "SELECT coalesce(sum(CASE WHEN id = ? THEN usd + reserved END), 0), coalesce(sum(usd + reserved), 0) "
        "FROM runs WHERE last_at > ? OR id = ?",
        (run_id, tx.now - DAY, run_id),
    )[0]
    return float(run), float(day)


def settle(
    store: Store,
    run_id: int,
    *,
    reserved: float,
    calls: int,
    tokens_in: int,
    tokens_out: int,
    usd: float,
    unpriced: int,
) -> None:
    """Put what a call took in the place of what was set aside for it."""
    with store.write() as tx:
        tx.execute(
            "UPDATE runs SET reserved = max(reserved - ?, 0), calls = calls + ?, tokens_in = tokens_in + ?, "
            "tokens_out = tokens_out + ?, usd = usd + ?, unpriced = unpriced + ?, last_at = ? WHERE id = ?",
            (reserved, calls, tokens_in, tokens_out, usd, unpriced, tx.now, run_id),
        )


def finish(store: Store, run_id: int, status: str, counts: Mapping[str, int]) -> None:
    """End a run as `done`, `failed` or `cancelled`, with what it found. What was set aside is free again."""
    with store.write() as tx:
        tx.execute(
            "UPDATE runs SET status = ?, counts = ?, reserved = 0, last_at = ? WHERE id = ?",
            (status, json.dumps(dict(counts), sort_keys=True), tx.now, run_id),
        )


def close_left(store: Store, kind: str) -> int:
    """Mark runs of this kind as failed that still count as running; their process is known to be gone."""
    with store.write() as tx:
        return tx.execute(
            "UPDATE runs SET status = 'failed', reserved = 0 WHERE kind = ? AND status = 'running'", (kind,)
        )


def latest(store: Store, kind: str) -> Run | None:
    """Return the latest run of a kind, None before the first."""
    rows = store.query(f"SELECT {_COLUMNS} FROM runs WHERE kind = ? ORDER BY id DESC LIMIT 1", (kind,))
    return _run(rows[0]) if rows else None


def unpriced_lately(store: Store) -> tuple[int, int]:
    """Return the calls and tokens within 24 hours of runs that called a model without a known price.

    A run counts whole as long as its last call is no older.
    """
    rows = store.query(
        "SELECT coalesce(sum(calls), 0), coalesce(sum(tokens_in + tokens_out), 0) FROM runs "
        "WHERE unpriced > 0 AND last_at > ?",
        (store.now() - DAY,),
    )
    return int(rows[0][0]), int(rows[0][1])


def get(store: Store, run_id: int) -> Run | None:
    """Return one run, None when there is none of this id."""
    rows = store.query(f"SELECT {_COLUMNS} FROM runs WHERE id = ?", (run_id,))
    return _run(rows[0]) if rows else None


def _run(row: Row) -> Run:
    values: Row = (*row[:-1], json.loads(row[-1]))
    return Run(*values)
