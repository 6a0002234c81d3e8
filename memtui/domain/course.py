"""The course of a memory's strength, from when it was made to when it fades: what the detail draws.

Between two uses the strength halves with each half-life (see `decay`); a use brings it back to the
importance, and from certain numbers of sessions on makes the half-life longer.
"""

import math
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from memtui.domain import decay
from memtui.domain.decay import DecayRules
from memtui.domain.fading import fades_at, seen_since
from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import Memory

_AHEAD = 30 * DAY
_MOST_AHEAD = 3.0
"""The future is shown for at most this many times the length of the past."""
_PAST_FADING, _PAST_NOW = 0.08, 0.1
"""How far the curve goes on, as a share of what is drawn already: enough to see it cross the threshold."""


class Use(NamedTuple):
    """One recorded use of a memory."""

    at: Instant
    session: str


class Course(NamedTuple):
    """The strength of one memory over time."""

    importance: float
    touches: list[Instant]
    """When it was made, and each use, in order."""
    half_lives: list[float | None]
    """From each touch on, in days."""
    start: Instant
    now: Instant
    end: Instant
    fades: Instant | None
    """When its strength falls below the prune threshold if nobody uses it; None for never."""
    use_known: bool
    """Whether a use of it would be seen; if not, it grows weak with its age alone."""

    def at(self, when: Instant) -> float:
        """Return the strength at a time; 0 before the memory was made."""
        place = bisect_right(self.touches, when) - 1
        if place < 0:
            return 0.0
        return decay.strength(self.importance, self.touches[place], self.half_lives[place], when)


def course(
    memory: Memory, uses: Sequence[Use], rules: DecayRules, now: Instant, files: Sequence[str]
) -> Course:
    """Return how the strength of a memory went and will go. `uses` are those recorded, in order of time.

    `files` are those that the memory stands in, as `decay.half_life_of` asks for them.

    Of uses that are known only as a count the last is taken; the sessions before the recorded ones count
    from the start.
    """
    sessions = max(memory.session_count - len({use.session for use in uses}), 0)
    seen: set[str] = set()
    known = [use for use in uses if use.at > memory.created_at]
    touches = [memory.created_at]
    half_lives = [rules.half_life_of(memory, files, session_count=sessions)]
    for use in known:
        seen.add(use.session)
        touches.append(use.at)
        half_lives.append(rules.half_life_of(memory, files, session_count=sessions + len(seen)))
    if memory.last_touch > touches[-1]:
        touches.append(memory.last_touch)
        half_lives.append(memory.half_life)
    half_lives[-1] = memory.half_life
    fades = fades_at(memory, rules)
    start = min(memory.created_at, now)
    wanted = (
        now + _AHEAD
        if fades is None
        else max(fades + (fades - start) * _PAST_FADING, now + (now - start) * _PAST_NOW)
    )
    end = min(wanted, now + max((now - start) * _MOST_AHEAD, 3 * _AHEAD))
    use_known = memory.half_life is None or seen_since(memory, rules) < math.inf
    return Course(memory.importance, touches, half_lives, start, now, end, fades, use_known)
