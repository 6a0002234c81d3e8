"""What a memory with a list says once a statement puts an item on the list, or takes one from it.

`We added ap-south to the supported regions` makes `Supported regions: eu-west, us-east` end with `ap-south`,
and `us-east was shut down` takes that from it. An item only comes to a list that the statement names. One
that goes without a word of the list is asked about: it may have gone from something else. Called by
`renewed`, and by whoever asks whether a statement tells of such a change.
"""

from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from pathlib import Path

from memtui.language.cutting import Piece
from memtui.language.memory_clauses import clauses_of
from memtui.language.side import telling_words
from memtui.language.stems import stem
from memtui.language.told_change import ABOUT, is_open, is_to_come
from memtui.phrases import lists_in, phrases_in

FILE = Path(__file__).with_name("list_change.toml")
_GAINS, _LOSES, _MEMORY = (
    [phrase.pattern for phrase in phrases_in(FILE, within=name).values()]
    for name in ("gains", "loses", "memory")
)
_LISTED, _BETWEEN = _MEMORY
_OF_LISTS = frozenset(map(stem, lists_in(FILE, "lists")["of_lists"].words))
_LONGEST = 200
"""Characters of a statement that changes a list; a longer one tells more."""
_MOST_WORDS = 4
"""Words of an item."""


class Sure(Enum):
    """Whether a change of a list is one of the list of a memory, and has come about."""

    YES = auto()
    ASK = auto()
    TO_COME = auto()


@dataclass(frozen=True, slots=True)
class ListChange:
    """What comes to a list or goes from it."""

    items: tuple[str, ...]
    of: frozenset[str]
    """The words for what it is a list of; none where that is not said."""
    gains: bool
    is_to_come: bool
    """It says from when on, or that it will be so."""


@dataclass(frozen=True, slots=True)
class _Listed:
    """A clause of a memory that is a list."""

    head: str
    items: tuple[str, ...]
    joint: str
    """What stands before the last item."""
    end: str

    def said(self, items: tuple[str, ...]) -> str:
        """Return the clause with other items."""
        *first, last = items
        return self.head + (f"{', '.join(first)}{self.joint}" if first else "") + last + self.end


@lru_cache(maxsize=1024)
def list_change(statement: str) -> ListChange | None:
    """Return what a statement puts on a list or takes from it; None where it tells nothing of a list."""
    if len(statement) > _LONGEST or is_open(statement):
        return None
    for patterns, gains in ((_GAINS, True), (_LOSES, False)):
        match = next((found for each in patterns if (found := each.search(statement))), None)
        if match is not None:
            items = tuple(_BETWEEN.split(match["item"]))
            of = telling_words(match["of"]) if match["of"] else frozenset[str]()
            short = all(0 < len(item.split()) <= _MOST_WORDS for item in items)
            later = is_to_come(statement) or ABOUT["from_when"].match(match["when"] or "") is not None
            return ListChange(items, of - _OF_LISTS, gains, later) if short else None
    return None


def with_list_changed(text: str, statement: str, start: int = 0) -> tuple[str, Sure] | None:
    """Return what a memory says with its list changed, and how sure that is; None where it has none."""
    change = list_change(statement)
    if change is None or (change.gains and not change.of):
        return None
    each = [(clause, found) for clause in clauses_of(text, start) if (found := _changed(clause, change))]
    if len(each) != 1:
        return None
    clause, said = each[0]
    sure = Sure.YES if change.of else Sure.ASK
    said = text[: clause.start] + said + text[clause.start + len(clause.text) :]
    return said, Sure.TO_COME if change.is_to_come else sure


def _changed(clause: Piece, change: ListChange) -> str | None:
    """Return a clause with its list changed; None where it is no list, or none of this change."""
    listed = _listed(clause.text)
    if listed is None or not change.of <= telling_words(listed.head):
        return None
    known = {item.lower() for item in listed.items}
    named = [item.lower() in known for item in change.items]
    if change.gains:
        return None if any(named) else listed.said((*listed.items, *change.items))
    gone = {item.lower() for item in change.items}
    left = tuple(item for item in listed.items if item.lower() not in gone)
    return listed.said(left) if all(named) and left else None


def _listed(clause: str) -> _Listed | None:
    match = _LISTED.match(clause)
    if match is None:
        return None
    items = tuple(_BETWEEN.split(match["items"]))
    if any(not 0 < len(item.split()) <= _MOST_WORDS for item in items):
        return None
    joints = [joint[0] for joint in _BETWEEN.finditer(match["items"])]
    return _Listed(match["head"], items, joints[-1] if joints else ", ", match["end"])
