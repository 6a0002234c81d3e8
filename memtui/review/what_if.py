"""Reads the sample from which `domain.what_if` tells what other settings of fading would do.

Whether review spares a memory, for its category, its uses or its relevance, does not rest on those settings,
so it is asked here, once. What is known of a use is the memory as it is now, with the uses it had by then.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from memtui.config.settings import Settings
from memtui.domain.course import Use
from memtui.domain.fading import seen_since
from memtui.domain.memory import Memory
from memtui.domain.what_if import Idle, Sample
from memtui.review.rule import Context
from memtui.review.rules.protection import spared
from memtui.store import memories, sampling
from memtui.store.database import Store

MOST = 20_000
"""So many memories, and so many uses, are looked at: then a share is right within one part in 140."""
_PORTION = 500
"""Memories whose uses are read at a time."""


def sample(store: Store, settings: Settings, most: int = MOST) -> Sample:
    """Return the memories that can fade and their recorded uses, as far as known.

    Takes a second or two in a large store; can be interrupted. Raises StoreError.
    """
    now = Context(store, settings, store.now())
    ids, count = sampling.live_ids(store, most)
    chains, share = sampling.used(store, most)
    idle: list[Idle] = []
    silent = 0
    for start in range(0, len(ids), _PORTION):
        portion = memories.get_many(store, ids[start : start + _PORTION])
        for memory in memories.that_fade(store, portion):
            tells = now.uses_reported(memory)
            silent += not tells
            is_spared = spared(memory, now, now.now) or not tells
            lies = _idle(memory, memory.session_count, memory.last_touch, now.now, is_spared=is_spared)
            idle.append(replace(lies, seen_since=seen_since(memory, now.decay)))
    uses: list[Idle] = []
    while used := list(islice(chains, _PORTION)):
        portion = memories.get_many(store, [memory_id for memory_id, _ in used])
        by_id = {memory.id: memory for memory in memories.that_fade(store, portion)}
        for memory_id, chain in used:
            if memory_id in by_id:
                uses += _before_each(by_id[memory_id], chain, now)
    return Sample(idle, uses, now.now, len(ids), count, share, silent)


def _before_each(memory: Memory, chain: Sequence[Use], now: Context) -> Iterator[Idle]:
    """Yield the idle stretch of a memory before each of its uses.

    Uses before the first recorded one are known only as a count; if there were any, the first recorded use
    is left out, since the idle time before it is unknown.
    """
    unknown = max(memory.access_count - len(chain), 0)
    sessions = max(memory.session_count - len({use.session for use in chain}), 0)
    seen: set[str] = set()
    touched = None if unknown else memory.created_at
    for earlier, use in enumerate(chain, start=unknown):
        if touched is not None and use.at > touched:
            then = replace(memory, access_count=earlier, last_accessed_at=touched)
            is_spared = spared(then, now, use.at)
            yield _idle(memory, sessions + len(seen), touched, use.at, is_spared=is_spared)
        touched = use.at
        seen.add(use.session)


def _idle(memory: Memory, sessions: int, touched: float, until: float, *, is_spared: bool) -> Idle:
    return Idle(memory.id, memory.type, sessions, memory.importance, touched, until, is_spared)
