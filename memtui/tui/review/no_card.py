"""The words of the Review view without a card: it was decided elsewhere, when the pass ran, or none is
left.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from memtui.domain import durations
from memtui.domain.card_kinds import Kind
from memtui.domain.counting import plural
from memtui.domain.muting import muted_as
from memtui.domain.proposal_status import Status
from memtui.llm.programs.known import offers
from memtui.review.queue import CardRef
from memtui.review.rule_words import named
from memtui.store import journal, proposals, review_rules, review_state, runs
from memtui.store.cards import count_cards
from memtui.store.database import Store
from memtui.store.proposals import Wanted
from memtui.tui.history.view import actor_name
from memtui.tui.review.lists import run_words
from memtui.tui.review.prompts import described

KeyFor = Callable[[str], str]
"""Returns the key of an action, by its id."""


def who_decided(store: Store, proposal_id: int) -> str:
    """Return who decided a proposal, as a sentence."""
    proposal = proposals.get(store, proposal_id)
    if proposal is None:
        return "A memory this is about was erased meanwhile"
    if proposal.status is Status.MUTED:
        muted = muted_as(review_rules.muted(store), proposal.kind, proposal.rule, proposal.scope)
        return f"The rule {named(muted or proposal.rule)} is muted"
    op = journal.op(store, proposal.op_id) if proposal.op_id is not None else None
    if op is None or proposal.status is Status.WITHDRAWN:
        return "This no longer applies: what it rests on has changed meanwhile"
    when = durations.ago(store.now() - op.at)
    status = "put off" if proposal.status is Status.LATER else proposal.status
    return f"Decided meanwhile: {status} by {actor_name(op)}, {when}"


def last_pass(store: Store) -> str:
    """Return when the last pass was, in a few words."""
    run = runs.latest(store, "review")
    if run is None:
        return "no pass yet"
    return f"last pass {durations.ago(store.now() - run.started_at)}"


def about(minutes: float) -> str:
    """Return a duration in minutes as a person would say it."""
    return "under a minute" if minutes < 1 else f"about {round(minutes):,} min"


def nothing_words(
    store: Store, wanted: Wanted, key: KeyFor, *, at_work: bool, more: str = ""
) -> Sequence[str]:
    """Return what to say when no card is open; `at_work` says that a pass is, `more` what else to look at."""
    if at_work:
        return ("The review pass is at work", "", "Its cards will be here in a moment; nothing waits for it")
    if wanted != Wanted():
        left = count_cards(store).count
        return (
            f"Nothing to review that matches {described(wanted)}",
            "",
            f"{key('back')}   shows the other {left:,}" if left else f"{key('back')}   clears the filter",
        )
    run = runs.latest(store, "review")
    later = count_cards(store, Wanted(status=Status.LATER)).count
    muted = sum(record.muted_at is not None for record in review_rules.records(store))
    unseen = review_state.not_looked_at(store)
    lines = [f"{plural(unseen)} not looked at yet" if unseen else "Nothing to review", ""]
    lines += [run_words(run, store.now())] if run else []
    lines += [f"{later:,} put off; each comes back a week after that."] if later else []
    lines += [f"Muted rules: {muted:,}. {key('rules')} lists them."] if muted else []
    lines += [more] if more else []
    return (
        *lines,
        *([""] if run or later or muted or more else []),
        "A pass goes by rules: secrets, contradictions, repeats, junk, what expired, faded or should last. "
        "It misses what only reading tells.",
        "It proposes; nothing changes before you say yes.",
        "",
        f"{key('run_pass')}   runs a pass now",
        f"{key('read_store')}   has a model read deeper{_offered()}; says first what that takes",
        f"{key('rules')}   shows how each rule fares with you",
    )


def _offered() -> str:
    """Return which programs on this machine could be asked, to stand in a sentence; none is run."""
    labels = [offer.label for offer in offers()]
    return f" ({', '.join(labels)}, without a key)" if labels else ""


@dataclass(slots=True)
class Counts:
    """How many cards there are."""

    cards: dict[Kind, int]
    """How many of each kind, in the order of the queue; a batch is one card of many proposals."""
    batches: int

    def less(self, ref: CardRef) -> None:
        """Take in that a card is decided."""
        self.cards[ref.kind] -= 1
        self.batches -= bool(ref.batch)


def counts(refs: Iterable[CardRef]) -> Counts:
    """Count the cards of each kind, and the batches."""
    cards: dict[Kind, int] = {}
    batches = 0
    for ref in refs:
        cards[ref.kind] = cards.get(ref.kind, 0) + 1
        batches += bool(ref.batch)
    return Counts(cards, batches)


def held_together(refs: list[CardRef], batch: CardRef) -> list[CardRef]:
    """Return `refs` with what is left of a batch as one card: the last two of it would be single cards."""
    mine = set(batch.ids)
    at = next((at for at, ref in enumerate(refs) if not mine.isdisjoint(ref.ids)), None)
    if at is None or refs[at].batch:
        return refs
    left = [ref for ref in refs if not mine.isdisjoint(ref.ids)]
    others = [ref for ref in refs if mine.isdisjoint(ref.ids)]
    ids = tuple(i for ref in left for i in ref.ids)
    others.insert(min(at, len(others)), batch._replace(ids=ids))
    return others
