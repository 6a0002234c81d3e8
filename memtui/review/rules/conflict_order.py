"""Which of two memories that disagree holds, and how that is known.

One that tells of the change and names what the other still says (`switched from npm to pnpm`) does; else the
one that was said last: created, or changed in its text. When these times are close, the dates or versions in
the two texts decide, or which of them tells of a change. A line of a file that has no day of its own may be
older than the file, so the time never says that it is the newer.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from memtui.domain.dating import is_undated, said_at
from memtui.domain.instant import DAY, SAME_TIME, Instant
from memtui.domain.memory import Memory
from memtui.language.announced import Announced, announced, tells_since_when
from memtui.language.disagreement import Disagreement

_SOON = DAY
"""A use within a day of a newer statement may be of the session that made it."""


@dataclass(frozen=True, slots=True)
class Order:
    """The memory of two that holds, and how that is known."""

    swapped: bool
    """The one that was created first is the one that holds."""
    days: float = 0.0
    """By how much the newer is newer, as it was said; 0 when that is about the same."""
    stated: bool = False
    """The two say themselves which is the newer, and agree with when they were said."""
    doubtful: bool = False
    """They say otherwise than when they were said, or nothing tells."""
    announced: bool = False
    """The newer tells of the change itself, and nothing else tells that it is the newer."""
    otherwise: bool = False
    """The one that was said first tells of a change."""
    used: bool = False
    """What speaks against the newer: the older was used in other sessions after it."""


def order_of(older: Memory, newer: Memory, difference: Disagreement, edited: Mapping[int, Instant]) -> Order:
    """Return which of two memories holds; `edited` is when each was last changed in its text, by its id."""
    times = [max(said_at(memory), edited.get(memory.id, 0.0)) for memory in (older, newer)]
    swapped = times[0] > times[1]
    first, last = (newer, older) if swapped else (older, newer)
    change = announced(older.text, newer.text)
    apart = abs(times[1] - times[0])
    if apart < SAME_TIME or (is_undated(last) and last.id not in edited):
        return _by_their_words(difference, change)
    side = "left" if swapped else "right"
    otherwise = _tells_of_a_change(first, last) if change is None else change.side != side
    if change is not None and otherwise and change.names_it:
        return Order(change.side == "left", announced=True)
    used = not (difference.newer or difference.progress) and _was_used_since(first, max(times))
    contradicted = bool(difference.newer) and difference.newer != side
    return Order(
        swapped,
        days=apart / DAY,
        stated=difference.newer == side,
        doubtful=used or otherwise or contradicted,
        otherwise=otherwise,
        used=used,
    )


def _by_their_words(difference: Disagreement, change: Announced | None) -> Order:
    """Return which of two holds by their texts alone: a later date or version, or what tells of a change."""
    if difference.newer:
        return Order(difference.newer == "left", stated=True)
    if change is not None:
        return Order(change.side == "left", announced=True)
    return Order(swapped=False, doubtful=True)


def _tells_of_a_change(first: Memory, last: Memory) -> bool:
    """Say whether only what was said first tells since when it is so."""
    return tells_since_when(first.text) and not tells_since_when(last.text)


def _was_used_since(memory: Memory, moment: Instant) -> bool:
    return (memory.last_accessed_at or 0.0) > moment + _SOON
