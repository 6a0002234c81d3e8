"""The Dropped view: the Memories view over what was dropped or archived."""

from memtui.tui.memories.collection import DROPPED
from memtui.tui.memories.view import MemoriesView


def dropped_view(*, id: str) -> MemoriesView:  # noqa: A002 - the name Textual uses
    """Return the view of what was dropped or archived, latest first: to bring back, or to erase."""
    return MemoriesView(DROPPED, id=id)
