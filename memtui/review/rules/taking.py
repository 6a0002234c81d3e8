"""Limits the memories that a rule about many may choose, and repeats its earlier proposals.

Shared by budget, compact and judge.
"""

from collections.abc import Collection, Iterable, Sequence

from memtui.domain.card_kinds import Kind
from memtui.domain.keep_value import HIGH
from memtui.domain.memory import Memory, State
from memtui.domain.proposal import Finding, Proposal, Target
from memtui.domain.text import fingerprint
from memtui.review.rule import Context
from memtui.review.rules.protection import relevance_at, spared_until
from memtui.store import proposals
from memtui.store.asked import EarlierProposal, about

REMOVING = frozenset(
    {Kind.JUNK, Kind.EXPIRED, Kind.DEAD, Kind.FADING, Kind.RETENTION, Kind.BUDGET, Kind.COMPACT}
)


def is_spared(memory: Memory, now: Context) -> bool:
    """Say whether a memory may not be taken for its age, its disuse or for room (see `protection`)."""
    if relevance_at(memory, now.now) > HIGH:
        return True
    return spared_until(memory, now, now.now) != now.now


def is_taken(
    before: Iterable[EarlierProposal], memory: Memory, kind: Kind, besides: Collection[Kind] = frozenset()
) -> bool:
    """Say whether a proposal about a memory waits, or one of `kind` was rejected about the same text.

    What waits of the kinds `besides` does not count.
    """
    return any(
        each.kind not in besides
        if each.waits
        else each.kind is kind and each.fingerprint == fingerprint(memory.text)
        for each in before
    )


def will_go(before: Iterable[EarlierProposal]) -> bool:
    """Say whether a proposal waits that would take a memory out of view."""
    return any(each.waits and each.kind in REMOVING for each in before)


def free(
    memories: Sequence[Memory], now: Context, kind: Kind, besides: Collection[Kind] = frozenset()
) -> list[Memory]:
    """Return those that are live, not spared, and not taken by an earlier proposal (see `is_taken`)."""
    wanted = [m for m in memories if m.state is State.LIVE and not is_spared(m, now)]
    return unasked(wanted, now, kind, besides)


def unasked(
    memories: Sequence[Memory], now: Context, kind: Kind, besides: Collection[Kind] = frozenset()
) -> list[Memory]:
    """Return those that are not taken by an earlier proposal."""
    before = about(now.store, [memory.id for memory in memories])
    return [memory for memory in memories if not is_taken(before.get(memory.id, ()), memory, kind, besides)]


def waiting(memories: Iterable[Memory], now: Context, kind: Kind) -> Proposal | None:
    """Return the waiting proposal of `kind` about exactly these memories, if none has changed since."""
    versions = {memory.id: memory.version for memory in memories}
    ids = {i for cards_about in proposals.waiting_about(now.store, versions).values() for i in cards_about}
    for proposal in proposals.get_many(now.store, sorted(ids)):
        if proposal.kind is kind and {t.id: t.version for t in proposal.targets} == versions:
            return proposal
    return None


def restated(proposal: Proposal, memories: Collection[Memory], version: int) -> Finding:
    """Return a waiting proposal as a finding, so that the pass proposes it again."""
    by_id = {memory.id: memory for memory in memories}
    return Finding(
        proposal.kind,
        proposal.rule,
        tuple(Target.of(by_id[target.id]) for target in proposal.targets),
        proposal.reason,
        proposal.change,
        proposal.scope,
        proposal.evidence,
        proposal.confidence,
        proposal.saves,
        proposal.batch,
        version,
    )
