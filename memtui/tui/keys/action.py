"""What an action is: a record with its keys, where it works, and what it asks for before it runs."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from memtui.tui.keys.views import EVERYWHERE, ViewId


@dataclass(frozen=True, slots=True)
class Situation:
    """What an action may ask about before it runs."""

    view: ViewId
    rows: int | None = 0
    """How many rows the view lists; None while that is being counted."""
    marked: int = 0
    aside: bool = False
    """The focus is on the scopes, or on the text that is extracted from: no row is under the cursor."""
    text: bool = False
    """There is a text to extract from."""
    part: str = ""
    """What Review shows: `card`, `members` of a batch, `source`, `rules`, or `nothing`; in Sources what is
    under the cursor: `linked`, `found`, or `nothing`."""
    offers: frozenset[str] = frozenset()
    """What the card lets one choose, see `card_parts.offers`; of a source, `write` and `load`; of an empty
    store, `sources` that were found."""
    busy: str = ""
    """What keeps the store busy, as a phrase; empty when nothing does."""


Need = Callable[[Situation], str]
"""Returns why an action cannot run now, or an empty string when it can. A key stands in it as `{undo}`."""


def _nothing(_now: Situation) -> str:
    return ""


class Group(StrEnum):
    """The headings of the keys page, in its order."""

    MOVE = "Move"
    FIND = "Find and select"
    REVIEW = "Review"
    EXTRACT = "Extract"
    SOURCES = "Sources"
    CHANGE = "Change"
    REMOVE = "Remove and bring back"
    VIEW = "Views and help"


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a person can do with a key."""

    id: str
    keys: tuple[str, ...]
    label: str
    """One or two words, for hints and the palette."""
    help: str
    """A sentence without a full stop, for the keys page. A key stands in it as `{undo}`, by its action."""
    group: Group
    views: tuple[ViewId, ...] = EVERYWHERE
    blocked: Need = _nothing
    hint: int = 0
    """Its place among the hints in the status line; 0 keeps it out."""
    hint_in: tuple[ViewId, ...] = EVERYWHERE
    """The views whose status line names it."""
