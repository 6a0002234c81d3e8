"""The Dropped view: the Memories view over what was dropped or archived, with the same table and verbs."""

from memtui.domain.memory import PUT_AWAY
from memtui.store.listing import Order
from memtui.tui.keys.views import ViewId
from memtui.tui.memories.collection import Collection
from memtui.tui.memories.view import MemoriesView

_DROPPED = Collection(
    ViewId.DROPPED,
    PUT_AWAY,
    Order.CHANGED,
    (
        "Nothing was dropped or archived",
        "",
        "{drop}  in Memories drops, {archive} archives; both come here",
        "{undo}  takes back the latest of it",
    ),
)


def dropped_view(*, id: str) -> MemoriesView:  # noqa: A002 - the name Textual uses
    """Return the view of what was dropped or archived, latest first: to bring back, or to erase."""
    return MemoriesView(_DROPPED, id=id)
