"""The words that a yes brings into the store, or gives more weight: what has to be read before it counts.

A person who approves a text that is not shown approves anything. The card and the command line go by what is
found here: they show all of it, and take a yes only then.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memtui.domain.deeds import Change
from memtui.domain.memory import Memory
from memtui.domain.proposal import REVIEW, Proposal, Spans
from memtui.domain.rewording import reworded
from memtui.store import memories, proposals
from memtui.store.database import Store


@dataclass(frozen=True, slots=True)
class Rewording:
    """What a memory will say instead of what it says."""

    text: str
    goes: Spans
    """The stretches of the old text that are not in `text`; none when that is most of it."""
    comes: Spans
    """The stretches of `text` that are new; none when that is most of it."""


def rewording(change: Change, known: Mapping[int, Memory]) -> Rewording | None:
    """Return how a yes rewords the memory that stays; None when that says the same afterwards."""
    kept = known.get(change.keep) if change.keep is not None else None
    if kept is None or change.draft or change.text in {"", kept.text} or _a_part(change, kept):
        return None
    goes, comes = reworded(kept.text, change.text)
    return Rewording(change.text, _telling(goes, kept.text), _telling(comes, change.text))


def _a_part(change: Change, kept: Memory) -> bool:
    """Say whether a yes only takes something out of what a memory says, as the deed promises."""
    lines = kept.text.splitlines()
    return change.deed.record.shortens and all(line in lines for line in change.text.splitlines())


def _telling(spans: Spans, text: str) -> Spans:
    """Return the stretches that are worth a mark: none, when most of the text is another."""
    return spans if sum(end - start for start, end in spans) <= len(text) / 2 else ()


def to_read(proposal: Proposal, change: Change, known: Mapping[int, Memory]) -> str:
    """Return the text that a person has to have seen whole before `change`, as they chose it, is done.

    That is every text from elsewhere that is stored by it, and what another than the review pass would have
    become a rule. Empty when a yes rests on no words but the store's own.
    """
    if change.draft:
        return change.new_text
    reworded = rewording(change, known)
    if reworded is not None:
        return reworded.text
    kept = known.get(change.keep) if change.keep is not None else None
    promoted = change.deed.record.weighs and proposal.origin != REVIEW
    return kept.text if promoted and kept is not None else ""


@dataclass(frozen=True, slots=True)
class ToRead:
    """A text to be read, and why it is proposed."""

    reason: str
    text: str


def texts_to_read(store: Store, ids: Sequence[int]) -> list[ToRead]:
    """Return what has to be read before a yes to all of these proposals, in their order."""
    texts: list[ToRead] = []
    cards = proposals.get_many(store, ids)
    kept = [p.change.keep for p in cards if p.change.keep is not None]
    known = {memory.id: memory for memory in memories.get_many(store, kept)}
    for proposal in cards:
        text = to_read(proposal, proposal.change, known)
        texts += [ToRead(proposal.reason, text)] if text else []
    return texts
