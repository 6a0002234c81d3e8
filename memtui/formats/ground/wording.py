"""What kind of memory a statement is, by its words and the headings above it; used by the readers.

Rules and how-tos are procedural, facts semantic. Agents write both side by side and mark neither.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from memtui.domain.memory import MemoryType
from memtui.formats.ground.importances import DECIDED, LEARNED, STANDING, STATED, WHO_THEY_ARE, WISH
from memtui.phrases import phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("wording.toml"))
LIKING = _PHRASES["liking"].pattern
DECISION = _PHRASES["decision"].pattern
TRAP = _PHRASES["trap"].pattern
STATUS = _PHRASES["status"].pattern
PREFERENCE = _PHRASES["preference"].pattern
SELF = _PHRASES["self"].pattern
_ABOUT = _PHRASES["about"].pattern
_IDENTITY = _PHRASES["identity"].pattern
_FAILURES = _PHRASES["failures"].pattern
_IMPERATIVE = _PHRASES["imperative"].pattern
_RULE = _PHRASES["rule"].pattern
_STEPS = re.compile(r"^1[.)] ", re.MULTILINE)
_START = 400
"""Characters that tell what sort of statement it is."""


@dataclass(frozen=True, slots=True)
class Sort:
    """What a statement becomes."""

    type: MemoryType
    categories: tuple[str, ...]
    importance: float


def is_rule(text: str) -> bool:
    """Say whether a statement tells somebody what to do."""
    beginning = text[:_START]
    return bool(_IMPERATIVE.match(beginning) or _RULE.search(beginning) or _STEPS.search(beginning))


def sort_of(text: str, headings: str = "") -> Sort:
    """Return what a statement below `headings` becomes."""
    beginning = text[:_START]
    if TRAP.search(headings) or _FAILURES.search(headings):
        return Sort(MemoryType.SEMANTIC, ("gotcha",), LEARNED)
    if DECISION.search(headings) or DECISION.search(beginning):
        return Sort(MemoryType.SEMANTIC, ("decision",), DECIDED)
    if PREFERENCE.search(headings) or LIKING.search(beginning) or _RULE.search(beginning):
        return Sort(MemoryType.PROCEDURAL, ("preference",), DECIDED)
    if is_rule(beginning):
        return Sort(MemoryType.PROCEDURAL, ("finding",), LEARNED)
    if STATUS.search(headings):
        return Sort(MemoryType.SEMANTIC, ("project_status",), STANDING)
    return Sort(MemoryType.SEMANTIC, ("finding",), STATED)


def sort_of_person(text: str, headings: str = "") -> Sort:
    """Return what a statement about the user becomes."""
    beginning = text[:_START]
    if _ABOUT.search(headings) or _IDENTITY.match(beginning):
        return Sort(MemoryType.CONSTITUTIONAL, ("identity",), WHO_THEY_ARE)
    if is_rule(beginning):
        return Sort(MemoryType.PROCEDURAL, ("preference",), WISH)
    if LIKING.search(beginning) or PREFERENCE.search(headings):
        return Sort(MemoryType.SEMANTIC, ("preference",), WISH)
    return Sort(MemoryType.SEMANTIC, ("observation",), LEARNED)
