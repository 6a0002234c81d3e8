"""What LangGraph's stores have in common, wherever they lie: what their rows say."""

from memtui.domain.memory import Draft
from memtui.formats.protocol import Record
from memtui.live_stores.langgraph import values
from memtui.live_stores.protocol import LiveStore, Row


class LangGraph(LiveStore):
    """Reads and words the rows of a table that has the same columns in every database."""

    called = "LangGraph"

    def record(self, row: Row, place: str) -> Record:
        """Return what a row says."""
        return values.record_of(self.name, row, place)

    def reworded(self, row: Row, draft: Draft) -> Row:
        """Return a row whose statement is another one."""
        return values.reworded(row, draft)

    def made(self, key: str, draft: Draft) -> Row:
        """Return a row made of a memory."""
        return values.made(key, draft)
