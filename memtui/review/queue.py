"""The queue as a person goes through it: cards, in the order in which deciding gains most.

Proposals with the same batch words make one card, so that the obvious ones are decided together; the rest
are one card each. The screen and the command line show what is built here, and nothing here changes a memory.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from memtui.domain.card_kinds import Kind
from memtui.domain.deed_record import Sentence
from memtui.domain.deeds import Change, Deed, if_yes
from memtui.domain.memory import Memory
from memtui.domain.proposal import BATCH_SECONDS, SINGLE_SECONDS, Proposal, minutes
from memtui.domain.proposal_status import Status
from memtui.review.readers import no_longer_told
from memtui.secrets.masking import masked_proposal
from memtui.store import memories, proposals, review_state
from memtui.store.cards import count_cards
from memtui.store.database import Row, Store
from memtui.store.proposals import Wanted
from memtui.store.review_state import Taught

_SHOWN = 200
"""Members of a batch that a card holds; the rest are counted."""
_SITTING = 300.0
"""Seconds of the five-minute mode."""
_LITTLE, _CLEAR, _MUCH = 0.05, 0.3, 1.0
"""From which shifts on the learned model is said to ask a little, clearly and much otherwise; chosen."""
_PROJECTS_TOLD = 4
"""Projects in which verdicts taught most; the page has lines for so many."""


class CardRef(NamedTuple):
    """One decision to make: a proposal, or a batch of them.

    A tuple, since fifty thousand of them are made when the queue is opened.
    """

    ids: tuple[int, ...]
    """The proposals, what is worth most first."""
    kind: Kind
    batch: str
    """What the members of a batch are called; empty for a single card."""
    worth: float
    """Of all its proposals together."""

    @property
    def seconds(self) -> float:
        """About how long a person takes to decide it."""
        return BATCH_SECONDS if self.batch else SINGLE_SECONDS


@dataclass(frozen=True, slots=True)
class Card:
    """What is shown of one decision."""

    ref: CardRef
    proposals: list[Proposal]
    """Those that still wait, at most the first 200 of a batch."""
    memories: Mapping[int, Memory]
    """The memories they are about, by id."""
    count: int
    if_yes: list[Sentence]
    """What a yes does, in a few short lines."""

    @property
    def first(self) -> Proposal | None:
        """The proposal of a single card; of a batch the one that is worth most. None when all are decided."""
        return self.proposals[0] if self.proposals else None


@dataclass(frozen=True, slots=True)
class Summary:
    """What the queue holds."""

    open: int
    """Proposals; `cards` are fewer, because of batches."""
    cards: int
    by_kind: Mapping[Kind, int]
    """Proposals."""
    cards_by_kind: Mapping[Kind, int]
    later: int
    muted: int
    minutes: float
    """About how long all of it takes."""


def cards(
    store: Store, wanted: Wanted | None = None, *, five_minutes: bool = False, most: int | None = None
) -> list[CardRef]:
    """Return the cards in order: secrets and poison first, then by what a decision gains.

    In the five-minute mode by what a second gains, and no more than fit into five minutes. With `most` they
    are those of only so many proposals, urgent ones first: what a card holds more of is not known then.
    """
    kinds = {kind.value: kind for kind in Kind}
    groups: dict[tuple[Kind, str], list[tuple[int, float]]] = {}
    refs: list[CardRef] = []
    for proposal_id, name, batch, worth in _outline(store, wanted or Wanted(), most):
        if batch:
            groups.setdefault((kinds[name], batch), []).append((proposal_id, worth))
        else:
            refs.append(CardRef((proposal_id,), kinds[name], "", worth))
    for (kind, batch), members in groups.items():
        if not kind.record.is_batch(batch, len(members)):
            refs += [CardRef((i,), kind, "", worth) for i, worth in members]
        else:
            total = round(sum(worth for _, worth in members), 4)
            refs.append(CardRef(tuple(i for i, _ in members), kind, batch, total))
    if not five_minutes:
        return in_order(refs)
    refs.sort(key=lambda ref: (not ref.kind.record.urgent, -ref.worth / ref.seconds, ref.ids[0]))
    spent = 0.0
    sitting = []
    for ref in refs:
        if spent + ref.seconds <= _SITTING:
            sitting.append(ref)
            spent += ref.seconds
    return sitting


def in_order(refs: Iterable[CardRef]) -> list[CardRef]:
    """Return cards with urgent ones first, then by what a decision gains."""
    return sorted(refs, key=lambda ref: (not ref.kind.record.urgent, -ref.worth, ref.ids[0]))


def _outline(store: Store, wanted: Wanted, most: int | None) -> list[Row]:
    if most is None:
        return proposals.outline(store, wanted)
    urgent = {kind for kind in Kind if kind.record.urgent and (not wanted.kinds or kind in wanted.kinds)}
    first = proposals.outline(store, replace(wanted, kinds=frozenset(urgent)), limit=most) if urgent else []
    return first or proposals.outline(store, wanted, limit=most)


def card(store: Store, ref: CardRef) -> Card:
    """Return what is shown of a card, as it stands now."""
    cards = proposals.get_many(store, ref.ids[:_SHOWN])
    waiting = [p for p in cards if p.status in {Status.OPEN, Status.LATER, Status.MUTED}]
    about = {target.id: None for p in waiting for target in p.targets}
    known = {memory.id: memory for memory in memories.get_many(store, list(about))}
    count = len(ref.ids) if len(ref.ids) > _SHOWN else len(waiting)
    ids = ref.ids if len(ref.ids) > _SHOWN else [p.id for p in waiting]
    sentences = if_yes_to(store, ids, waiting[0].change, known) if waiting else []
    return Card(ref, [masked_proposal(each) for each in waiting], known, count, sentences)


def if_yes_to(
    store: Store, ids: Sequence[int], change: Change, known: Mapping[int, Memory]
) -> list[Sentence]:
    """Return what a yes to all of these proposals does, `change` being that of the first."""
    count = len(ids)
    if count > 1 and change.removes:
        count = max(proposals.count_targets(store, ids), 2)
    return [*if_yes(change, known, count), *besides(store, change, known)]


def besides(store: Store, change: Change, known: Mapping[int, Memory]) -> list[Sentence]:
    """Return what a change comes to in linked files: who is told neither any more, what else is written."""
    kept = known.get(change.keep) if change.keep is not None else None
    if kept is None:
        return []
    sentences = []
    if change.deed is Deed.KEEP:
        gone = [known[i] for i in change.gone if i in known]
        sentences += list(filter(None, dict.fromkeys(no_longer_told(kept, each) for each in gone)))
    if change.text:
        from memtui.sources.edited_along import edited_along  # most cards give no memory another text

        sentences += edited_along(store, kept, change.text)
    return [Sentence(words) for words in sentences]


def summary(store: Store, wanted: Wanted | None = None) -> Summary:
    """Return what the queue holds of what is asked for."""
    selection = wanted or Wanted()
    by_kind, waiting = proposals.counts(store, selection), count_cards(store, selection)
    return Summary(
        open=sum(by_kind.values()),
        cards=waiting.count,
        by_kind=by_kind,
        cards_by_kind=waiting.by_kind,
        later=sum(proposals.counts(store, replace(selection, status=Status.LATER)).values()),
        muted=sum(proposals.counts(store, replace(selection, status=Status.MUTED)).values()),
        minutes=minutes(waiting.count - waiting.batches, waiting.batches),
    )


def relearn(store: Store) -> Taught:
    """Let only verdicts from now on teach the learned model; return what is forgotten."""
    lessons = review_state.taught(store)
    with store.write() as tx:
        review_state.forget_taught(tx)
    return lessons


def taught_words(lessons: Taught) -> list[str]:
    """Return what verdicts taught the learned model, in a line for the store and one for each project."""
    if not lessons.yes and not lessons.no:
        return []
    lines = [
        f"By your {lessons.yes:,} yes and {lessons.no:,} no the learned model asks everywhere"
        f" {_how_often(lessons.shift)}"
    ]
    strongest = sorted(lessons.homes.items(), key=lambda each: (-abs(each[1].shift), each[0]))
    for home, lesson in strongest[:_PROJECTS_TOLD]:
        lines.append(
            f"in {home} by {lesson.yes:,} yes and {lesson.no:,} no besides {_how_often(lesson.shift)}"
        )
    return lines


def _how_often(shift: float) -> str:
    """Return what the shift of a logit comes to: 0.05 changes the odds by 5 %, one nearly triples them."""
    if abs(shift) < _LITTLE:
        return "about as often as before"
    much = "a little" if abs(shift) < _CLEAR else "clearly" if abs(shift) < _MUCH else "much"
    return f"{much} {'less' if shift < 0 else 'more'} often than before"
