"""Memories that have to do with one memory: linked, changed together, of its session, about its subject.

Called by the detail of the screen, in a thread. The links and the session cost a few index look-ups, the
subject a search for the rarest words.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memtui.domain.memory import LinkKind, Memory, State
from memtui.domain.scope import ROOT
from memtui.store import journal, memories, recalling
from memtui.store.database import Store
from memtui.store.reach import around
from memtui.store.words import stems

_NEAR = 300
"""How many neighbours by id are searched for memories of the same session: they were added one after another.
"""
_OF_A_KIND = 4
"""Related memories named for each way of being related: what fits on a page beside the memory."""
_WORDS = re.compile(r"[^\W_]{4,}")
_READ = 1_000
"""Characters of a text whose words are searched for."""
_CANDIDATES = 24
"""Memories that are looked at more closely, of which a handful is shown."""
_IN_COMMON = 2
"""Rare words that two statements share when they are about the same thing."""
_RARE, _ALWAYS_RARE = 0.02, 4
"""A word is rare in at most this share of the memories, and when it is in no more than a few."""
_TOGETHER = 20
"""Memories that one op changed together are related up to here; a larger one is a bulk change."""

_OUT = {
    LinkKind.SUPERSEDES: "replaces",
    LinkKind.DERIVED_FROM: "made from",
    LinkKind.CONTRADICTS: "contradicts",
    LinkKind.RELATED: "related",
}
_IN = {
    LinkKind.SUPERSEDES: "replaced by",
    LinkKind.DERIVED_FROM: "summed up in",
    LinkKind.CONTRADICTS: "contradicted by",
    LinkKind.RELATED: "related",
}


@dataclass(frozen=True, slots=True)
class Related:
    """A memory and what it has to do with the one asked about."""

    how: str
    memory: Memory


def related(store: Store, memory: Memory) -> list[Related]:
    """Return what has to do with a memory, each once, what is surest first. Dropped ones are among them."""
    how_of: dict[int, str] = {}
    for how, memory_id in _all(store, memory):
        how_of.setdefault(memory_id, how)
    how_of.pop(memory.id, None)
    return [Related(how_of[other.id], other) for other in memories.get_many(store, list(how_of))]


def _all(store: Store, memory: Memory) -> Iterator[tuple[str, int]]:
    rows = store.query(
        "SELECT 1, kind, target_id FROM links WHERE memory_id = ? "
        "UNION SELECT 0, kind, memory_id FROM links WHERE target_id = ? ORDER BY 1 DESC, 2, 3",
        (memory.id, memory.id),
    )
    for goes_out, kind, other in rows:
        yield (_OUT if goes_out else _IN)[LinkKind(kind)], other
    for other in _changed_together(store, memory):
        yield "changed together", other
    for other in _same_session(store, memory)[:_OF_A_KIND]:
        yield "same session", other
    for other in _same_subject(store, memory)[:_OF_A_KIND]:
        yield "same subject", other


def _changed_together(store: Store, memory: Memory) -> list[int]:
    """Return what a merge or a verdict changed together with a memory."""
    ops = {
        change.op.id
        for change in journal.history_of(store, memory.id, limit=20)
        if 1 < change.op.changed <= _TOGETHER
        and change.before != State.ABSENT
        and change.op.undone_by is None
    }
    ids_together = [
        change.memory_id for op in sorted(ops, reverse=True) for change in journal.changes(store, op)
    ]
    return list(dict.fromkeys(i for i in ids_together if i != memory.id))[:_OF_A_KIND]


def _same_session(store: Store, memory: Memory) -> list[int]:
    session = memory.provenance.get("session")
    if not isinstance(session, str) or not session:
        return []
    rows = store.query(
        "SELECT id FROM memories WHERE id BETWEEN ? AND ? AND id != ? AND state != 'absent' "
        "AND json_extract(provenance, '$.session') = ? ORDER BY abs(id - ?), id",
        (memory.id - _NEAR, memory.id + _NEAR, memory.id, session, memory.id),
    )
    return [row[0] for row in rows]


def _same_subject(store: Store, memory: Memory) -> list[int]:
    """Return memories that share several rare words with a memory, most of them first."""
    words = _words_of(memory)
    known = recalling.commonness(store, words)
    rare = max(known.total * _RARE, _ALWAYS_RARE)
    telling = [word for word in words if 1 < known.of(word) <= rare]
    if not telling:
        return []
    wanted = {known.stems[word] for word in telling}
    shared: dict[int, int] = {}
    likely = recalling.by_words(
        store, recalling.commonness(store, telling), reach=around(ROOT), limit=_CANDIDATES
    )
    for other in memories.get_many(store, likely):
        shared[other.id] = len(wanted & set(stems(_words_of(other))))
    close = [i for i, count in shared.items() if i != memory.id and count >= _IN_COMMON]
    return sorted(close, key=lambda i: (-shared[i], i))


def _words_of(memory: Memory) -> list[str]:
    return sorted({word.lower() for word in _WORDS.findall(memory.text[:_READ])})
