"""Proposes to drop memories that have faded: weak, and unused for long.

A memory is proposed once its strength is below `decay.prune_threshold` and it was idle for more than
`decay.prune_after_days`, unless it is spared (see `protection`). Strength only shows how long nobody asked,
so the card shows the whole keep value beside it.

If the program that a memory came from never reported a use, disuse says little. Then a memory is only
proposed if it also reads like a leftover, and the card says so. Where uses are reported, a memory was unused
only since they are: what was linked today has not been idle for half a year.

The card proposes the soft drop, which is also what the auto-apply rule `prune` does, and archiving is one
key away. A relevance below 0.2 speaks for archiving, which a line of the evidence then says. The deed does
not depend on the relevance, because then one batch would do two things at once.
"""

import math
from dataclasses import replace

from memtui.capture.windows import tokens
from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.counting import plural
from memtui.domain.deeds import Change, Deed
from memtui.domain.fading import is_weak, weak_from
from memtui.domain.instant import DAY, Instant
from memtui.domain.keep_value import LOW, KeepValue, strength_words
from memtui.domain.memory import Memory
from memtui.domain.proposal import Evidence, Finding, Target
from memtui.domain.scope import first_levels
from memtui.review.rule import Context, MemoryRule
from memtui.review.rules.protection import spared_until, weigh

_PRUNE = rule_name(Kind.FADING, "prune")
_DELICATE = frozenset({"decision", "gotcha", "preference"})
"""Categories of which each memory deserves a look of its own."""
_LEFTOVER = 0.7
"""How likely a person has to agree by its text alone, where disuse says little."""
_AT_NONE, _PER_RELEVANCE = 0.9, 1.2
_LEAST_SURE, _MOST_SURE = 0.3, 0.85
"""How sure it is, chosen: from 0.85 where nothing speaks for the memory down to 0.3 at a relevance of 0.5;
one of more is spared.
"""
_ASK_AGAIN = 30 * DAY
"""When to look whether uses are reported by now."""


class Fading(MemoryRule):
    """Looks for memories that are weak and idle."""

    kind = Kind.FADING
    by_time = True

    def look(self, memory: Memory, now: Context) -> Finding | None:
        """Propose to drop a memory that has faded."""
        if not faded_unused(memory, now):
            return None
        kept = weigh(memory, now)
        if kept is None or not _speaks_enough(memory, now):
            return None
        return _finding(memory, kept, now)

    def look_again(self, memory: Memory, now: Context) -> Instant | None:
        """Return when it will have faded and nothing spares it any more."""
        weak = weak_from(memory, now.decay)
        if weak is None:
            return None
        again = spared_until(memory, now, max(weak, _unused_until(memory, now), now.now))
        if again is not None and not _speaks_enough(memory, now):
            again = max(again, now.now + _ASK_AGAIN)
        return None if again is None else max(math.floor(again), math.floor(now.now)) + 1.0


def _speaks_enough(memory: Memory, now: Context) -> bool:
    """Say whether disuse means something here, or the text reads like a leftover, as far as is known."""
    if now.uses_reported(memory) or now.homes is None:
        return True
    opinion = now.opinions.get(memory.id) or now.homes.opinions([memory], now.taste)[0]
    return opinion.agrees >= _LEFTOVER


def _idle_since(memory: Memory, now: Context) -> Instant:
    """Return since when a memory is known not to have been used."""
    return max(memory.last_touch, now.usage_known_since(memory) or memory.last_touch)


def faded_unused(memory: Memory, now: Context) -> bool:
    """Say whether a memory has faded and was not used for long, as far as is known, spared or not."""
    return is_weak(memory, now.now, now.decay) and _unused_until(memory, now) < now.now


def _unused_until(memory: Memory, now: Context) -> Instant:
    """Return until when a memory has to be unused before it is proposed."""
    return _idle_since(memory, now) + now.decay.prune_after_days * DAY


def _finding(memory: Memory, kept: KeepValue, now: Context) -> Finding:
    kept = replace(kept, idle=(now.now - _idle_since(memory, now)) / DAY)
    idle = plural(int(kept.idle), "day")
    faded = strength_words(kept.strength)
    unused = f"nobody used it for {idle} and" if memory.access_count else f"never used in {idle},"
    facts = kept.facts()
    if kept.relevance < LOW:
        facts = (
            *facts,
            ("instead", f"archive it: it is worth less than {LOW}"),
        )
    if not now.uses_reported(memory):
        facts = (*facts, ("uses", "none was ever reported of anything from there; it reads like a leftover"))
    obvious = not memory.access_count and _DELICATE.isdisjoint(memory.categories)
    return Finding(
        kind=Kind.FADING,
        rule=_PRUNE,
        targets=(Target.of(memory),),
        reason=f"{unused} it has faded to {faded}",
        change=Change(Deed.DROP, gone=(memory.id,)),
        scope=memory.scope,
        evidence=Evidence(facts=facts),
        confidence=round(min(max(_AT_NONE - _PER_RELEVANCE * kept.relevance, _LEAST_SURE), _MOST_SURE), 2),
        saves=tokens(memory.text),
        batch=f"faded memories of {first_levels(memory.scope)} that were never used" if obvious else "",
    )


RULE = Fading()
