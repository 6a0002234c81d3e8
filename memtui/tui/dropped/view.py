"""The Dropped view: the Memories view over what was dropped or archived.

It differs in which states it lists, in which order, and in the keys the registry gives it.
"""

from memtui.domain.memory import State
from memtui.store.listing import Order
from memtui.tui.keys.views import ViewId
from memtui.tui.memories.view import MemoriesView


class DroppedView(MemoriesView):
    """What was dropped or archived, latest first: to bring back, or to erase."""

    view_id = ViewId.DROPPED
    states = frozenset({State.DROPPED, State.ARCHIVED})
    first_order = Order.CHANGED
    empty = (
        "Nothing was dropped or archived",
        "",
        "d  in Memories drops, x archives; both come here",
        "u  takes back the latest of it",
    )
