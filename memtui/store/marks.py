"""What the store has to remember for whoever opens it next, in `meta`: work that a crash cut off, a visit."""

from memtui.store.database import Store, Transaction

LOADING = "loading"
"""A load into an empty store: its indexes are off."""
ERASING = "erasing"
"""A purge: what is left of it to do."""
LEFT = "screen.left"
"""How far the journal was when the screen was last left."""


def is_set(store: Store, mark: str) -> bool:
    """Say whether a mark is set."""
    return bool(store.query("SELECT 1 FROM meta WHERE key = ?", (mark,)))


def value(queried: Store | Transaction, mark: str) -> str | None:
    """Return what a mark says; None where it is not set."""
    rows = queried.query("SELECT value FROM meta WHERE key = ?", (mark,))
    return str(rows[0][0]) if rows else None


def put(tx: Transaction, mark: str, value: str = "1") -> None:
    """Set a mark."""
    tx.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (mark, value))


def remove(tx: Transaction, mark: str) -> None:
    """Take a mark off."""
    tx.execute("DELETE FROM meta WHERE key = ?", (mark,))
