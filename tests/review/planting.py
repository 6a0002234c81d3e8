"""Memories and proposals made by hand, for tests of the queue and of verdicts."""

from collections.abc import Sequence

from memtui.domain.actor import Actor, ActorKind
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.instant import DAY
from memtui.domain.memory import Draft, Memory, MemoryType, Origin
from memtui.domain.proposal import Finding, Proposal, Target
from memtui.lifecycle.bulk_add import import_drafts
from memtui.store import memories, proposals, queueing
from memtui.store.database import Store


def plant(
    store: Store,
    text: str,
    *,
    scope: str = "/project/atlas",
    days_ago: float = 0.0,
    type: MemoryType = MemoryType.SEMANTIC,  # noqa: A002 - the field's name
    categories: tuple[str, ...] = (),
    importance: float = 0.5,
    pinned: bool = False,
    accesses: int = 0,
    sessions: int = 0,
    used_days_ago: float | None = None,
    origin: Origin = Origin.EXTRACTED,
    depth: int = 0,
    provenance: dict[str, object] | None = None,
) -> Memory:
    """Put one memory into the store as it would be had it been written `days_ago`."""
    draft = Draft(
        text,
        scope=scope,
        type=type,
        categories=categories,
        importance=importance,
        pinned=pinned,
        origin=origin,
        created_at=store.now() - days_ago * DAY,
        last_accessed_at=None if used_days_ago is None else store.now() - used_days_ago * DAY,
        access_count=accesses,
        session_count=sessions,
        depth=depth,
        provenance=provenance or {},
    )
    import_drafts(store, [draft], by=Actor(ActorKind.AGENT, "planter"))
    return max(memories.same_text(store, text), key=lambda memory: memory.id)


def found(
    kind: Kind,
    about: Sequence[Memory],
    change: Change,
    *,
    rule: str = "",
    batch: str = "",
    confidence: float = 0.8,
    bucket: int = 0,
    origin: str = "review",
) -> Finding:
    """Return a finding about some memories."""
    return Finding(
        kind,
        rule or str(kind),
        tuple(Target.of(memory) for memory in about),
        "a reason",
        change,
        about[0].scope,
        confidence=confidence,
        batch=batch,
        bucket=bucket,
        origin=origin,
    )


def dropping(memory: Memory, **more: object) -> Finding:
    """Return a finding that proposes to drop a memory."""
    return found(Kind.JUNK, [memory], Change(Deed.DROP, gone=(memory.id,)), **more)  # type: ignore[arg-type]


def choosing(winner: Memory, loser: Memory) -> Finding:
    """Return a finding that proposes to keep one of two that disagree."""
    return found(Kind.CONFLICT, [loser, winner], Change(Deed.KEEP, winner.id, (loser.id,)))


def merging(kept: Memory, other: Memory, **more: object) -> Finding:
    """Return a finding that proposes to merge two."""
    change = Change(Deed.MERGE, kept.id, (other.id,))
    return found(Kind.DUPLICATE, [kept, other], change, **more)  # type: ignore[arg-type]


def queued(store: Store, *findings: Finding) -> list[Proposal]:
    """Put findings into the queue and return them as proposals."""
    with store.write() as tx:
        told = queueing.record(tx, findings)
    return proposals.get_many(store, [*told.added, *told.known])
