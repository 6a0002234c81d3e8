"""When a memory has faded: disuse that would have been seen has made it weaker than the prune threshold.

What does not fade (`decay.DecayRules.half_life` says what that is) has not faded either, however little it
was worth from the start. What came from a program that never reported a use only looks unused: it grows
weak with its age and sinks in the list, but it has not faded, and review proposes nothing for its disuse.

The store asks the same of its rank keys in SQL (`store.selection`), by the same arithmetic, so signs, filters
and every count agree to the last memory.
"""

import math

from memtui.domain.decay import NEVER, DecayRules, elapsed_halvings, halvings_to, rank_key
from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import Memory, Origin

_ROUNDED = 2.0**-27
"""By how much rounded rank keys may differ from true ones: what lies at the threshold is not below it."""


def faded_below(half_life: float | None, at: Instant, rules: DecayRules) -> float:
    """Return the rank key below which memories of a half-life are too weak at a time; NEVER where none is."""
    if half_life is None:
        return NEVER
    return elapsed_halvings(at, half_life) - halvings_to(rules.prune_threshold) - _ROUNDED


def is_weak(memory: Memory, at: Instant, rules: DecayRules) -> bool:
    """Say whether a memory is weaker than the threshold at a time, if nobody uses it until then."""
    key = rank_key(memory.importance, memory.last_touch, memory.half_life)
    return key < faded_below(memory.half_life, at, rules)


def weak_from(memory: Memory, rules: DecayRules) -> Instant | None:
    """Return when a memory becomes so weak, or became it: at once if it always was; None for never."""
    if memory.half_life is None or rules.prune_threshold <= 0:
        return None
    key = rank_key(memory.importance, memory.last_touch, memory.half_life)
    return max(key_falls_at(key, memory.half_life, rules), memory.last_touch)


def key_falls_at(key: float, half_life: float, rules: DecayRules) -> Instant:
    """Return when a rank key falls below `faded_below`."""
    return (key + halvings_to(rules.prune_threshold)) * half_life * DAY


def disuse_tells_from(memory: Memory, rules: DecayRules) -> Instant:
    """Return from when on it says something that nobody used a memory; infinity for what is not reported.

    memtui sees every use of what was written in it. What came from elsewhere has to be unused for as long as
    review asks for since the first use of anything from there was seen.
    """
    return seen_since(memory, rules) + rules.prune_after_days * DAY


def seen_since(memory: Memory, rules: DecayRules) -> Instant:
    """Return since when a use of a memory would be known; infinity where none is reported."""
    return rules.reported.get(memory.source, math.inf) if memory.origin is Origin.IMPORTED else -math.inf


def tells_from(source: str, rules: DecayRules) -> Instant:
    """Return from when on the disuse of what was imported from a source says something."""
    return rules.reported.get(source, math.inf) + rules.prune_after_days * DAY


def telling_sources(at: Instant, rules: DecayRules) -> list[str]:
    """Return the sources of which the disuse of what was imported says something at a time."""
    return sorted(source for source in rules.reported if tells_from(source, rules) <= at)


def has_faded(memory: Memory, at: Instant, rules: DecayRules) -> bool:
    """Say whether a memory has faded at a time, if nobody uses it until then."""
    return is_weak(memory, at, rules) and disuse_tells_from(memory, rules) <= at


def fades_at(memory: Memory, rules: DecayRules) -> Instant | None:
    """Return when a memory fades, or faded; None for never."""
    weak, tells = weak_from(memory, rules), disuse_tells_from(memory, rules)
    return None if weak is None or tells == math.inf else max(weak, tells)
