"""What speaks for keeping a memory that a removal is proposed for.

Strength alone says only how long nobody asked. A card shows more: how often and in how many sessions it was
used, whether something else says it too, what speaks against its still being so, as far as rules can tell,
and how much it is worth keeping, the relevance score that decides: below `LOW` it may be archived,
above `HIGH` it is never proposed for fading, retention or budget.
"""

from dataclasses import dataclass

from memtui.domain.counting import plural
from memtui.domain.decay import idle_days, relevance, strength_of
from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import Memory

LOW = 0.2
"""Chosen: at most one small part speaks for the memory, such as its category alone."""
HIGH = 0.5
"""Chosen: two large parts speak for it, such as being new and being used often."""
MUCH_USED = 10
"""Uses from which on a memory is never proposed for fading, retention or budget."""
_LEAST_TOLD = 0.005
"""Strengths below it would be told as 0.00."""


@dataclass(frozen=True, slots=True)
class KeepValue:
    """What speaks for it and against it, and the one figure that combines them."""

    strength: float
    accesses: int
    sessions: int
    idle: float
    """Days since the last use, or since it was created."""
    relevance: float
    redundancy: str
    validity: str
    """What speaks against it, empty where nothing does."""
    usage_known: bool
    """False when the memory's source has never reported a use of anything: then disuse says nothing."""

    def facts(self) -> tuple[tuple[str, str], ...]:
        """Return it as the labelled lines of a card."""
        if not self.usage_known:
            need = "no usage data"
        elif self.accesses:
            times = "once" if self.accesses == 1 else f"{self.accesses} times"
            sessions = plural(self.sessions, "session")
            need = f"used {times} in {sessions}, last {self.idle:.0f} days ago"
        else:
            need = f"never used in {self.idle:.0f} days"
        return (
            ("strength", strength_words(self.strength)),
            ("used", need),
            ("elsewhere", self.redundancy),
            *((("against it", self.validity),) if self.validity else ()),
        )


def strength_words(strength: float) -> str:
    """Return a strength, 0…1, as a card says it."""
    return f"{strength:.2f} of 1" if strength >= _LEAST_TOLD else "nearly nothing"


def keep_value(
    memory: Memory,
    now: Instant,
    *,
    usage_known: bool = True,
    redundancy: str,
    validity: str = "",
) -> KeepValue:
    """Return what speaks for keeping `memory` at `now`."""
    idle = idle_days(memory.last_touch, now)
    return KeepValue(
        strength=strength_of(memory, now),
        accesses=memory.access_count,
        sessions=memory.session_count,
        idle=idle,
        relevance=relevance(
            age_days=max(now - memory.created_at, 0.0) / DAY,
            idle=idle,
            access_count=memory.access_count,
            categories=memory.categories,
        ),
        redundancy=redundancy,
        validity=validity,
        usage_known=usage_known,
    )
