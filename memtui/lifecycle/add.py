"""Adding one memory."""

from dataclasses import dataclass

from memtui.domain.actor import Actor, ActorKind
from memtui.domain.durations import ago
from memtui.domain.instant import DAY
from memtui.domain.memory import Draft, Memory, State
from memtui.domain.scope import ROOT, told_together
from memtui.lifecycle import access, withheld
from memtui.lifecycle.checks import checked, may_vouch
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.withheld import Held
from memtui.store import inserting, journal, memories, recording, tombstones
from memtui.store.database import Store
from memtui.store.journal import Op


@dataclass(frozen=True, slots=True)
class Added:
    """What came of adding a memory."""

    memory: Memory
    duplicate: bool
    """The store had it already, in this scope: nothing was added."""
    op: Op | None


def add(
    store: Store, draft: Draft, *, by: Actor, allow_dropped: bool = False, not_secret: bool = False
) -> Added:
    """Store one memory.

    Only a person may add a dropped text again (`allow_dropped`), or say that something is not a secret
    (`not_secret`). Raises Refused with the reason, and SecretHeld when `not_secret` would help.
    """
    draft = checked(draft, not_secret=may_vouch(by, not_secret))
    hashes = inserting.hashes_of([draft])
    may_return = allow_dropped or by.kind is ActorKind.PERSON
    held = None if may_return else _held(store, draft)
    op_id: int | None = None
    with store.write() as tx:  # around the look-up too: another process may be adding the same
        (known,) = inserting.look_up(store, [draft], hashes)
        memory_id = _known_as(known, held)
        duplicate = memory_id is not None
        if memory_id is not None:
            access.count(tx, [memory_id], access.Use.CONFIRMED, by=by)
        else:
            if held is not None:
                raise Refused(_dropped_before(store, held.memory.id, held, draft.scope))
            if known is not None and not may_return:
                raise Refused(_dropped_before(store, known[0]))
            if not may_return and tombstones.buried(store, [draft]):
                raise Refused("this text was erased from the store on purpose and is not taken in again")
            op_id = recording.begin(tx, "add", by)
            (memory_id,) = inserting.insert(tx, [draft], hashes)
            recording.record_creation(tx, op_id, range(memory_id, memory_id + 1), draft.state)
            recording.finish(tx, op_id, 1)
    memory = memories.get(store, memory_id)
    if memory is None:
        raise Refused("the memory was removed by another process at the same moment; add it again")
    return Added(memory, duplicate, op=None if op_id is None else journal.op(store, op_id))


def dropped_before(store: Store, draft: Draft, *, not_secret: bool) -> Memory | None:
    """Return the dropped memory that says the same as `draft`, in its scope or one above or below it. Any
    spelling counts.

    A face asks the person before it adds such a text again. Raises Refused for a draft that cannot be stored.
    """
    draft = checked(draft, not_secret=not_secret)
    (known,) = inserting.look_up(store, [draft], inserting.hashes_of([draft]))
    if known is None:
        held = withheld.find(store, draft, reworded=False)
        return None if held is None or held.known is not None else held.memory
    return memories.get(store, known[0]) if known[1] is State.DROPPED else None


def _held(store: Store, draft: Draft) -> Held | None:
    return withheld.find(store, draft, everywhere=True) or withheld.said_before(store, draft)


def _known_as(known: tuple[int, State] | None, held: Held | None) -> int | None:
    """Return the memory that says what is added: in the same words, or in those that took their place."""
    if known is not None and known[1] is not State.DROPPED:
        return known[0]
    return None if held is None or held.known is None else held.known.id


def _dropped_before(store: Store, memory_id: int, held: Held | None = None, scope: str = ROOT) -> str:
    """Return why a text is refused that was dropped before; what was filed out of reach is not named."""
    drops = (c.op.at for c in journal.history_of(store, memory_id) if c.after == State.DROPPED)
    when = ago(store.now() - next(drops, store.now() - DAY))
    if held is None:
        return f"the person dropped this memory {when}, {_NOT_AGAIN}"
    if held.memory.state is State.LIVE:
        return f"a memory said this before it was changed ({held.memory.uid}); {_UPDATE}"
    what = "a memory that says this in other words" if held.reworded else "this memory"
    place = "" if told_together(held.memory.scope, scope) else " in another project"
    after = held.overtaken_by
    if after is None or not told_together(after.scope, scope):
        return f"the person dropped {what}{place} {when}, {_NOT_AGAIN}"
    return f"the person dropped {what} {when}, when another took its place ({after.uid}); {_UPDATE}"


_UPDATE = "it is not taken in again, but if that one is no longer so, suggest an update of it"
_NOT_AGAIN = "so it is not taken in again; they can restore it in memtui"
