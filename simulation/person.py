"""The person who looks after the store: sits down with the queue now and then, and decides as people do.

They know what is so, mostly: which statement holds, which project is over. They do not know what an agent
will ask for tomorrow. They have a few minutes, take the cards in the queue's own order, glance at a batch
instead of reading all of it, and press the wrong key at times.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from memtui.config.settings import Settings
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Deed
from memtui.domain.memory import Draft, State
from memtui.domain.proposal import Proposal
from memtui.lifecycle.add import add
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.states import restore
from memtui.review import queue, verdicts
from memtui.review.verdicts import Choice, Verdict
from memtui.store import journal, memories, proposals
from memtui.store.database import Store
from simulation.agents import Agents
from simulation.topics import closing
from simulation.truth import Label, Standing, Truth
from simulation.world import AFTER_THE_END, World, date_of

SITTING_DAYS = (1, 4)
"""Tuesdays and Fridays."""
SITTING_SECONDS = 300.0
CLEARED_EVERY = 30
"""Days between two looks at Dropped …"""
ERASED_AFTER_DAYS = 90.0
"""… in which the person erases for good what has lain there for so long."""
_GLANCED_AT = 12
"""Members of a batch that are read before a yes to all of it."""
_ONE_IN_A_BATCH = 6.0
_WELL_KNOWN = 0.03
"""How often a topic is wanted, against the most wanted one, from which on a person would not let it go."""
_STAYS = 10
"""Days that something has to go on for before a person promotes it."""
_RESTORES = 0.5
"""How often, at full diligence, a person who hears that something was missing brings it back."""


@dataclass(frozen=True, slots=True)
class Person:
    """How careful a person is."""

    diligence: float
    """0…1: how likely they are to sit down when they meant to. A careful person also errs less."""

    @property
    def error_rate(self) -> float:
        """How often they press the wrong key."""
        return (1 - self.diligence) / 4

    @property
    def minutes_a_week(self) -> float:
        """How long they look after the store, on average and at most."""
        return self.diligence * len(SITTING_DAYS) * SITTING_SECONDS / 60


@dataclass(slots=True)
class Loss:
    """A memory that a yes took out of view."""

    memory_id: int
    op_id: int
    day: float
    text: str
    erased: bool = False
    """Erased for good later on."""


@dataclass(slots=True)
class Sittings:
    """What came of all sittings so far."""

    count: int = 0
    seconds: float = 0.0
    yes: Counter[Kind] = field(default_factory=Counter)
    no: Counter[Kind] = field(default_factory=Counter)
    rule_yes: Counter[str] = field(default_factory=Counter)
    rule_no: Counter[str] = field(default_factory=Counter)
    stale: int = 0
    """Cards that had changed since."""
    muted: list[str] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)
    wrong: int = 0
    """Decisions that were slips."""
    restored: int = 0


@dataclass(frozen=True, slots=True)
class _Answer:
    yes: bool
    choice: Choice = field(default_factory=Choice)


class Reviewer:
    """A person at work on one store."""

    def __init__(
        self,
        person: Person,
        store: Store,
        settings: Settings,
        world: World,
        truth: Truth,
        agents: Agents,
        rng: Random,
    ) -> None:
        self.told = Sittings()
        self._person, self._store, self._settings = person, store, settings
        self._world, self._truth, self._agents, self._rng = world, truth, agents, rng
        self._finished: set[str] = set()

    def day(self, day: int, cancelled: Callable[[], bool] | None = None) -> None:
        """Do what the person does on a day: bring back what was missed, close projects, sit down or not."""
        self._bring_back(day)
        if day % 7 not in SITTING_DAYS:
            return
        if self._rng.random() < self._person.diligence:
            self._close_projects(day)
            self._sit(day, cancelled)

    # -- besides the queue -------------------------------------------------------------------

    def _actor(self, day: int) -> Actor:
        return Actor(ActorKind.PERSON, "screen", session=f"screen-{day}")

    def _bring_back(self, day: int) -> None:
        """Restore what an agent asked for in vain, when the person hears of it."""
        missed = {topic.key: topic for topic in self._agents.missed}
        self._agents.missed.clear()
        for topic in missed.values():
            about = self._truth.about[topic.key]
            there = [i for i in about if self._truth.labels[i].value == topic.current(day)]
            if there and self._rng.random() < _RESTORES * self._person.diligence:
                restore(self._store, [max(there)], by=self._actor(day))
                self._truth.labels[max(there)].gone = None
                self.told.restored += 1

    def _close_projects(self, day: int) -> None:
        """Mark projects as finished that are over, as the budget rule asks for."""
        for project in self._world.projects:
            if project.end + AFTER_THE_END < day and project.name not in self._finished:
                self._finished.add(project.name)
                topic = closing(project.name, project.scope, day)
                text = topic.say(date_of(day), 0)
                draft = Draft(text, topic.scope, topic.type, topic.categories, topic.importance)
                added = add(self._store, draft, by=self._actor(day))
                self._truth.note(added.memory.id, Label(day, topic, 0, topic.values[0], text=text))

    # -- the queue ---------------------------------------------------------------------------

    def _sit(self, day: int, cancelled: Callable[[], bool] | None) -> None:
        self.told.count += 1
        left = SITTING_SECONDS
        for ref in queue.cards(self._store):
            if left < ref.seconds or (cancelled is not None and cancelled()):
                break
            left -= ref.seconds
            card = queue.card(self._store, ref)
            if not card.proposals:
                continue
            if ref.batch:
                left -= self._decide_batch(card, day, left)
            else:
                self._decide(card.proposals[0], day)
        self.told.seconds += SITTING_SECONDS - max(left, 0.0)

    def _decide_batch(self, card: queue.Card, day: int, left: float) -> float:
        """Say yes to a batch that looks right, else go through it one by one. Returns the seconds it took."""
        glanced = self._rng.sample(card.proposals, min(_GLANCED_AT, len(card.proposals)))
        answers = [self._right(proposal, day) for proposal in glanced]
        if all(answer.yes and answer.choice == Choice() for answer in answers):
            self._carry_out(list(card.ref.ids), _Answer(True), card.ref.kind, day)
            return 0.0
        took = 0.0
        for proposal in card.proposals:
            if took + _ONE_IN_A_BATCH > left:
                break
            took += _ONE_IN_A_BATCH
            self._decide(proposal, day)
        return took

    def _decide(self, proposal: Proposal, day: int) -> None:
        answer = self._right(proposal, day)
        if self._rng.random() < self._person.error_rate:
            answer = self._slip(proposal, answer)
            self.told.wrong += 1
        self._carry_out([proposal.id], answer, proposal.kind, day)

    def _slip(self, proposal: Proposal, answer: _Answer) -> _Answer:
        """Return the wrong key: the other side of a conflict, else the opposite."""
        change = proposal.change
        if answer.yes and change.deed is Deed.KEEP and len(change.gone) == 1:
            other = change.gone[0] if answer.choice.keep in {None, change.keep} else change.keep
            return _Answer(True, Choice(keep=other))
        return _Answer(not answer.yes)

    def _right(self, proposal: Proposal, day: int) -> _Answer:
        """Return what a person who knows what is so would say."""
        change = proposal.change
        gone = [self._truth.labels[i] for i in change.gone if i in self._truth.labels]
        kept = None if change.keep is None else self._truth.labels.get(change.keep)
        if change.deed in {Deed.KEEP, Deed.MERGE} and kept is not None and len(gone) == 1:
            return self._between(proposal, kept, gone[0], day)
        if change.deed is Deed.MERGE and kept is not None:
            return _Answer(all(kept.says_the_same(label) or _both_junk(kept, label) for label in gone))
        brings = self._truth.brought_by(change)
        if brings is not None and len(gone) == 1:
            return self._instead(brings, gone[0], day)
        if change.deed is Deed.RETYPE and kept is not None:
            good = kept.standing(day) is Standing.GOOD
            return _Answer(good and kept.topic is not None and kept.topic.until > day + _STAYS)
        useful = [label for label in gone if label.standing(day) is Standing.GOOD]
        if not useful:
            return _Answer(True)
        if any(self._would_miss(label) for label in useful):
            return _Answer(False)
        return _Answer(True, Choice(archive=change.deed is Deed.DROP))

    def _between(self, proposal: Proposal, kept: Label, gone: Label, day: int) -> _Answer:
        """Choose between two memories that are said to repeat or to contradict each other."""
        if kept.says_the_same(gone) or _both_junk(kept, gone):
            return _Answer(True)
        about_the_same = kept.topic is not None and kept.topic is gone.topic
        kept_holds = kept.standing(day) is Standing.GOOD
        gone_holds = gone.standing(day) is Standing.GOOD
        if not about_the_same and kept_holds and gone_holds:
            return _Answer(False)
        if kept_holds or not gone_holds:
            # A false statement beside a true one about something else: the card is wrong, yet a yes helps.
            return _Answer(about_the_same or not gone_holds)
        assert proposal.change.gone  # noqa: S101
        return _Answer(True, Choice(keep=proposal.change.gone[0]))

    def _instead(self, brings: Label, gone: Label, day: int) -> _Answer:
        """Say whether a new statement may replace a memory: it says the same, or it holds instead."""
        if gone.standing(day) is Standing.GOOD:
            return _Answer(brings.says_the_same(gone))
        return _Answer(brings.standing(day) is Standing.GOOD)

    def _would_miss(self, label: Label) -> bool:
        """Say whether a person would rather keep what nobody has asked for lately."""
        return label.topic is not None and label.topic.popularity >= _WELL_KNOWN

    def _carry_out(self, ids: Sequence[int], answer: _Answer, kind: Kind, day: int) -> None:
        by = self._actor(day)
        if not answer.yes:
            verdict = verdicts.reject(self._store, ids, by=by)
            self.told.no[kind] += len(verdict.decided)
        else:
            try:
                verdict = verdicts.accept(self._store, self._settings, ids, by=by, choice=answer.choice)
            except Refused:
                verdict = verdicts.later(self._store, ids, by=by)
            self.told.yes[kind] += len(verdict.decided)
            self._note_losses(verdict, day)
        rules = Counter(proposal.rule for proposal in proposals.get_many(self._store, verdict.decided))
        (self.told.rule_yes if answer.yes else self.told.rule_no).update(rules)
        self.told.stale += len(verdict.stale)
        self.told.muted += verdict.muted

    def _note_losses(self, verdict: Verdict, day: int) -> None:
        """Record which memories a yes took out of view, and what it added."""
        op = verdict.outcome.op
        if op is None or op.kind != "accept":
            return
        changed = [c.memory_id for c in journal.changes(self._store, op.id, limit=10_000)]
        for memory in memories.get_many(self._store, sorted(set(changed))):
            label = self._truth.labels.get(memory.id)
            if label is not None and memory.state in {State.DROPPED, State.ARCHIVED} and label.gone is None:
                label.gone = day
                self.told.losses.append(Loss(memory.id, op.id, day, memory.text))


def _both_junk(one: Label, other: Label) -> bool:
    return Standing.JUNK is one.standing(one.day) and Standing.JUNK is other.standing(other.day)
