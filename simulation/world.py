"""The world that the simulated agents work in: projects that come and go, and what there is to know of them.

Everything is laid out beforehand from one random generator, day by day, so that a run can be repeated.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random

from memtui.domain.instant import DAY, Instant
from simulation import topics as of
from simulation.aspects import OF_PARTS, OF_PROJECTS
from simulation.topics import Topic
from simulation.vocabulary import WORDS

START: Instant = datetime(2026, 1, 5, tzinfo=UTC).timestamp()
"""A Monday, when every run begins."""
PROJECT_DAYS = 120
PROJECTS_AT_ONCE = 4
NEWS_PER_TURN = 0.13
"""Durable things to know that come up, for each turn of the agents."""
EVENTS_PER_TURN = 0.05
CHANGING = 0.25
"""The share of values that change once while their project runs."""
_LEARNED_EARLY = 0.6
_ZIPF = 1.1
_NO_LONGER_WANTED = (10, 45)
"""Days after which nobody asks for an event any more."""
AFTER_THE_END = 14
"""Days that a finished project is still asked about."""
_FIRST_DAYS = 20
_LEAST_TIME = 7
"""Days that a value holds at least."""


@dataclass(slots=True)
class Project:
    """A project that agents work on for some months."""

    name: str
    start: float
    end: float
    topics: list[Topic] = field(default_factory=list)

    @property
    def scope(self) -> str:
        """Where its memories are filed."""
        return f"/project/{self.name.lower()}"


@dataclass(frozen=True, slots=True)
class News:
    """Something that comes up on a day: a topic, or a new value of one."""

    day: float
    topic: Topic
    value: int


@dataclass(slots=True)
class World:
    """All there is to know, and when it comes up."""

    projects: list[Project]
    general: list[Topic]
    """About the person and their colleagues."""
    news: list[News]
    """In order of the day."""

    def active(self, day: float) -> list[Project]:
        """Return the projects that run on a day."""
        return [p for p in self.projects if p.start <= day < p.end]

    def topics(self) -> Iterator[Topic]:
        """Yield every topic."""
        yield from self.general
        for project in self.projects:
            yield from project.topics


def build(turns: int, days: int, rng: Random) -> World:
    """Return a world in which agents take so many turns in so many days."""
    projects = _projects(days, rng)
    durable = max(round(turns * NEWS_PER_TURN), 40)
    general = _general(min(durable // 20, 60), rng)
    per_project = max((durable - len(general)) / max(len(projects), 1), 4)
    events = turns * EVENTS_PER_TURN / max(len(projects), 1)
    for project in projects:
        share = min(project.end, days) - max(project.start, 0.0)
        weight = share / PROJECT_DAYS
        _know(project, round(per_project * weight), round(events * weight), rng)
    for pool in (general, *(p.topics for p in projects)):
        for rank, topic in enumerate(rng.sample(pool, len(pool)), 1):
            topic.popularity = rank**-_ZIPF
    news = [
        News(since, topic, value)
        for topic in (*general, *(t for p in projects for t in p.topics))
        for value, since in enumerate(topic.since)
        if since < days
    ]
    news.sort(key=lambda item: (item.day, item.topic.key, item.value))
    return World(projects, general, news)


def _projects(days: int, rng: Random) -> list[Project]:
    """Lay projects out so that about the same number runs at any time."""
    names = rng.sample(WORDS.projects, len(WORDS.projects))
    apart = PROJECT_DAYS / PROJECTS_AT_ONCE
    projects = []
    for number, name in enumerate(names):
        start = (number - PROJECTS_AT_ONCE + 1) * apart + rng.uniform(-3, 3)
        if start >= days:
            break
        projects.append(Project(name, start, start + PROJECT_DAYS * rng.uniform(0.9, 1.1)))
    return projects


def _general(count: int, rng: Random) -> list[Topic]:
    """Return what is known of the person and their colleagues, most of it from early on."""
    likings = [of.preference(i, rng) for i in range(min(count // 2, len(WORDS.likings)))]
    people = [of.of_people(i) for i in range(count - len(likings))]
    for topic in (*likings, *people):
        topic.since = [rng.uniform(0, 60)]
        if rng.random() < CHANGING / 2:
            _change(topic, rng.uniform(90, 300), rng)
    return [*likings, *people]


def _know(project: Project, durable: int, events: int, rng: Random) -> None:
    """Fill a project with topics: most come up early, some of their values change."""
    name, scope = project.name, project.scope
    parts = rng.sample(WORDS.parts, 8)
    slots = [of.of_aspect(aspect, name, scope, rng) for aspect in OF_PROJECTS]
    aspects = [
        of.of_aspect(aspect, f"the {name} {part}", f"{scope}/{part.replace(' ', '-')}", rng)
        for part in parts
        for aspect in OF_PARTS
    ]
    slots += rng.sample(aspects, min(max(durable * 5 // 10 - len(slots), 4), len(aspects)))
    rest = max(durable - len(slots), 3)
    slots += [
        of.decision(name, scope, i, rng) for i in _numbers(min(rest // 5, len(WORDS.tools)), WORDS.tools, rng)
    ]
    slots += [of.gotcha(name, scope, i, rng) for i in range(rest // 2)]
    slots += [
        of.how_to(name, scope, i, rng) for i in _numbers(min(rest // 4, len(WORDS.tasks)), WORDS.tasks, rng)
    ]
    length = project.end - project.start
    for topic in slots:
        early = rng.random() < _LEARNED_EARLY
        topic.since = [project.start + length * (rng.uniform(0, 0.3) if early else rng.uniform(0.3, 0.95))]
        topic.until = project.end + AFTER_THE_END
        if topic.make is not None and rng.random() < CHANGING:
            _change(topic, rng.uniform(topic.since[0] + _LEAST_TIME, project.end), rng)
    for number in range(events):
        day = max(project.start, 0.0) + rng.uniform(0, project.end - max(project.start, 0.0))
        topic = (
            of.status(name, scope, number, rng)
            if number % 3 == 0
            else of.event(name, scope, number, date_of(day), rng)
        )
        topic.since = [day]
        topic.until = min(day + rng.uniform(*_NO_LONGER_WANTED), project.end + AFTER_THE_END)
        slots.append(topic)
    for topic in slots:
        _come_up_within_the_run(topic, rng)
    project.topics = slots


def _come_up_within_the_run(topic: Topic, rng: Random) -> None:
    """Have what was known before the run began come up in its first days."""
    if topic.since[0] < 0:
        topic.since[0] = rng.uniform(0, _FIRST_DAYS)
    topic.since[1:] = [max(since, topic.since[0] + _LEAST_TIME) for since in topic.since[1:]]


def _numbers(count: int, choices: tuple[object, ...], rng: Random) -> list[int]:
    return rng.sample(range(len(choices)), count)


def _change(topic: Topic, day: float, rng: Random) -> None:
    value = topic.other_value(rng)
    if value is not None and day > topic.since[0]:
        topic.values.append(value)
        topic.since.append(day)


def date_of(day: float) -> str:
    """Return a day of the run as people write it in a sentence: `2026-03-04`."""
    return f"{datetime.fromtimestamp(START + day * DAY, UTC):%Y-%m-%d}"
