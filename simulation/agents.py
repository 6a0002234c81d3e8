"""The agents: they take turns in sessions, write memories down, and look up what they need.

There are three sorts, as in real use. Careless ones write whatever they like straight into the store, as an
agent with a memory tool does, and never clean up. Careful ones write so too, but only what is worth keeping.
The logs of the others are read after each session by the real offline capture pipeline.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from random import Random

from memtui.capture.cards import queue_held
from memtui.capture.consolidate import merged_text
from memtui.capture.pipeline import Options, Run
from memtui.capture.rules.extractor import RuleExtractor
from memtui.capture.saving import Origins, save
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.memory import Draft, Origin
from memtui.domain.text import normalised
from memtui.lifecycle.access import touch
from memtui.lifecycle.add import add
from memtui.lifecycle.errors import Refused
from memtui.llm.embeddings import Embedder
from memtui.store import memories, review_state
from memtui.store.database import Store
from simulation.junk import Junk, chatter, rubbish
from simulation.topics import Topic
from simulation.truth import Label, Standing, Truth
from simulation.world import News, Project, World

WRITES_PER_TURN = 0.5
"""How often a careless agent writes."""
CAREFUL_WRITES_PER_TURN = 0.5
RATES = {
    Junk.BOOT: 0.50,
    Junk.TRANSIENT: 0.14,
    Junk.REPEAT: 0.08,
    Junk.PROFILE: 0.05,
    Junk.WRONG: 0.05,
    Junk.NOISE: 0.05,
    None: 0.13,
}
"""What it writes; None is something worth keeping."""
VERBATIM = 0.3
"""The share of repeats that are word for word; the others say it in other words."""
RECALLS_PER_TURN = 0.45
SECOND_TOPIC = 0.3
"""How often a look-up uses two memories."""
RUBBISH_USED = 0.04
"""How often a look-up brings up junk, which the agent then cites."""
_IN_FOCUS, _ABOUT_THE_USER = 0.72, 0.16
"""Where a look-up goes: the project of the session, the person and colleagues, else another project."""
_FRESH_DAYS = 21.0
_STALE_WEIGHT = 0.15
"""What comes to mind less and less: the weight of a topic long after it was learned or used."""
_TURN_MINUTES = 2.5


class Manner(StrEnum):
    """How an agent remembers."""

    CARELESS = "careless"
    CAREFUL = "careful"
    CAPTURED = "captured"


MANNERS = {Manner.CARELESS: 0.5, Manner.CAREFUL: 0.2, Manner.CAPTURED: 0.3}
"""The share of the sessions."""


@dataclass(frozen=True, slots=True)
class Session:
    """One sitting of an agent."""

    day: int
    hour: float
    turns: int
    manner: Manner
    name: str

    @property
    def actor(self) -> Actor:
        """Who writes."""
        return Actor(
            ActorKind.AGENT, "capture" if self.manner is Manner.CAPTURED else "mcp", session=self.name
        )


@dataclass(slots=True)
class Tally:
    """What the agents did, since the run began."""

    turns: int = 0
    written: int = 0
    """Memories that were new."""
    captured: int = 0
    """Of those, by the capture pipeline."""
    refused: Counter[str] = field(default_factory=Counter)
    """Writes that the store turned away, by why."""
    held: int = 0
    """Facts that capture left for the person to decide."""
    asked: int = 0
    found: int = 0
    missed: int = 0
    """Asked for, known once, and no longer live."""
    misled: int = 0
    """An outdated or false value was found instead."""
    unknown: int = 0
    """Asked for, and nobody had written it down."""
    planted: Counter[Junk] = field(default_factory=Counter)


class Agents:
    """All agents, and what they have still to write down."""

    def __init__(
        self,
        store: Store,
        world: World,
        truth: Truth,
        rng: Random,
        *,
        embedder: Embedder | None,
        set_time: Callable[[float], None],
    ) -> None:
        self.tally = Tally()
        self.missed: list[Topic] = []
        """What was asked for since the person last looked and is no longer live."""
        self._store, self._world, self._truth, self._rng = store, world, truth, rng
        self._embedder = embedder
        self._set_time = set_time
        self._news: dict[str, deque[News]] = {}
        self._pending: set[tuple[str, int]] = set()
        self._coming = deque(world.news)
        self._last: dict[str, float] = {}
        self._junk: list[int] = []
        self._noted = 0

    def work(self, session: Session) -> None:
        """Take the turns of one session."""
        day = float(session.day)
        while self._coming and self._coming[0].day <= day:
            self._tell(self._coming.popleft())
        project = self._focus(day)
        log: list[tuple[str, Label | None]] = []
        for turn in range(session.turns):
            self._set_time(day + session.hour / 24 + turn * _TURN_MINUTES / (24 * 60))
            self.tally.turns += 1
            if self._rng.random() < RECALLS_PER_TURN:
                self._look_up(session, project, day)
            if session.manner is Manner.CARELESS:
                if self._rng.random() < WRITES_PER_TURN:
                    self._write(session, project, day)
            elif session.manner is Manner.CAREFUL:
                if self._rng.random() < CAREFUL_WRITES_PER_TURN:
                    self._write_news(session, project, day)
            else:
                log += self._said(project, day, last=turn == session.turns - 1)
        if log:
            self._capture(session, project, log, day)

    def _focus(self, day: float) -> Project:
        active = self._world.active(day) or self._world.projects[-1:]
        return self._rng.choices(active, [1 / (rank + 1) for rank in range(len(active))])[0]

    # -- writing -----------------------------------------------------------------------------

    def _tell(self, news: News) -> None:
        """Have something come up in one of the next sessions."""
        key = (news.topic.key, news.value)
        if key not in self._pending:
            self._pending.add(key)
            self._news.setdefault(_pool(news.topic), deque()).append(news)

    def _next_news(self, project: Project, *, only_of_it: bool = False) -> News | None:
        """Return what has come up of a project, or else of the person and their colleagues."""
        name = project.name.lower()
        for pool in (name,) if only_of_it else (name, ""):
            if self._news.get(pool):
                news = self._news[pool].popleft()
                self._pending.discard((news.topic.key, news.value))
                return news
        return None

    def _write(self, session: Session, project: Project, day: float) -> None:
        """Write one memory as a careless agent does."""
        kind = self._rng.choices(list(RATES), list(RATES.values()))[0]
        if kind is None:
            self._write_news(session, project, day)
        elif kind is Junk.REPEAT:
            self._repeat(session, day)
        elif kind is Junk.WRONG:
            self._contradict(session, project, day)
        else:
            made = rubbish(kind, self._rng, session.day, project.scope)
            draft = Draft(
                made.text, made.scope, made.type, made.categories, made.importance, origin=Origin.AGENT
            )
            self._add(session, draft, Label(day, junk=kind))

    def _write_news(self, session: Session, project: Project, day: float) -> None:
        """Write down what has come up, when anything has."""
        news = self._next_news(project)
        if news is not None:
            self._add(session, _draft(news.topic, self._worded(news)), _label(news, day))

    def _repeat(self, session: Session, day: float) -> None:
        """Say again what is known, word for word or in another way, at times in another scope."""
        known = [i for i in self._recent() if self._truth.labels[i].standing(day) is Standing.GOOD]
        if not known:
            return
        label = self._truth.labels[self._rng.choice(known)]
        topic = label.topic
        assert topic is not None  # noqa: S101
        told = label.text
        if self._rng.random() >= VERBATIM:
            ways = [topic.say(topic.values[label.value], i) for i in range(len(topic.phrasings))]
            told = self._rng.choice([way for way in ways if way != label.text] or ways)
        draft = _draft(topic, told)
        self._add(session, draft, Label(day, topic, label.value, label.told, Junk.REPEAT))

    def _contradict(self, session: Session, project: Project, day: float) -> None:
        """State a value that does not hold: made up."""
        pool = [t for t in (*project.topics, *self._world.general) if t.make and t.since[0] <= day <= t.until]
        topic = self._rng.choice(pool) if pool else None
        value = None if topic is None else topic.other_value(self._rng)
        if topic is not None and value is not None:
            text = topic.say(value, self._rng.randrange(len(topic.phrasings)))
            self._add(session, _draft(topic, text), Label(day, topic, -1, value, Junk.WRONG))

    def _recent(self) -> list[int]:
        """Return some memories to repeat: the newest two hundred."""
        return list(self._truth.labels)[-200:]

    def _worded(self, news: News) -> str:
        return news.topic.say(news.topic.values[news.value], self._rng.randrange(len(news.topic.phrasings)))

    def _add(self, session: Session, draft: Draft, label: Label) -> None:
        try:
            added = add(self._store, draft, by=session.actor)
        except Refused as error:
            why = "dropped before" if "dropped" in str(error) else "nothing to keep in it"
            self.tally.refused[why] += 1
            return
        if added.duplicate:
            self.tally.refused["known already"] += 1
        else:
            self._note(added.memory.id, added.memory.text, label)

    def _note(self, memory_id: int, text: str, label: Label) -> None:
        label.text = text
        self._truth.note(memory_id, label)
        self.tally.written += 1
        if label.junk is not None:
            self.tally.planted[label.junk] += 1
            self._junk.append(memory_id)

    # -- capture -----------------------------------------------------------------------------

    def _said(self, project: Project, day: float, *, last: bool) -> list[tuple[str, Label | None]]:
        """Return the lines of a turn as the log has them: talk, and news of the project when there is any.

        Capture files what it finds in a log under one scope, so these speak of nothing else.
        """
        lines: list[tuple[str, Label | None]] = [(chatter(self._rng, int(day)), None)]
        for _ in range(3 if last else self._rng.choice((0, 0, 1))):
            news = self._next_news(project, only_of_it=True)
            if news is not None:
                lines.append((self._worded(news) + ".", _label(news, day)))
        return lines

    def _capture(
        self, session: Session, project: Project, log: Sequence[tuple[str, Label | None]], day: float
    ) -> None:
        """Read a session's log with the offline pipeline, and save what it may save unasked."""
        speakers = ("User", "Assistant")
        text = "\n\n".join(f"{speakers[i % 2]}: {line}" for i, (line, _) in enumerate(log))
        extractor = RuleExtractor(datetime.fromtimestamp(self._store.now(), UTC).date())
        run = Run(self._store, text, extractor, Options(scope=project.scope), embedder=self._embedder)
        asyncio.run(_drive(run))
        origins = Origins.of(extractor, session=session.name)
        saved = save(self._store, run.facts, scope=project.scope, by=session.actor, origins=origins)
        queue_held(self._store, saved.held, scope=project.scope, origins=origins)
        for memory_id in saved.learned.superseded:
            self._truth.labels[memory_id].gone = day
        self.tally.held += len(saved.held)
        for fact in saved.held:
            label = _label_of(fact.candidate.quote, log)
            for told in (fact.candidate.text, merged_text(fact)):
                self._truth.offered[normalised(told)] = label
        for memory in memories.get_many(self._store, saved.learned.ids):
            label = _label_of(str(memory.provenance.get("quote", "")), log)
            self.tally.captured += 1
            self._note(memory.id, memory.text, label or Label(day, junk=Junk.NOISE))

    def note_accepted(self, day: float) -> None:
        """Record what the memories are that the person's yes to a card of capture has added."""
        while ids := review_state.live_ids(self._store, self._noted, 1_000):
            self._noted = ids[-1]
            for memory in memories.get_many(self._store, ids):
                if memory.id not in self._truth.labels:
                    label = self._truth.offered.get(normalised(memory.text)) or Label(day, junk=Junk.NOISE)
                    self._truth.note(memory.id, replace(label, text=memory.text, used=[]))

    # -- looking up --------------------------------------------------------------------------

    def _look_up(self, session: Session, project: Project, day: float) -> None:
        """Look one or two things up, and count the use of what is found."""
        used: list[int] = []
        for _ in range(2 if self._rng.random() < SECOND_TOPIC else 1):
            topic = self._wanted(project, day)
            if topic is not None:
                used += self._find(topic, day)
        if self._junk and self._rng.random() < RUBBISH_USED:
            junk = self._rng.choice(self._junk)
            if self._truth.labels[junk].gone is None:
                used.append(junk)
        for memory_id in set(used):
            self._truth.labels[memory_id].used.append(day)
        if used:
            touch(self._store, sorted(set(used)), by=session.actor)

    def _wanted(self, project: Project, day: float) -> Topic | None:
        """Draw what the agent needs: Zipf over what is known of a pool, more of it when it is fresh."""
        chance = self._rng.random()
        if chance < _IN_FOCUS:
            pool = project.topics
        elif chance < _IN_FOCUS + _ABOUT_THE_USER:
            pool = self._world.general
        else:
            pool = self._rng.choice(self._world.active(day) or [project]).topics
        known = [t for t in pool if t.since[0] <= day <= t.until]
        if not known:
            return None
        weights = [
            t.popularity
            * (_STALE_WEIGHT + 2 ** (-(day - max(self._last.get(t.key, 0.0), t.since[0])) / _FRESH_DAYS))
            for t in known
        ]
        topic = self._rng.choices(known, weights)[0]
        self._last[topic.key] = day
        self._truth.wanted[topic.key].append(day)
        return topic

    def _find(self, topic: Topic, day: float) -> list[int]:
        """Return the live memory that answers, if there is one; else somebody tells the agent again."""
        self.tally.asked += 1
        labels = self._truth.labels
        now = topic.current(day)
        ever = self._truth.about.get(topic.key, [])
        about = [i for i in ever if labels[i].gone is None]
        right = [i for i in about if labels[i].value == now]
        if right:
            self.tally.found += 1
            return [self._rng.choice(right)]
        self._tell(News(day, topic, now))
        if any(labels[i].value == now for i in ever):
            self.tally.missed += 1
            self.missed.append(topic)
        elif about:
            self.tally.misled += 1
        else:
            self.tally.unknown += 1
        return [max(about)] if about else []


async def _drive(run: Run) -> None:
    async for _ in run:
        pass


def _pool(topic: Topic) -> str:
    """Return the name of the project that a topic belongs to; empty for the general ones."""
    parts = topic.scope.split("/")
    return parts[2] if parts[1] == "project" else ""


def _label(news: News, day: float) -> Label:
    return Label(day, news.topic, news.value, news.topic.values[news.value])


def _draft(topic: Topic, text: str) -> Draft:
    return Draft(text, topic.scope, topic.type, topic.categories, topic.importance, origin=Origin.AGENT)


def _label_of(quote: str, log: Sequence[tuple[str, Label | None]]) -> Label | None:
    """Return what the line of a log is that a fact was found in; None for one that is no news."""
    wanted = normalised(quote)
    for line, label in log:
        if label is not None and normalised(line) in wanted:
            return label
    return next((la for line, la in log if la and wanted and wanted in normalised(line)), None)
