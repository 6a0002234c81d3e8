"""What was learned about a language model: the answer format that its server takes, and if it streams.

Called by capture. It saves the refused requests with which it was found out. Servers are updated,
so it is forgotten after a month and found out again.
"""

from memtui.domain.instant import DAY
from memtui.store.database import Store

_KEPT = 30 * DAY
"""How long it is remembered which format of answers a model knows: models are replaced behind their name."""


def answer_format(store: Store, name: str, place: str) -> str | None:
    """Return the format that worked with the model `name` served at `place`; None when it is not known."""
    rows = store.query(
        "SELECT answer_format FROM models WHERE name = ? AND place = ? AND learned_at > ?",
        (name, place, store.now() - _KEPT),
    )
    return str(rows[0][0]) if rows else None


def remember_answer_format(store: Store, name: str, place: str, worked: str) -> None:
    """Keep the format that worked."""
    with store.write() as tx:
        tx.execute(
            "INSERT OR REPLACE INTO models (name, place, answer_format, learned_at) VALUES (?, ?, ?, ?)",
            (name, place, worked, tx.now),
        )
