"""Deciding many cards at once: which are left out because each needs a look of its own."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from memtui.domain.card_kinds import Kind
from memtui.domain.instant import Instant
from memtui.domain.memory import Memory
from memtui.domain.proposal import Proposal
from memtui.domain.text import Longest, one_line
from memtui.poison import suspicion
from memtui.review.rules.taking import REMOVING
from memtui.secrets.masking import headline, masked
from memtui.store import memories, proposals
from memtui.store.database import Store
from memtui.tui.review.texts import without_secret
from memtui.tui.widgets.dialogs import preview_row

LISTED = 200
"""So many proposals a preview names at most; it says how many more there are."""


_SURE = 0.6
"""Below this a card that stands by itself is decided by itself."""


@dataclass(frozen=True, slots=True)
class Alone:
    """Proposals that no yes to many decides, each under one reason."""

    pinned: Collection[int]
    """About a pinned memory."""
    open: Collection[int]
    """Ask to choose what stays."""
    unsure: Collection[int]
    """Take a memory away, stand in no batch, and are less sure than most."""
    planted: Collection[int]
    """Add a text that reads as if it was planted for agents."""

    def __contains__(self, proposal_id: int) -> bool:
        """Say whether a proposal is one of them."""
        return any(proposal_id in ids for ids in (self.pinned, self.open, self.unsure, self.planted))


def alone(store: Store, ids: Sequence[int]) -> Alone:
    """Return the proposals that need a look of their own."""
    cards = proposals.get_many(store, ids)
    about = {proposal.id: [target.id for target in proposal.targets] for proposal in cards}
    wanted = sorted({i for targets in about.values() for i in targets})
    pinned = {memory.id for memory in memories.get_many(store, wanted) if memory.pinned}
    on_pinned = {i for i, targets in about.items() if not pinned.isdisjoint(targets)}
    asking = {proposal.id for proposal in cards if proposal.change.open_question} - on_pinned
    unsure = {
        proposal.id
        for proposal in cards
        if proposal.kind in REMOVING and not proposal.batch and proposal.confidence < _SURE
    }
    planted = {each.id for each in cards if each.change.draft and suspicion(each.change.new_text)}
    return Alone(on_pinned, asking, unsure - on_pinned - asking, planted - on_pinned - asking)


def left_out(them: Alone) -> list[str]:
    """Return how many proposals are left out and why, a sentence for each reason."""
    reasons: list[str] = []
    pinned, open_ones, unsure, planted = map(len, (them.pinned, them.open, them.unsure, them.planted))
    if pinned:
        are = "1 is about a pinned memory" if pinned == 1 else f"{pinned:,} are about pinned memories"
        reasons.append(f"{are} and left out: that is a decision of its own.")
    if open_ones:
        are = "1 is left out" if open_ones == 1 else f"{open_ones:,} are left out"
        reasons.append(f"{are}: which memory stays has to be chosen.")
    if unsure:
        itself = "it is decided by itself" if unsure == 1 else "each is decided by itself"
        reasons.append(f"{unsure:,} left: less sure, so {itself}.")
    if planted:
        reasons.append(f"{planted:,} left: it reads like an instruction planted for agents.")
    return reasons


def what_becomes(cards: Sequence[Proposal], known: Mapping[int, Memory], now: Instant) -> list[str]:
    """Return a line for each memory that a yes takes away, and one beneath for what stays in its place."""
    rows: list[str] = []
    for proposal in cards:
        change, marks = proposal.change, proposal.evidence.marks
        about = [known[target.id] for target in proposal.targets if target.id in known]
        if proposal.kind is Kind.SECRET:
            about = [without_secret(memory, marks.get(memory.id, ())) for memory in about]
        gone = [memory for memory in about if memory.id in change.gone]
        kept = [memory for memory in about if memory.id == change.keep]
        rows += [preview_row(memory, now) for memory in gone or about[:1]]
        if gone and kept:
            rows.append(f"      stays   {one_line(headline(kept[0]), Longest.SENTENCE)}")
        if not about:
            rows.append(one_line(masked(change.new_text or proposal.reason), Longest.SENTENCE))
    return rows
