"""When a memory has faded: disuse has made it weaker than the prune threshold.

What does not fade (`decay.DecayRules.half_life` says what that is) has not faded either, however little it
was worth from the start. The store asks the same of its rank keys in SQL (`store.selection`), by the same
arithmetic, so signs, filters and every count agree to the last memory.
"""

from memtui.domain.decay import NEVER, DecayRules, elapsed_halvings, halvings_to, rank_key
from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import Memory

_ROUNDED = 2.0**-27
"""By how much rounded rank keys may differ from true ones: what lies at the threshold is not below it."""


def faded_below(half_life: float | None, at: Instant, rules: DecayRules) -> float:
    """Return the rank key below which memories of a half-life have faded at a time; NEVER where none has."""
    if half_life is None:
        return NEVER
    return elapsed_halvings(at, half_life) - halvings_to(rules.prune_threshold) - _ROUNDED


def has_faded(memory: Memory, at: Instant, rules: DecayRules) -> bool:
    """Say whether a memory has faded at a time, if nobody uses it until then."""
    key = rank_key(memory.importance, memory.last_touch, memory.half_life)
    return key < faded_below(memory.half_life, at, rules)


def fades_at(memory: Memory, rules: DecayRules) -> Instant | None:
    """Return when a memory fades, or faded: at once where it was weak from the start, None for never."""
    if memory.half_life is None or rules.prune_threshold <= 0:
        return None
    key = rank_key(memory.importance, memory.last_touch, memory.half_life)
    return max(key_falls_at(key, memory.half_life, rules), memory.last_touch)


def key_falls_at(key: float, half_life: float, rules: DecayRules) -> Instant:
    """Return when a rank key falls below `faded_below`."""
    return (key + halvings_to(rules.prune_threshold)) * half_life * DAY
