"""How a memory went that a text says again: a person dropped it, or another took its place.

Called by the gates and by consolidation, which pass over such a text.
"""

from datetime import UTC, datetime

from memtui.domain.memory import State
from memtui.domain.text import Longest, one_line
from memtui.secrets.masking import headline
from memtui.store import departures
from memtui.store.database import Store


def how_it_went(store: Store, memory_id: int) -> str:
    """Return how a dropped memory went and on which day, as a person is told it."""
    how = departures.of(store, memory_id)
    at = store.now() if how is None else how.op.at
    day = f"{datetime.fromtimestamp(at, UTC):%d %B %Y}".lstrip("0")
    after = None if how is None else how.overtaken_by
    if after is None or after.state is State.ABSENT:
        return f"you dropped this on {day}"
    return f"overtaken on {day} by “{one_line(headline(after), Longest.SENTENCE)}”"
