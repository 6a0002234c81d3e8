"""What can be known in the simulated world: topics, worded in several ways, with a value that may change.

A topic is one thing to know, such as the port of a service. The world decides when it comes up and when its
value changes; agents write its statements down and look it up later.
"""

from dataclasses import dataclass, field
from random import Random

from memtui.domain.memory import MemoryType
from memtui.domain.text import capitalised
from simulation.aspects import Aspect, Maker, one_of
from simulation.vocabulary import WORDS

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
    make: Maker | None = field(default=None, repr=False)
    """Makes another value; None for what cannot change."""

    def current(self, day: float) -> int:
        """Return which of the values holds on a day."""
        return max((i for i, since in enumerate(self.since) if since <= day), default=0)

    def say(self, value: str, way: int) -> str:
        """Return a value in one of the phrasings, as a sentence."""
        text = self.phrasings[way % len(self.phrasings)].replace("{v}", value)
        return capitalised(text)

    def other_value(self, rng: Random) -> str | None:
        """Return a value that it never had; None when there is none."""
        made = [] if self.make is None else [self.make(rng) for _ in range(_TRIES)]
        return next((value for value in made if value not in self.values), None)


def of_aspect(aspect: Aspect, it: str, scope: str, rng: Random) -> Topic:
    """Return an aspect of something as a topic."""
    return Topic(
        key=f"{it}/{aspect.name}",
        scope=scope,
        type=MemoryType.SEMANTIC,
        categories=aspect.categories,
        importance=aspect.importance,
        phrasings=tuple(text.replace("{it}", it) for text in aspect.phrasings),
        values=[aspect.make(rng)],
        since=[],
        make=aspect.make,
    )


def decision(name: str, scope: str, number: int, rng: Random) -> Topic:
    """Return a choice between two tools that a project made."""
    tool = WORDS.tools[number % len(WORDS.tools)]
    part = rng.choice(WORDS.parts)
    return _fixed(
        f"{name}/decision/{number}",
        scope,
        MemoryType.SEMANTIC,
        ("decision",),
        0.75,
        (
            f"for {tool.purpose} in the {name} {part} we took {tool.taken} and not {tool.left}, "
            f"because {tool.reason}",
            f"{name} settled on {tool.taken} instead of {tool.left} for {tool.purpose} in the {part}: "
            f"{tool.reason}",
        ),
    )


def gotcha(name: str, scope: str, number: int, rng: Random) -> Topic:
    """Return something that goes wrong, and what helps."""
    part, trouble = rng.choice(WORDS.parts), rng.choice(WORDS.troubles)
    when, remedy = rng.choice(WORDS.conditions), rng.choice(WORDS.remedies)
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
    task, part = WORDS.tasks[number % len(WORDS.tasks)], rng.choice(WORDS.parts)
    first, second = rng.sample(WORDS.steps, 2)
    check = rng.choice(WORDS.checks)
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
    who, did = rng.choice(WORDS.people), rng.choice(WORDS.deeds)
    part, tail = rng.choice(WORDS.parts), rng.choice(WORDS.outcomes)
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
    feature, rest = WORDS.features[number % len(WORDS.features)], rng.choice(WORDS.rest)
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
    who = WORDS.people[number % len(WORDS.people)]
    habit = WORDS.habits[(number * 5 + number // len(WORDS.people)) % len(WORDS.habits)]
    return _fixed(
        f"people/{number}",
        f"/people/{who.split()[0].lower()}",
        MemoryType.SEMANTIC,
        ("observation",),
        0.5,
        (f"{who} {habit}", f"about {who}: {habit}"),
    )


def preference(number: int, rng: Random) -> Topic:
    """Return a preference of the person whose store it is."""
    liking = WORDS.likings[number]
    return Topic(
        key=f"user/{liking.about}",
        scope="/user",
        type=MemoryType.SEMANTIC,
        categories=("preference",),
        importance=0.8,
        phrasings=(f"the user {liking.text}", f"remember that the user {liking.text}"),
        values=[rng.choice(liking.choices)],
        since=[],
        make=one_of(liking.choices),
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
