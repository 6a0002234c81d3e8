"""Storing what was learned from a text: many new memories and what they supersede, as one op.

Capture calls it with the facts that passed its gates and a person's or a policy's verdict. One undo takes
everything back: the new memories become absent, the superseded ones live again, and those that were rewritten
say what they said.
"""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from memtui.domain.actor import Actor, ActorKind
from memtui.domain.memory import Draft, LinkKind, Memory, State, ValueRefused
from memtui.domain.proposal import EXTRACT
from memtui.language.short_form import short_form
from memtui.lifecycle import access
from memtui.lifecycle.amend import Suggested
from memtui.lifecycle.checks import checked, checked_text
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.outcome import NAMED
from memtui.lifecycle.withheld import Fate, Withheld
from memtui.secrets.vouching import vouched
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
    rewritten: str = ""
    """What that memory says from now on, where it is not dropped (see `taking_place`)."""


@dataclass(slots=True)
class Learned:
    """What became of the lessons."""

    op: Op | None = None
    ids: list[int] = field(default_factory=list)
    """The new memories."""
    superseded: list[int] = field(default_factory=list)
    rewritten: dict[int, str] = field(default_factory=dict)
    """The statement that each memory was given that says something else now."""
    duplicates: int = 0
    """Stored by someone else in the meantime."""
    suppressed: int = 0
    """Dropped or erased before."""
    stale: int = 0
    """Left out because the memory to supersede has changed since it was compared."""
    refused: list[str] = field(default_factory=list)
    """Why the first hundred that cannot be stored at all were refused."""

    @property
    def stored(self) -> int:
        """How many lessons the store has now, in memories of their own or in the words of others."""
        return len(self.ids) + len(self.rewritten)


def learn(
    store: Store,
    lessons: Sequence[Lesson],
    *,
    by: Actor,
    detail: str = "",
    allow_dropped: bool = False,
    also: Callable[[Transaction, int], None] | None = None,
) -> Learned:
    """Add memories as one op, each with what it supersedes dropped and linked, or rewritten in its place.

    The lessons are compared with the store again, since it may have changed. When a chunk fails, the chunks
    before it stay as an interrupted op that can be undone. `also` is called with the op, even when there is
    nothing to add, and writes what must be committed with the last chunk: the cards that ask about what was
    not stored, the place reached in a transcript.
    """
    learned = Learned()
    good = _checked(lessons, learned)
    everywhere = by.kind is not ActorKind.PERSON
    op_id: int | None = None
    changed = 0
    try:
        for start in range(0, max(len(good), also is not None), _CHUNK):
            chunk = good[start : start + _CHUNK]
            last = start + _CHUNK >= len(good)
            withheld = None if allow_dropped else Withheld(store, everywhere=everywhere)
            with store.write() as tx:
                this_op = recording.begin(tx, "extract", by, detail=detail) if op_id is None else op_id
                changed += _store_chunk(tx, store, this_op, chunk, learned, by, withheld)
                if last:
                    if also is not None:
                        also(tx, this_op)
                    recording.finish(tx, this_op, changed)
                else:
                    recording.progress(tx, this_op, changed)
            op_id = this_op
            if not last:
                time.sleep(0)
    except BaseException:
        if op_id is not None:
            with store.write() as tx:
                recording.finish(tx, op_id, changed, interrupted=True)
        raise
    learned.op = journal.op(store, op_id) if op_id is not None else None
    return learned


def _checked(lessons: Sequence[Lesson], learned: Learned) -> list[Lesson]:
    good = []
    for lesson in lessons:
        try:
            text, target = lesson.rewritten, lesson.supersedes
            if text and target is not None:
                text = checked_text(text, but=vouched(target.provenance))
            good.append(Lesson(checked(lesson.draft), target, text))
        except (Refused, ValueRefused) as error:
            if len(learned.refused) < NAMED:
                learned.refused.append(str(error))
    return good


def _store_chunk(
    tx: Transaction,
    store: Store,
    op_id: int,
    chunk: Sequence[Lesson],
    learned: Learned,
    by: Actor,
    withheld: Withheld | None,
) -> int:
    """Store a chunk of lessons and return how many memories it changed."""
    drafts = [lesson.draft for lesson in chunk]
    hashes = inserting.hashes_of(drafts)
    known = inserting.look_up(store, drafts, hashes)
    buried = set() if withheld is None else tombstones.buried(store, drafts)
    targets = [lesson.supersedes.id for lesson in chunk if lesson.supersedes is not None]
    current = {memory.id: memory for memory in memories.get_many(store, targets)}
    seen: set[tuple[int, str]] = set()
    new: list[tuple[Lesson, int]] = []
    rewritten: dict[int, Lesson] = {}
    for position, (lesson, value, match) in enumerate(zip(chunk, hashes, known, strict=True)):
        key = (value, lesson.draft.scope)
        if key in seen or (match is not None and match[1] is not State.DROPPED):
            learned.duplicates += 1
            continue
        fate = withheld and withheld.fate(lesson.draft, dropped=match is not None, erased=position in buried)
        if fate is Fate.KNOWN:
            learned.duplicates += 1
        elif fate is Fate.SUPPRESSED:
            learned.suppressed += 1
        elif (old := lesson.supersedes) is not None and (
            old.id in rewritten or _changed(current.get(old.id), old)
        ):
            learned.stale += 1
        else:
            seen.add(key)
            if old is not None and lesson.rewritten:
                rewritten[old.id] = lesson
            else:
                new.append((lesson, value))
    changed = sum(_rewrite(tx, op_id, current[target], one, by, learned) for target, one in rewritten.items())
    return changed + (_store_new(tx, op_id, new, learned) if new else 0)


def _rewrite(tx: Transaction, op_id: int, memory: Memory, lesson: Lesson, by: Actor, learned: Learned) -> int:
    """Let a memory say what a lesson makes of it; return how many memories that changed."""
    draft, text = lesson.draft, lesson.rewritten
    quote = str(draft.provenance.get("quote", ""))
    said = tx.now if draft.created_at is None else draft.created_at
    suggested = Suggested(EXTRACT, draft.origin, text, by.kind.value, quote, said)
    values = suggested.reworded(memory, text)
    values["provenance"] = json.dumps(values["provenance"], ensure_ascii=False)
    values["abstract"] = short_form(memory.abstract, memory.text, text)
    changed = recording.apply(tx, op_id, [memory.id], values)
    with recording.uses_journalled(tx, op_id, changed):
        access.count(tx, changed, access.Use.CONFIRMED, by=by)
    learned.rewritten.update(dict.fromkeys(changed, lesson.draft.text))
    return len(changed)


def _store_new(tx: Transaction, op_id: int, new: Sequence[tuple[Lesson, int]], learned: Learned) -> int:
    """Insert memories and drop what they supersede; return how many memories that changed."""
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
