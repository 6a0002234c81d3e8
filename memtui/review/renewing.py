"""Derives a proposal again: by the same rule, from the same memories as they are now.

The pass does it for waiting proposals whose memories changed, the queue for a stale card, and a verdict
before it acts on a proposal that depends on the time.
"""

from dataclasses import replace

from memtui.config.settings import Settings
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change
from memtui.domain.memory import Memory, State
from memtui.domain.proposal import REVIEW, Evidence, Finding, Proposal, Target
from memtui.domain.text import fingerprint
from memtui.review.changed_pairs import similarity
from memtui.review.registry import RULES
from memtui.review.rule import Context, MemoryRule, PairRule, Rule, StoreRule
from memtui.review.standing import protected
from memtui.store import journal, memories, proposals, queueing
from memtui.store.database import Store

_LOOKED_BACK = 100
"""Changes of a memory that are looked through for what was done to it since a card was made."""


def rules_of(kind: Kind) -> list[Rule]:
    """Return the rules that make proposals of a kind."""
    return [rule for rule in RULES if rule.kind is kind]


def found_anew(proposal: Proposal, now: Context) -> Finding | None:
    """Return what the rule of `proposal` says of its memories as they are now; None when nothing."""
    record = proposal.change.deed.record.about
    live = [m for m in memories.get_many(now.store, [t.id for t in proposal.targets]) if m.state is record]
    if proposal.origin != REVIEW or proposal.kind is Kind.LEARNED:
        return _restated(proposal, live)
    findings = (_ask(rule, live, now) for rule in rules_of(proposal.kind) if live)
    return next((finding for finding in findings if finding and finding.rule == proposal.rule), None)


def renew(proposal: Proposal, now: Context) -> bool:
    """Put what is found anew in the place of `proposal`, or withdraw it; returns whether it stands."""
    finding = found_anew(proposal, now) or _as_it_stood(proposal, now)
    with now.store.write() as tx:
        if finding is None:
            proposals.withdraw(tx, [proposal.id])
        else:
            queueing.replace_with(tx, proposal.id, finding)
    return finding is not None


def _as_it_stood(proposal: Proposal, now: Context) -> Finding | None:
    """Return what was found of two memories by more than can be asked here, where both are as they were.

    The screen has no model of words to compare them with. What they say, whether they live and where they
    are filed is what they were compared by; a pin that would now stand in the way takes the card back.
    """
    live = [
        m for m in memories.get_many(now.store, [t.id for t in proposal.targets]) if m.state is State.LIVE
    ]
    by_pairs = any(isinstance(rule, PairRule) for rule in rules_of(proposal.kind))
    if now.embedder is not None or not by_pairs or proposal.origin != REVIEW or len(live) != 2:
        return None
    if not all(_stands(now.store, *each) for each in zip(proposal.targets, live, strict=True)):
        return None
    kept = next((memory for memory in live if memory.id == proposal.change.keep), None)
    gone = [memory for memory in live if memory.id in proposal.change.gone]
    if kept is not None and any(protected(memory) > protected(kept) for memory in gone):
        return None
    return _about(proposal, live, proposal.change, proposal.evidence)


def _stands(store: Store, target: Target, memory: Memory) -> bool:
    """Say whether a memory says what it said when a card on it was made, and is filed where it was."""
    changes = journal.history_of(store, memory.id, limit=_LOOKED_BACK)
    ops = list(dict.fromkeys(change.op.id for change in changes))[: memory.version - target.version]
    moved = any(change.field == "scope" for change in changes if change.op.id in ops)
    return fingerprint(memory.text) == target.fingerprint and not moved


def renewed(store: Store, settings: Settings, proposal_id: int) -> Proposal | None:
    """Find a stale proposal anew from its memories as they are now; None when it was withdrawn."""
    proposal = proposals.get(store, proposal_id)
    if proposal is None:
        return None
    still_holds = renew(proposal, Context(store, settings, store.now()))
    return proposals.get(store, proposal_id) if still_holds else None


def _restated(proposal: Proposal, live: list[Memory]) -> Finding | None:
    """Return what no rule finds, about those of its memories that are still there.

    Capture, an agent, an import or another machine came upon it once.
    """
    change = proposal.change
    there = {memory.id for memory in live}
    gone = tuple(i for i in change.gone if i in there)
    if change.keep is not None:
        if change.keep not in there:
            return None
    elif not gone and not change.deed.record.adds:
        return None
    return _about(proposal, live, replace(change, gone=gone), replace(proposal.evidence, marks={}))


def _about(proposal: Proposal, live: list[Memory], change: Change, evidence: Evidence) -> Finding:
    """Return what a proposal says, of its memories as they are now."""
    return Finding(
        proposal.kind,
        proposal.rule,
        tuple(Target.of(memory) for memory in live),
        proposal.reason,
        change,
        proposal.scope,
        evidence,
        proposal.confidence,
        proposal.saves,
        proposal.batch,
        origin=proposal.origin,
    )


def _ask(rule: Rule, live: list[Memory], now: Context) -> Finding | None:
    if isinstance(rule, MemoryRule):
        return rule.look(live[0], now)
    if isinstance(rule, PairRule):
        if len(live) != 2:
            return None
        older, newer = in_order(live[0], live[1])
        return rule.compare(older, newer, similarity(now.store, older, newer, now.embedder), now)
    if isinstance(rule, StoreRule):
        return rule.renew(live, now)
    return None


def in_order(one: Memory, other: Memory) -> tuple[Memory, Memory]:
    """Return two memories, the older first."""
    return (one, other) if (one.created_at, one.id) <= (other.created_at, other.id) else (other, one)
