"""Records the place in the journal when a person last left the screen, to tell what others did since."""

from memtui.store import marks
from memtui.store.database import Store


def seen_op(store: Store) -> int | None:
    """Return the last op before the screen was last left; None when it never was."""
    left = marks.value(store, marks.LEFT)
    return None if left is None else int(left)


def note_end(store: Store) -> None:
    """Remember that the screen is left now. Raises StoreBusy."""
    with store.write() as tx:
        newest = tx.query("SELECT coalesce(max(id), 0) FROM ops")[0][0]
        marks.put(tx, marks.LEFT, str(newest))
