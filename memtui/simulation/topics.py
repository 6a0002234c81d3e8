"""What can be known in the simulated world: topics, worded in several ways, with a value that may change.

A topic is one thing to know, such as the port of a service. The world decides when it comes up and when its
value changes; agents write its statements down and look it up later.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from memtui.domain.memory import MemoryType
from memtui.simulation import vocabulary as words

FOREVER = float("inf")
_TRIES = 8


@dataclass(slots=True)
class Topic:
    """One thing to know."""

    key: str
    """What it is about; no two topics have the same."""
    scope: str
    type: MemoryType
    categories: tuple[str, ...]
    importance: float
    phrasings: tuple[str, ...]
    """The same statement in other words; `{v}` stands for the value."""
    values: list[str]
    """The value at first, and what it changed to."""
    since: list[float]
    """From which day on each value has held."""
    until: float = FOREVER
    """The day after which nobody wants it any more."""
    popularity: float = 1.0
    """How often it is wanted, against the others of its pool."""
    make: Callable[[Random], str] | None = field(default=None, repr=False)
    """Makes another value; None for what cannot change."""

    def current(self, day: float) -> int:
        """Return which of the values holds on a day."""
        return max((i for i, since in enumerate(self.since) if since <= day), default=0)

    def say(self, value: str, way: int) -> str:
        """Return a value in one of the phrasings, as a sentence."""
        text = self.phrasings[way % len(self.phrasings)].replace("{v}", value)
        return text[:1].upper() + text[1:]

    def other_value(self, rng: Random) -> str | None:
        """Return a value that it never had; None when there is none."""
        made = [] if self.make is None else [self.make(rng) for _ in range(_TRIES)]
        return next((value for value in made if value not in self.values), None)


Maker = Callable[[Random], str]


@dataclass(frozen=True, slots=True)
class Aspect:
    """What can be asked of anything of a kind: its port, its owner."""

    name: str
    phrasings: tuple[str, ...]
    make: Maker
    importance: float = 0.6
    categories: tuple[str, ...] = ("finding",)
    type: MemoryType = MemoryType.SEMANTIC


def _one_of(choices: tuple[str, ...]) -> Maker:
    return lambda rng: rng.choice(choices)


def _number(low: int, high: int, step: int = 1) -> Maker:
    return lambda rng: str(rng.randrange(low, high, step))


def _runtime(rng: Random) -> str:
    return rng.choice(words.RUNTIMES).format(a=rng.randint(9, 26), b=rng.randint(1, 9))


def _time(rng: Random) -> str:
    return f"{rng.randint(0, 23):02}:{rng.choice((5, 10, 20, 25, 35, 40, 50)):02}"


def _path(rng: Random) -> str:
    return (
        f"/{rng.choice(('var/log', 'srv/logs', 'opt/data/log'))}/{rng.choice(words.PROJECTS).lower()}"
        f"-{rng.randint(1, 40)}.log"
    )


def _flag(rng: Random) -> str:
    return f"{rng.choice(('enable', 'use', 'try', 'beta'))}-{rng.choice(words.FEATURES).replace(' ', '-')}"


def _host(rng: Random) -> str:
    return f"{rng.choice(('stage', 'pre', 'qa', 'uat'))}{rng.randint(1, 60)}.internal"


OF_PARTS = (
    Aspect(
        "port",
        ("{it} listens on port {v}", "port {v} is where {it} takes its calls", "to reach {it}, use port {v}"),
        _number(3000, 9900),
    ),
    Aspect(
        "runtime", ("{it} is built with {v}", "we build {it} with {v}", "{v} is what {it} runs on"), _runtime
    ),
    Aspect(
        "owner",
        (
            "{v} looks after {it}",
            "questions about {it} go to {v}",
            "the person responsible for {it} is {v}",
        ),
        _one_of(words.PEOPLE),
        0.55,
    ),
    Aspect(
        "store",
        ("{it} keeps its data in {v}", "{v} holds everything that {it} stores"),
        _one_of(words.STORES),
        0.65,
    ),
    Aspect(
        "timeout",
        ("calls to {it} time out after {v} seconds", "{it} gives up on a call after {v} seconds"),
        _number(5, 300, 5),
    ),
    Aspect(
        "limit",
        ("{it} takes files of up to {v} MB", "a file for {it} may have {v} MB at most"),
        _number(10, 900, 10),
        0.5,
    ),
    Aspect("logs", ("{it} writes its log to {v}", "look into {v} for the log of {it}"), _path, 0.5),
    Aspect(
        "nightly",
        ("the nightly job of {it} starts at {v} UTC", "{it} does its nightly work from {v} UTC"),
        _time,
        0.5,
    ),
    Aspect(
        "replicas",
        ("production runs {v} replicas of {it}", "{it} has {v} replicas in production"),
        _number(2, 40),
        0.45,
    ),
    Aspect(
        "flag",
        ("the new behaviour of {it} hides behind the flag {v}", "set {v} to see the new behaviour of {it}"),
        _flag,
        0.5,
    ),
    Aspect(
        "alert",
        (
            "{it} pages the rota when {v} jobs are waiting",
            "at {v} waiting jobs somebody is called about {it}",
        ),
        _number(100, 9000, 50),
        0.55,
    ),
    Aspect(
        "cache", ("answers of {it} are cached for {v} minutes", "{it} caches for {v} minutes"), _number(2, 90)
    ),
)
OF_PROJECTS = (
    Aspect(
        "customer",
        ("{it} is made for {v}", "the customer behind {it} is {v}"),
        _one_of(words.CUSTOMERS),
        0.75,
    ),
    Aspect(
        "release day",
        ("{it} is released on {v}s", "releases of {it} go out every {v}"),
        _one_of(words.WEEKDAYS),
        0.7,
        ("decision",),
    ),
    Aspect(
        "region", ("{it} is hosted in {v}", "all servers of {it} are in {v}"), _one_of(words.REGIONS), 0.7
    ),
    Aspect(
        "approvals",
        ("a pull request for {it} needs {v} approvals", "{it} merges after {v} approvals"),
        _number(1, 6),
        0.6,
        ("decision",),
    ),
    Aspect("staging", ("staging of {it} is at {v}", "{it} is tried out on {v} first"), _host, 0.65),
    Aspect(
        "stand-up",
        ("the stand-up of {it} is at {v} UTC", "the team of {it} meets daily at {v} UTC"),
        _time,
        0.5,
    ),
    Aspect(
        "budget",
        ("{it} may cost {v} euros a month", "the hosting of {it} is capped at {v} euros a month"),
        _number(300, 20_000, 50),
        0.6,
        ("decision",),
    ),
    Aspect("lead", ("{it} is led by {v}", "{v} has the last word on {it}"), _one_of(words.PEOPLE), 0.75),
)


def of_aspect(aspect: Aspect, it: str, scope: str, rng: Random) -> Topic:
    """Return an aspect of something as a topic."""
    return Topic(
        key=f"{it}/{aspect.name}",
        scope=scope,
        type=aspect.type,
        categories=aspect.categories,
        importance=aspect.importance,
        phrasings=tuple(text.replace("{it}", it) for text in aspect.phrasings),
        values=[aspect.make(rng)],
        since=[],
        make=aspect.make,
    )


def decision(name: str, scope: str, number: int, rng: Random) -> Topic:
    """Return a choice between two tools that a project made."""
    taken, left, purpose, reason = words.TOOLS[number % len(words.TOOLS)]
    part = rng.choice(words.PARTS)
    return _fixed(
        f"{name}/decision/{number}",
        scope,
        MemoryType.SEMANTIC,
        ("decision",),
        0.75,
        (
            f"for {purpose} in the {name} {part} we took {taken} and not {left}, because {reason}",
            f"{name} settled on {taken} instead of {left} for {purpose} in the {part}: {reason}",
        ),
    )


def gotcha(name: str, scope: str, number: int, rng: Random) -> Topic:
    """Return something that goes wrong, and what helps."""
    part, trouble = rng.choice(words.PARTS), rng.choice(words.TROUBLES)
    when, remedy = rng.choice(words.CONDITIONS), rng.choice(words.REMEDIES)
    return _fixed(
        f"{name}/gotcha/{number}",
        scope,
        MemoryType.PROCEDURAL if number % 3 == 0 else MemoryType.SEMANTIC,
        ("gotcha",),
        0.7,
        (
            f"the {name} {part} {trouble} when {when}; {remedy}",
            f"when {when}, the {name} {part} {trouble}, and then you have to {remedy}",
        ),
    )


def how_to(name: str, scope: str, number: int, rng: Random) -> Topic:
    """Return the steps of a task."""
    task, part = words.TASKS[number % len(words.TASKS)], rng.choice(words.PARTS)
    first, second = rng.sample(words.STEPS, 2)
    check = rng.choice(words.CHECKS)
    return _fixed(
        f"{name}/how-to/{number}",
        scope,
        MemoryType.PROCEDURAL,
        ("finding",),
        0.7,
        (
            f"to {task} of the {name} {part}, {first}, then {second}, and {check}",
            f"how to {task} of the {name} {part}: first {first}, next {second}, last {check}",
        ),
    )


def event(name: str, scope: str, number: int, date: str, rng: Random) -> Topic:
    """Return something that happened."""
    who, did = rng.choice(words.PEOPLE), rng.choice(words.DEEDS)
    part, tail = rng.choice(words.PARTS), rng.choice(words.OUTCOMES)
    return _fixed(
        f"{name}/event/{number}",
        scope,
        MemoryType.EPISODIC,
        ("observation",),
        0.45,
        (
            f"on {date} {who} {did} the {name} {part} {tail}",
            f"{who} {did} the {name} {part} on {date} {tail}",
        ),
    )


def status(name: str, scope: str, number: int, rng: Random) -> Topic:
    """Return how far a piece of work is."""
    feature, rest = words.FEATURES[number % len(words.FEATURES)], rng.choice(words.REST)
    percent = rng.randrange(10, 95, 5)
    return _fixed(
        f"{name}/status/{number}",
        scope,
        MemoryType.EPISODIC,
        ("project_status",),
        0.5,
        (
            f"the {feature} of {name} is {percent} percent done and {rest} is still open",
            f"in {name}, {percent} percent of the {feature} is finished, without {rest}",
        ),
    )


def of_people(number: int) -> Topic:
    """Return what there is to know about a colleague."""
    who = words.PEOPLE[number % len(words.PEOPLE)]
    habit = words.HABITS[(number * 5 + number // len(words.PEOPLE)) % len(words.HABITS)]
    return _fixed(
        f"people/{number}",
        f"/people/{who.split()[0].lower()}",
        MemoryType.SEMANTIC,
        ("observation",),
        0.5,
        (f"{who} {habit}", f"about {who}: {habit}"),
    )


def liking(number: int, rng: Random) -> Topic:
    """Return a preference of the person whose store it is."""
    about, text, choices = words.LIKINGS[number]
    return Topic(
        key=f"user/{about}",
        scope="/user",
        type=MemoryType.SEMANTIC,
        categories=("preference",),
        importance=0.8,
        phrasings=(f"the user {text}", f"remember that the user {text}"),
        values=[rng.choice(choices)],
        since=[],
        make=_one_of(choices),
    )


def _fixed(
    key: str,
    scope: str,
    type_: MemoryType,
    categories: tuple[str, ...],
    importance: float,
    phrasings: tuple[str, ...],
) -> Topic:
    return Topic(key, scope, type_, categories, importance, phrasings, [""], [])


def closing(name: str, scope: str, day: float) -> Topic:
    """Return that a project is over, which the person says themselves."""
    topic = _fixed(
        f"{name}/closing",
        scope,
        MemoryType.SEMANTIC,
        ("finished", "project_status"),
        0.8,
        (f"{name} is finished and was handed over on {{v}}",),
    )
    topic.since = [day]
    topic.popularity = 0.0
    return topic
