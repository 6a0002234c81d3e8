"""Says which memories are never proposed for disuse or age, and until when.

The rules that archive or drop unneeded memories share it. It spares memories that are pinned,
constitutional or about who someone is; those in scopes where nothing fades; those used ten times or more;
decisions and other categories within their time to live; those whose words say that they still hold, "until
Easter"; memories of high relevance; and those from a source that reports no uses.

Each reason lasts until the memory changes or until a known time, and relevance only falls, so the pass
knows when to look again.
"""

import math
from collections.abc import Callable, Mapping

from memtui.domain.decay import relevance
from memtui.domain.durations import Duration
from memtui.domain.instant import DAY, Instant
from memtui.domain.keep_value import HIGH, MUCH_USED, KeepValue, keep_value
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.scope import is_in_any
from memtui.review.rule import Context
from memtui.review.rules.own_end import end_ahead
from memtui.store import memories

DELICATE = frozenset({"decision", "gotcha", "preference", "identity"})
"""Categories of which each memory deserves a look of its own, whatever is wrong with it."""
_ASK_AGAIN = 30 * DAY
"""A source that reports no uses may begin to, and nothing about its memories changes then."""
_FOREVER = 100 * 365 * DAY


def weigh(memory: Memory, now: Context) -> KeepValue | None:
    """Return what speaks for keeping a memory, or None when it is spared. Reads no table before that."""
    if spared(memory, now, now.now):
        return None
    return keep_value(memory, now.now, redundancy=redundancy(memory, now))


def spared(memory: Memory, now: Context, at: Instant) -> bool:
    """Say whether a memory as it was at a time is proposed for no disuse then, however weak it is."""
    return (
        spared_for_good(memory, now)
        or _time_left(memory, now) > at
        or relevance_at(memory, at) > HIGH
        or not now.usage_known(memory)
    )


def spared_until(memory: Memory, now: Context, start: Instant) -> Instant | None:
    """Return the first time from `start` on at which `weigh` would not spare a memory; None for never."""
    if spared_for_good(memory, now):
        return None
    start = max(start, _time_left(memory, now))
    if start == math.inf:
        return None
    if not now.usage_known(memory):
        return max(start, now.now + _ASK_AGAIN)
    return relevance_below(memory, HIGH, start)


def relevance_at(memory: Memory, at: Instant) -> float:
    """Return the relevance score of a memory at a time, 0…1."""
    return relevance(
        age_days=(at - memory.created_at) / DAY,
        idle=(at - memory.last_touch) / DAY,
        access_count=memory.access_count,
        categories=memory.categories,
    )


def relevance_below(
    memory: Memory, limit: float, start: Instant, end: Instant | None = None
) -> Instant | None:
    """Return the first time from `start` on at which a memory's relevance is below `limit`; None if never.

    With `end`, None too when it is not below by then.
    """
    return first_time(
        lambda at: relevance_at(memory, at) < limit, start, start + _FOREVER if end is None else end
    )


def first_time(holds: Callable[[Instant], bool], start: Instant, end: Instant) -> Instant | None:
    """Return when what stays so once it is so begins to hold, to the second; None if not by `end`."""
    if holds(start):
        return start
    if not holds(end):
        return None
    while end - start > 1.0:
        middle = (start + end) / 2
        if holds(middle):
            end = middle
        else:
            start = middle
    return end


def end_of(memory: Memory, ttl: Mapping[str, Duration]) -> tuple[Instant, str] | None:
    """Return when a memory's time is up, and the category that says so: the one that lasts longest.

    An expiry date of its own overrides, and then the category is empty. None when nothing sets an end.
    """
    if memory.expires_at is not None:
        return memory.expires_at, ""
    ends = [
        (ttl[category].after(memory.created_at), category)
        for category in memory.categories
        if category in ttl
    ]
    return max(ends) if ends else None


def redundancy(memory: Memory, now: Context) -> str:
    """Say whether another live memory says the same, word for word; the one part that is looked up."""
    others = memories.count_copies(now.store, memory)
    if not others:
        return "no other memory says it in these words"
    return f"{others} other{'s say' if others > 1 else ' says'} it in the same words"


def spared_for_good(memory: Memory, now: Context) -> bool:
    """Say whether a memory is spared as long as nobody changes it."""
    return (
        memory.pinned
        or memory.access_count >= MUCH_USED
        or memory.type is MemoryType.CONSTITUTIONAL
        or "identity" in memory.categories
        or is_in_any(memory.scope, now.decay.exempt_scopes)
    )


def _time_left(memory: Memory, now: Context) -> Instant:
    """Return until when its time to live or its own words spare a memory; the distant past for neither."""
    ttl = now.settings.ttl
    end = end_of(memory, ttl)
    if memory.expires_at is None and "decision" in memory.categories and "decision" not in ttl:
        return math.inf
    said = None if memory.expires_at is not None else end_ahead(memory)
    return max(-math.inf if end is None else end[0], -math.inf if said is None else said)
