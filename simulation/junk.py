"""What careless agents write: the junk that is planted, of the kinds and at the rates found in real stores.

An audit of 10,134 memories of one agent (see docs/simulation.md) found half of them to be the agent's own
instructions told back; the rest here are the other kinds people complain about. Nothing in this module knows
how the review pass looks for junk.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from memtui.domain.memory import MemoryType
from simulation import data
from simulation.vocabulary import WORDS

FILE = "junk.toml"


class Junk(StrEnum):
    """A kind of what should never have been written."""

    BOOT = "restated boot text"
    TRANSIENT = "transient state"
    PROFILE = "invented profile"
    REPEAT = "repeats"
    WRONG = "contradictions"
    NOISE = "noise"


@dataclass(frozen=True, slots=True)
class Rubbish:
    """One piece of junk, as an agent would write it."""

    text: str
    scope: str
    type: MemoryType
    categories: tuple[str, ...]
    importance: float


@dataclass(frozen=True, slots=True)
class Wording:
    """What `junk.toml` holds."""

    sentences: dict[str, tuple[str, ...]]
    """By the kind of what they say; a word in braces is one of those that `_slots` fills in."""
    names: dict[str, tuple[str, ...]]


def read(document: data.Document) -> Wording:
    """Return the wording of a document such as `junk.toml`. Raises ValueError, which names the list."""
    data.check_keys(document, frozenset({"sentences", "names"}))
    sentences, names = document["sentences"], document["names"]
    return Wording(
        {kind: data.texts(sentences, kind) for kind in sentences},
        {kind: data.texts(names, kind) for kind in names},
    )


WORDING = read(data.load(FILE))


def _slots(rng: Random, day: int) -> dict[str, object]:
    names = WORDING.names
    tools = rng.sample(names["tools"], 3)
    files = rng.sample(names["files"], 2)
    return {
        "agent": rng.choice(names["agents"]),
        "file": files[0],
        "file2": files[1],
        "tool": tools[0],
        "tool2": tools[1],
        "tool3": tools[2],
        "n": rng.randint(4, 96),
        "small": rng.randint(1, 9),
        "big": rng.randint(100, 9999),
        "hour": f"{rng.randint(0, 23):02}",
        "minute": f"{rng.randint(0, 59):02}",
        "host": rng.choice(names["host"]),
        "os": rng.choice(names["os"]),
        "path": f"/home/{rng.choice(names['home'])}/{rng.choice(WORDS.projects).lower()}",
        "model": rng.choice(names["model"]),
        "month": rng.choice(names["month"]),
        "date": f"2026-{1 + day // 31 % 12:02}-{1 + day % 28:02}",
        "module": f"{rng.choice(names['module_subjects'])}_{rng.choice(names['module_endings'])}",
        "name": rng.choice(names["people"]),
        "firm": rng.choice(names["firms"]),
        "city": rng.choice(names["cities"]),
        "age": rng.randint(22, 58),
        "theme": rng.choice(names["theme"]),
        "pet": rng.choice(names["pet"]),
        "partner": rng.choice(names["partner"]),
        "tongue": rng.choice(names["tongue"]),
        "code": rng.choice(names["code"]),
        "food": rng.choice(names["food"]),
        "school": rng.choice(names["school"]),
    }


def _boot(rng: Random, day: int, scope: str) -> Rubbish:
    where = rng.choices((scope, "/", "/user", "/agents"), (5, 2, 2, 1))[0]
    return Rubbish(
        rng.choice(WORDING.sentences["boot"]).format(**_slots(rng, day)),
        where,
        rng.choices((MemoryType.SEMANTIC, MemoryType.PROCEDURAL, MemoryType.CONSTITUTIONAL), (7, 2, 1))[0],
        rng.choices((("finding",), ("preference",), ("identity",), ()), (4, 2, 2, 2))[0],
        rng.choice((0.6, 0.7, 0.8, 0.9)),
    )


def _transient(rng: Random, day: int, scope: str) -> Rubbish:
    return Rubbish(
        rng.choice(WORDING.sentences["transient"]).format(**_slots(rng, day)),
        scope,
        rng.choices((MemoryType.EPISODIC, MemoryType.SEMANTIC), (7, 3))[0],
        rng.choices((("session_state",), ("tool_output",), ("observation",), ()), (3, 3, 2, 2))[0],
        rng.choice((0.4, 0.5, 0.6)),
    )


def _profile(rng: Random, day: int, scope: str) -> Rubbish:
    return Rubbish(
        rng.choice(WORDING.sentences["profile"]).format(**_slots(rng, day)),
        rng.choices(("/user", scope, "/"), (6, 2, 2))[0],
        MemoryType.SEMANTIC,
        rng.choice((("identity",), ("preference",), ("finding",))),
        rng.choice((0.7, 0.8, 0.9)),
    )


def _noise(rng: Random, day: int, scope: str) -> Rubbish:
    return Rubbish(
        rng.choice(WORDING.sentences["noise"]).format(**_slots(rng, day)),
        scope,
        rng.choices((MemoryType.EPISODIC, MemoryType.SEMANTIC), (5, 5))[0],
        rng.choice((("observation",), ("finding",), ())),
        rng.choice((0.4, 0.5, 0.6)),
    )


_MAKERS: dict[Junk, Callable[[Random, int, str], Rubbish]] = {
    Junk.BOOT: _boot,
    Junk.TRANSIENT: _transient,
    Junk.PROFILE: _profile,
    Junk.NOISE: _noise,
}


def rubbish(kind: Junk, rng: Random, day: int, scope: str) -> Rubbish:
    """Return a piece of junk of one of the kinds that need no knowledge of the world."""
    return _MAKERS[kind](rng, day, scope)


def chatter(rng: Random, day: int) -> str:
    """Return a line of talk as it stands in the log of a session, with nothing worth keeping in it."""
    return rng.choice(WORDING.sentences["chatter"]).format(**_slots(rng, day))
