"""Proposes to drop what has faded: weak, and unused for long.

A memory is proposed once its strength is below `decay.prune_threshold` and it was idle for more than
`decay.prune_after_days`, unless it is spared (see `protection`). Strength says only how long nobody asked, so
the card shows the whole keep value beside it.

The card proposes the soft drop, which is also what the auto-apply rule `prune` does, and archiving is one key
away. A relevance below 0.2 speaks for archiving: then a line of the evidence says so. The deed stays the same
whatever the relevance, because one that changed with a score would make a batch do two things at once.
"""

import math

from memtui.capture.windows import tokens
from memtui.domain.decay import strength
from memtui.domain.instant import DAY, Instant
from memtui.domain.keep_value import LOW, KeepValue
from memtui.domain.memory import Memory
from memtui.domain.proposal import Change, Deed, Evidence, Finding, Kind, Target, rule_name
from memtui.review.rule import Context, MemoryRule
from memtui.review.rules.protection import spared_until, weigh
from memtui.review.rules.wording import family, number

_PRUNE = rule_name(Kind.FADING, "prune")
_DELICATE = frozenset({"decision", "gotcha", "preference"})
"""Categories of which each memory deserves a look of its own."""


class Fading(MemoryRule):
    """Looks for memories that are weak and idle."""

    kind = Kind.FADING
    by_time = True

    def look(self, memory: Memory, now: Context) -> Finding | None:
        """Propose to drop a memory that has faded."""
        if not has_faded(memory, now):
            return None
        kept = weigh(memory, now)
        return None if kept is None else _finding(memory, kept)

    def look_again(self, memory: Memory, now: Context) -> Instant | None:
        """Return when it will have faded and nothing spares it any more."""
        faded = _faded_at(memory, now)
        again = None if faded is None else spared_until(memory, now, max(faded, now.now))
        return None if again is None else max(math.floor(again), math.floor(now.now)) + 1.0


def has_faded(memory: Memory, now: Context) -> bool:
    """Say whether a memory is weak and idle, spared or not."""
    if memory.half_life is None:
        return False
    decay = now.decay
    touched = memory.last_touch
    if now.now - touched <= decay.prune_after_days * DAY:
        return False
    return strength(memory.importance, touched, memory.half_life, now.now) < decay.prune_threshold


def _faded_at(memory: Memory, now: Context) -> Instant | None:
    """Return when a memory is weak and idle enough; None when it never will be."""
    decay = now.decay
    if memory.half_life is None or decay.prune_threshold <= 0.0:
        return None
    days = decay.prune_after_days
    if memory.importance > 0.0:
        days = max(days, memory.half_life * math.log2(memory.importance / decay.prune_threshold))
    return memory.last_touch + days * DAY


def _finding(memory: Memory, kept: KeepValue) -> Finding:
    idle = number(int(kept.idle), "day")
    faded = f"{kept.strength:.2f}" if kept.strength >= 0.005 else "nearly nothing"
    unused = f"nobody used it for {idle} and" if memory.access_count else f"never used in {idle},"
    facts = kept.facts()
    if kept.relevance < LOW:
        facts = (
            *facts,
            ("instead", f"archive it: its relevance is below {LOW}"),
        )
    obvious = not memory.access_count and _DELICATE.isdisjoint(memory.categories)
    return Finding(
        kind=Kind.FADING,
        rule=_PRUNE,
        targets=(Target.of(memory),),
        reason=f"{unused} it has faded to {faded}",
        change=Change(Deed.DROP, gone=(memory.id,)),
        scope=memory.scope,
        evidence=Evidence(facts=facts),
        confidence=round(min(max(0.9 - 1.2 * kept.relevance, 0.3), 0.85), 2),
        saves=tokens(memory.text),
        batch=f"faded memories of {family(memory.scope)} that were never used" if obvious else "",
    )


RULE = Fading()
