"""Storing what was learned from a text: many new memories and what they supersede, as one op.

Capture calls it with the facts that passed its gates and a person's or a policy's verdict. One undo takes
everything back: the new memories become absent, the superseded ones live again.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from memtui.domain.actor import Actor
from memtui.domain.memory import Draft, LinkKind, Memory, State
from memtui.lifecycle.checks import checked
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.outcome import NAMED
from memtui.lifecycle.withheld import Withheld
from memtui.store import inserting, journal, memories, recording, tombstones
from memtui.store.database import Store, Transaction
from memtui.store.journal import Op
from memtui.store.links import link

_CHUNK = 500
"""Facts stored in one transaction; only import brings more at once, by `bulk_add`."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One memory to store, with what it takes the place of."""

    draft: Draft
    supersedes: Memory | None = None
    """The memory that it replaces, in the version that was compared."""


@dataclass(slots=True)
class Learned:
    """What became of the lessons."""

    op: Op | None = None
    ids: list[int] = field(default_factory=list)
    """The new memories."""
    superseded: list[int] = field(default_factory=list)
    duplicates: int = 0
    """Stored by someone else in the meantime."""
    suppressed: int = 0
    """Dropped or erased before."""
    stale: int = 0
    """Left out because the memory to supersede has changed since it was compared."""
    refused: list[str] = field(default_factory=list)
    """Why the first hundred that cannot be stored at all were refused."""


def learn(
    store: Store,
    lessons: Sequence[Lesson],
    *,
    by: Actor,
    detail: str = "",
    allow_dropped: bool = False,
    also: Callable[[Transaction], None] | None = None,
) -> Learned:
    """Add memories as one op, each with what it supersedes dropped and linked.

    The lessons are compared with the store again, since it may have changed. When a chunk fails, the chunks
    before it stay as an interrupted op that can be undone. `also` writes what must be committed with the
    last chunk, such as the place reached in a transcript; it is called even when there is nothing to add.
    """
    learned = Learned()
    good = _checked(lessons, learned)
    op_id: int | None = None
    changed = 0
    try:
        for start in range(0, len(good), _CHUNK):
            chunk = good[start : start + _CHUNK]
            last = start + _CHUNK >= len(good)
            with store.write() as tx:
                this_op = recording.begin(tx, "extract", by, detail=detail) if op_id is None else op_id
                changed += _store_chunk(tx, store, this_op, chunk, learned, allow_dropped)
                if last:
                    recording.finish(tx, this_op, changed)
                    if also is not None:
                        also(tx)
                else:
                    recording.progress(tx, this_op, changed)
            op_id = this_op
            if not last:
                time.sleep(0)
        if not good and also is not None:
            with store.write() as tx:
                also(tx)
    except BaseException:
        if op_id is not None:
            with store.write() as tx:
                recording.finish(tx, op_id, changed, interrupted=True)
        raise
    learned.op = journal.op(store, op_id) if op_id is not None and changed else None
    return learned


def _checked(lessons: Sequence[Lesson], learned: Learned) -> list[Lesson]:
    good = []
    for lesson in lessons:
        try:
            good.append(Lesson(checked(lesson.draft), lesson.supersedes))
        except Refused as error:
            if len(learned.refused) < NAMED:
                learned.refused.append(str(error))
    return good


def _store_chunk(
    tx: Transaction,
    store: Store,
    op_id: int,
    chunk: Sequence[Lesson],
    learned: Learned,
    allow_dropped: bool,
) -> int:
    """Store a chunk of lessons and return how many memories it changed."""
    drafts = [lesson.draft for lesson in chunk]
    hashes = inserting.hashes_of(drafts)
    known = inserting.look_up(store, drafts, hashes)
    buried = set() if allow_dropped else tombstones.buried(store, drafts)
    dropped = Withheld(store)
    targets = [lesson.supersedes.id for lesson in chunk if lesson.supersedes is not None]
    current = {memory.id: memory for memory in memories.get_many(store, targets)}
    seen: set[tuple[int, str]] = set()
    new: list[tuple[Lesson, int]] = []
    for position, (lesson, value, match) in enumerate(zip(chunk, hashes, known, strict=True)):
        key = (value, lesson.draft.scope)
        if key in seen or (match is not None and match[1] is not State.DROPPED):
            learned.duplicates += 1
        elif not allow_dropped and (match is not None or position in buried or dropped.find(lesson.draft)):
            learned.suppressed += 1
        elif lesson.supersedes is not None and _changed(current.get(lesson.supersedes.id), lesson.supersedes):
            learned.stale += 1
        else:
            seen.add(key)
            new.append((lesson, value))
    if not new:
        return 0
    ids = inserting.insert(tx, [lesson.draft for lesson, _ in new], [value for _, value in new])
    recording.record_creation(tx, op_id, ids, State.LIVE)
    gone: list[int] = []
    for memory_id, (lesson, _) in zip(ids, new, strict=True):
        if lesson.supersedes is not None:
            link(tx, memory_id, [lesson.supersedes.id], LinkKind.SUPERSEDES)
            gone.append(lesson.supersedes.id)
    replaced = recording.apply(tx, op_id, sorted(set(gone)), {"state": State.DROPPED.value})
    learned.ids += ids
    learned.superseded += replaced
    return len(ids) + len(replaced)


def _changed(now: Memory | None, then: Memory) -> bool:
    return now is None or now.version != then.version or now.state is State.DROPPED
