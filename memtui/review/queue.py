"""The queue as a person goes through it: cards, in the order in which deciding gains most.

Proposals with the same batch words make one card, so that the obvious ones are decided together; the rest
are one card each. The screen and the command line show what is built here, and nothing here changes a memory.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from memtui.config.settings import Settings
from memtui.domain.memory import Memory
from memtui.domain.proposal import (
    BATCH_SECONDS,
    SINGLE_SECONDS,
    Change,
    Deed,
    Kind,
    Proposal,
    Status,
    minutes,
)
from memtui.domain.text import one_line
from memtui.lifecycle.amend import dated
from memtui.review.renewing import renew
from memtui.review.rule import Context
from memtui.store import memories, proposals, review_rules, review_state
from memtui.store.database import Store
from memtui.store.proposals import Wanted
from memtui.store.review_rules import RuleRecord
from memtui.store.review_state import Taught

URGENT = frozenset({Kind.SECRET, Kind.POISON})
"""What does harm each time an agent reads it."""
FEWEST_IN_BATCH = 3
FEWEST_LEARNED = 2
"""What one session or text taught is one card, however little it is."""
_SHOWN = 200
"""Members of a batch that a card holds; the rest are counted."""
_SITTING = 300.0
"""Seconds of the five-minute mode."""


@dataclass(frozen=True, slots=True)
class CardRef:
    """One decision to make: a proposal, or a batch of them."""

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
    if_yes: list[str]
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
    later: int
    muted: int
    minutes: float
    """About how long all of it takes."""


def cards(store: Store, wanted: Wanted | None = None, *, five_minutes: bool = False) -> list[CardRef]:
    """Return the cards in order: secrets and poison first, then by what a decision gains.

    In the five-minute mode by what a second gains, and no more than fit into five minutes.
    """
    groups: dict[tuple[Kind, str], list[tuple[int, float]]] = {}
    refs: list[CardRef] = []
    for proposal_id, kind, batch, worth in proposals.outline(store, wanted):
        if batch:
            groups.setdefault((kind, batch), []).append((proposal_id, worth))
        else:
            refs.append(CardRef((proposal_id,), kind, "", worth))
    for (kind, batch), members in groups.items():
        members.sort(key=lambda member: (-member[1], member[0]))
        if len(members) < (FEWEST_LEARNED if kind is Kind.LEARNED else FEWEST_IN_BATCH):
            refs += [CardRef((i,), kind, "", worth) for i, worth in members]
        else:
            total = round(sum(worth for _, worth in members), 4)
            refs.append(CardRef(tuple(i for i, _ in members), kind, batch, total))
    if not five_minutes:
        return sorted(refs, key=lambda ref: (ref.kind not in URGENT, -ref.worth, ref.ids[0]))
    refs.sort(key=lambda ref: (ref.kind not in URGENT, -ref.worth / ref.seconds, ref.ids[0]))
    spent = 0.0
    sitting = []
    for ref in refs:
        if spent + ref.seconds <= _SITTING:
            sitting.append(ref)
            spent += ref.seconds
    return sitting


def card(store: Store, ref: CardRef) -> Card:
    """Return what is shown of a card, as it stands now."""
    found = proposals.get_many(store, ref.ids[:_SHOWN])
    waiting = [p for p in found if p.status in {Status.OPEN, Status.LATER, Status.MUTED}]
    about = {target.id: None for p in waiting for target in p.targets}
    known = {memory.id: memory for memory in memories.get_many(store, list(about))}
    count = len(ref.ids) if len(ref.ids) > _SHOWN else len(waiting)
    ids = ref.ids if len(ref.ids) > _SHOWN else [p.id for p in waiting]
    told = if_yes_to(store, ids, waiting[0].change, known) if waiting else []
    return Card(ref, waiting, known, count, told)


def if_yes_to(store: Store, ids: Sequence[int], change: Change, known: Mapping[int, Memory]) -> list[str]:
    """Return what a yes to all of these proposals does, `change` being that of the first."""
    count = len(ids)
    if count > 1 and change.deed in {Deed.DROP, Deed.ARCHIVE}:
        count = max(proposals.count_targets(store, ids), 2)
    return if_yes(change, known, count)


def if_yes(change: Change, known: Mapping[int, Memory], count: int = 1) -> list[str]:
    """Return what a yes does, as short lines for a person; for a batch, for all its `count` memories."""
    if count > 1:
        return [_for_many(change.deed, count)]
    gone = [known[i] for i in change.gone if i in known]
    kept = known.get(change.keep) if change.keep is not None else None
    name = f"“{one_line(kept.headline, 60)}”" if kept is not None else ""
    if change.deed is Deed.DROP:
        return [f"{_it(gone)} dropped; u brings {_them(gone)} back"]
    if change.deed is Deed.ARCHIVE:
        return [
            f"{_it(gone)} archived: no longer recalled, still found on request; u brings {_them(gone)} back"
        ]
    if change.deed is Deed.RESTORE:
        return [f"{_it(gone)} live again, and recalled like any other"]
    if change.deed is Deed.MERGE:
        return [
            f"{name} stays, with the categories and uses of both; the other is dropped",
            *_says(kept, change),
        ]
    if change.open_question and len(known) == 1:
        return [
            "only you know which holds: edit it to what is so, drop it in the list, or say no and it stays"
        ]
    if change.open_question:
        return ["nothing tells which of them is the newer: choose the one that stays, or keep both"]
    if change.deed is Deed.KEEP:
        others = "the others are" if len(gone) > 1 else "the other is"
        goes = f"{others} dropped and marked as superseded; u brings {_them(gone)} back"
        return [f"{name} stays, {goes}" if gone else f"{name} changes", *_says(kept, change)]
    if change.deed is Deed.BOTH:
        return ["both stay, each with its date:", *(one_line(dated(memory), 200) for memory in gone)]
    if change.deed is Deed.RETYPE and kept is not None:
        return [f"it becomes {change.type}, and was {kept.type}", *_says(kept, change)]
    if change.deed is Deed.EXPIRE:
        end = datetime.fromtimestamp(float(change.draft.get("expires_at", 0.0)), UTC)
        return [f"{name} holds until {end:%Y-%m-%d}; after that Review asks whether to archive it"]
    if change.deed is Deed.MOVE:
        return [f"{name} is filed under {change.draft.get('scope')}"]
    if change.deed is Deed.COMPACT:
        return [f"{len(change.gone)} memories are archived, and this is added:", change.new_text]
    if change.deed is Deed.LEARN:
        after = f", and {_it(gone)} dropped as superseded" if gone else ""
        where = change.draft.get("scope")
        return [f"this is added{f' to {where}' if where else ''}{after}:", change.new_text]
    return [
        "the secret is erased for good, everywhere; the rest of the memory stays. No undo",
        "change the secret too: agents have read it",
    ]


def _says(kept: Memory | None, change: Change) -> list[str]:
    """Return what a memory will say, all of it, where that is not what it says."""
    if kept is None or not change.text or change.text == kept.text:
        return []
    return ["it will say:", change.text]


def _for_many(deed: Deed, count: int) -> str:
    done = {
        Deed.DROP: "dropped; u brings them back",
        Deed.ARCHIVE: "archived: no longer recalled, still found on request; u brings them back",
        Deed.MERGE: "merged with what they repeat; u takes it back",
        Deed.RETYPE: "given their new type; u takes it back",
        Deed.EXPIRE: "given their end; u takes it back",
        Deed.MOVE: "filed where it says; u takes it back",
    }.get(deed, "carried out, each as it says; u takes it back")
    return f"all {count:,} are {done}"


def _it(gone: list[Memory]) -> str:
    return "it is" if len(gone) == 1 else f"{len(gone):,} memories are"


def _them(gone: list[Memory]) -> str:
    return "it" if len(gone) == 1 else "them"


def summary(store: Store, wanted: Wanted | None = None, refs: Sequence[CardRef] | None = None) -> Summary:
    """Return what the queue holds of what is asked for; `refs` are its cards where they are known already."""
    asked = wanted or Wanted()
    by_kind = proposals.counts(store, asked)
    refs = cards(store, asked) if refs is None else refs
    batches = sum(bool(ref.batch) for ref in refs)
    return Summary(
        open=sum(by_kind.values()),
        cards=len(refs),
        by_kind=by_kind,
        later=sum(proposals.counts(store, replace(asked, status=Status.LATER)).values()),
        muted=sum(proposals.counts(store, replace(asked, status=Status.MUTED)).values()),
        minutes=minutes(len(refs) - batches, batches),
    )


def renewed(store: Store, settings: Settings, proposal_id: int) -> Proposal | None:
    """Find a stale proposal anew from its memories as they are now; None when it was withdrawn."""
    proposal = proposals.get(store, proposal_id)
    if proposal is None:
        return None
    stands = renew(proposal, Context(store, settings, store.now()))
    return proposals.get(store, proposal_id) if stands else None


_PROJECTS_TOLD = 4


def taught(store: Store) -> Taught:
    """Return what verdicts had taught the learned model by the last pass."""
    return review_state.taught(store)


def relearn(store: Store) -> Taught:
    """Let only verdicts from now on teach the learned model; return what is forgotten."""
    told = review_state.taught(store)
    with store.write() as tx:
        review_state.forget_taught(tx)
    return told


def taught_words(told: Taught) -> list[str]:
    """Return what verdicts taught the learned model, in a line for the store and one for each project."""
    if not told.yes and not told.no:
        return []
    lines = [f"By {told.yes:,} yes and {told.no:,} no the learned model {_asks(told.shift)} everywhere"]
    strongest = sorted(told.homes.items(), key=lambda each: (-abs(each[1].shift), each[0]))
    for home, lesson in strongest[:_PROJECTS_TOLD]:
        lines.append(f"in {home} by {lesson.yes:,} yes and {lesson.no:,} no it {_asks(lesson.shift)} besides")
    return lines


def _asks(shift: float) -> str:
    return f"asks {'less' if shift < 0 else 'more'} ({shift:+.2f})"


def records(store: Store) -> list[RuleRecord]:
    """Return how each rule fares with the person."""
    return review_rules.records(store)
