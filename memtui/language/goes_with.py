"""Which clauses of a memory go with the one before them, as its reason or as what people say of it.

In `The shop runs on Magento 1; nobody wants to touch that before Easter` the second says something of the
first. Once the shop runs on something else it would say that of the new.

Called by `up_to_date` and `hanging_on`, which ask what becomes of a memory, and by `lifecycle.taking_place`,
which tells the person.
"""

from itertools import pairwise
from pathlib import Path

from memtui.language.cutting import Piece
from memtui.language.memory_clauses import clauses_of
from memtui.phrases import phrases_in

FILE = Path(__file__).with_name("goes_with.toml")
_REFERS_BACK = tuple(phrase.pattern for phrase in phrases_in(FILE, within="goes_with").values())


def going_with(text: str, clause: Piece) -> list[Piece]:
    """Return the clauses of a text that say something of this one: right behind it, in the same line."""
    behind = [each for each in clauses_of(text, clause.start) if each.start > clause.start]
    found: list[Piece] = []
    for before, after in pairwise([clause, *behind]):
        if "\n" in text[before.start + len(before.text) : after.start] or not _refers_back(after.text):
            break
        found.append(after)
    return found


def gone_with(before: str, after: str) -> list[str]:
    """Return what a memory said of something that it says no more, and that it does not say any longer."""
    said = [each.text.strip(" ;.") for each in clauses_of(before) if _refers_back(each.text)]
    return [each for each in said if each not in after]


def _refers_back(clause: str) -> bool:
    return any(pattern.search(clause.strip()) for pattern in _REFERS_BACK)
