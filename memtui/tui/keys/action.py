"""What an action is: a record with its keys, where it works, and what it asks for before it runs."""

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from memtui.domain.deed_record import Offer
from memtui.tui.keys.views import EVERYWHERE, ViewId


class Part(StrEnum):
    """Something that a view shows or has under the cursor, and that decides which keys there are."""

    NOTHING = "nothing"
    CARD = "card"
    MEMBERS = "members"
    """The proposals of a batch."""
    SOURCE = "source"
    RULES = "rules"
    LINKED = "linked"
    """A source that is kept in step."""
    FOUND = "found"
    """A source that is not linked."""
    SAVED = "saved"
    """A question that was saved."""
    MEETING = "meeting"
    """The place where other machines are met."""
    AGENT = "agent"
    """What an agent loads."""
    DEFAULT = "default"
    """A setting that is at its default."""
    CHANGED = "changed"
    """A setting that is not."""
    SECTION = "section"
    """The head of settings that belong together."""


class Can(StrEnum):
    """What can be done here besides what a yes offers to choose."""

    CARDS = "cards"
    """There are cards, or only some of them were asked for."""
    MANY = "many"
    """A yes takes several proposals together."""
    ALL = "all"
    """All of this kind can be decided at once."""
    UNMUTE = "unmute"
    RELEARN = "relearn"
    WRITE = "write"
    """The format of a source can be written."""
    WRITE_ALL = "write all"
    """There are sources to which nothing may be written yet."""
    DROP_AGAIN = "drop again"
    """What was dropped is in a source's files again."""
    LOAD = "load"
    """What an agent loads of it is known."""
    BETTER = "better"
    """A better answer waits to be shown."""
    LEAVE = "leave"
    """Other machines are met."""
    UNDO = "undo"
    """A setting was changed, which can be taken back."""
    REDO = "redo"
    """What was changed of a setting was taken back."""
    LINK = "link"
    """Sources were found, and the store is empty."""


class Situation(NamedTuple):
    """What an action may ask about before it runs."""

    view: ViewId
    rows: int | None = 0
    """How many rows the view lists; None while that is being counted."""
    marked: int = 0
    aside: bool = False
    """The focus is on the scopes, or on the text that is extracted from: no row is under the cursor."""
    text: bool = False
    """There is a text to extract from."""
    reading: bool = False
    """A text is being read, and none of its facts is there yet."""
    typing: bool = False
    """The text to extract from is being typed, so that most keys are letters of it."""
    part: Part = Part.NOTHING
    offers: frozenset[Offer | Can] = frozenset()
    busy: str = ""
    """What keeps the store busy, as a phrase; empty when nothing does."""


Need = Callable[[Situation], str]
"""Returns why an action cannot run now, or an empty string when it can. A key stands in it as `{undo}`."""


def _nothing(_now: Situation) -> str:
    return ""


class Group(StrEnum):
    """The headings of the keys page, in its order: what only a view has comes before what all have."""

    REVIEW = "Review"
    EXTRACT = "Extract"
    ASK = "Ask"
    SOURCES = "Sources"
    TIME = "Time"
    SETTINGS = "Settings"
    WHAT_IF = "What if"
    CHANGE = "Change"
    REMOVE = "Remove and bring back"
    FIND = "Find and select"
    MOVE = "Move"
    VIEW = "Views and help"


class Action(NamedTuple):
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
    hint_marked: int = 0
    """Its place among the hints while something is selected; 0 keeps it out then."""
