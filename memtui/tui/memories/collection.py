"""Which memories a view with a table is about: the live ones, or those that were dropped and archived."""

from collections.abc import Sequence
from typing import NamedTuple

from memtui.domain.memory import State
from memtui.store.listing import Order
from memtui.tui.keys.views import ViewId


class Collection(NamedTuple):
    """The memories of one view."""

    view_id: ViewId
    states: frozenset[State]
    order: Order
    """The order that the view begins with."""
    empty: Sequence[str]
    """What to say when there are none, the first line standing out; keys stand in it for `Keymap.filled`."""


LIVE = Collection(
    ViewId.MEMORIES,
    frozenset({State.LIVE}),
    Order.STRENGTH,
    (
        "No memories yet",
        "",
        "{add:22}write the first one",
        "{view_sources} {link_path:20}look in a folder of yours, or in a file",
        "memtui init           find what agents know on this machine",
        "memtui demo           look around in examples first",
    ),
)
