"""Locks that hold over processes and for longer than a transaction: one review pass, one worker at a time.

A lock is a row in `meta` with the process that holds it. That of a killed process counts for nothing.
"""

from memtui.store.database import Store
from memtui.store.processes import process_lives, this_process

REVIEW, WORK = "review.lock", "work.lock"


def take(store: Store, name: str) -> str:
    """Claim a lock for this process; returns an empty string, or the process that holds it."""
    with store.write() as tx:
        rows = tx.query("SELECT value FROM meta WHERE key = ?", (name,))
        if rows and rows[0][0] != this_process() and process_lives(rows[0][0]):
            return str(rows[0][0])
        tx.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (name, this_process()))
    return ""


def free(store: Store, name: str) -> None:
    """Give a lock back."""
    with store.write() as tx:
        tx.execute("DELETE FROM meta WHERE key = ? AND value = ?", (name, this_process()))


def holder(store: Store, name: str) -> str:
    """Return the process that holds a lock now, or an empty string."""
    rows = store.query("SELECT value FROM meta WHERE key = ?", (name,))
    return str(rows[0][0]) if rows and process_lives(rows[0][0]) else ""
