"""Pairs of statements made from facts that are each told in several ways (`training/data/facts.toml`).

Two ways of telling one fact are the same. Told with another value the later one overtakes the earlier, unless
several values hold at once; so does what denies it. The same of somebody or something else is nothing to it,
however alike the two are worded, and neither is what another fact says of the same one, however long its
name. The same file gives the same pairs.
"""

import random
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memtui.domain.text import capitalised
from memtui.language.relation import Relation

EACH = 20
"""Pairs of each sort that one fact gives at most."""
BESIDE = 24
"""Pairs of one fact and others of the same who: in a store most of what shares a name says something else."""
_FULL_STOP = 0.3
"""How many statements end with one: some agents write notes, others sentences."""

_PROJECTS = ("Heron", "Quartz", "Lagoon", "Bramble", "Saffron", "Kestrel", "Tundra", "Orchid")

_LONG_NAMES = 0.75
"""How many things are named with their project."""

Told = tuple[str, str, Relation]
"""The older and the newer statement, and what they are to each other."""


@dataclass(frozen=True, slots=True)
class Fact:
    """What is told of several, with several values, in several ways."""

    who: Sequence[str]
    what: Sequence[str]
    ways: Sequence[str]
    changed: Sequence[str]
    """How a new value is told."""
    denied: Sequence[str]
    many: bool
    """Several values hold at once."""


def facts(file: Path) -> list[Fact]:
    """Return the facts of a file. Raises OSError, ValueError and KeyError."""
    with file.open("rb") as opened:
        return [_fact(told) for told in tomllib.load(opened)["fact"]]


def _fact(told: dict[str, Any]) -> Fact:
    return Fact(
        told["who"],
        told["what"],
        told["ways"],
        told.get("changed", []),
        told.get("denied", []),
        told.get("many", False),
    )


def pairs_of(fact: Fact, chance: random.Random) -> Iterator[Told]:
    """Yield the pairs of a fact: reworded, with another value, denied, and of another who."""
    sorts = (_reworded, _revalued, _denied, _of_another)
    for sort in sorts:
        for _ in range(EACH):
            found = sort(fact, chance)
            if found is not None and found[0] != found[1]:
                older, newer, relation = found
                yield _spelled(older, chance), _spelled(newer, chance), relation


def _reworded(fact: Fact, chance: random.Random) -> Told:
    who, what = _long_name(chance.choice(fact.who), chance), chance.choice(fact.what)
    one, other = chance.sample([*fact.ways], 2)
    return _filled(one, who, what), _filled(other, who, what), Relation.SAME


def _revalued(fact: Fact, chance: random.Random) -> Told:
    who = _long_name(chance.choice(fact.who), chance)
    first, then = chance.sample([*fact.what], 2)
    one = chance.choice(fact.ways)
    if fact.many:
        return _filled(one, who, first), _filled(chance.choice(fact.ways), who, then), Relation.NOTHING
    other = chance.choice([*fact.changed, one] if chance.random() < 2 / 3 else fact.ways)
    return _filled(one, who, first), _filled(other, who, then), Relation.OVERTAKEN


def _denied(fact: Fact, chance: random.Random) -> Told | None:
    if not fact.denied:
        return None
    who, what = _long_name(chance.choice(fact.who), chance), chance.choice(fact.what)
    told = [_filled(chance.choice(ways), who, what) for ways in (fact.ways, fact.denied)]
    if chance.random() < 1 / 3:
        told.reverse()
    return told[0], told[1], Relation.OVERTAKEN


def _of_another(fact: Fact, chance: random.Random) -> Told:
    project = chance.choice(_PROJECTS) if chance.random() < _LONG_NAMES else ""
    one, other = (_within(project, who) for who in chance.sample([*fact.who], 2))
    first = chance.choice(fact.what)
    then = first if chance.random() < 1 / 3 else chance.choice(fact.what)
    way = chance.choice(fact.ways)
    again = way if chance.random() < 1 / 2 else chance.choice([*fact.ways, *fact.changed, *fact.denied])
    return _filled(way, one, first), _filled(again, other, then), Relation.NOTHING


def beside(many: Sequence[Fact], chance: random.Random) -> Iterator[list[Told]]:
    """Yield for each fact pairs of it and another that are told of the same who, which has a long name."""
    for fact in many:
        found = []
        for _ in range(BESIDE):
            other = chance.choice([each for each in many if each is not fact])
            who = _long_name(chance.choice(chance.choice((fact, other)).who), chance)
            told = [_told_of(each, who, chance) for each in (fact, other)]
            chance.shuffle(told)
            found.append((told[0], told[1], Relation.NOTHING))
        yield found


def _told_of(fact: Fact, who: str, chance: random.Random) -> str:
    ways = [*fact.ways, *fact.changed, *fact.denied]
    return _spelled(_filled(chance.choice(ways), who, chance.choice(fact.what)), chance)


def _long_name(who: str, chance: random.Random) -> str:
    return _within(chance.choice(_PROJECTS) if chance.random() < _LONG_NAMES else "", who)


def _within(project: str, who: str) -> str:
    """Put the name of a project into the name of one of its things: `the Heron gateway`."""
    first, _, rest = who.partition(" ")
    return f"the {project} {rest}" if project and first == "the" else who


def _filled(way: str, who: str, what: str) -> str:
    return way.replace("{who}", who).replace("{what}", what)


def _spelled(text: str, chance: random.Random) -> str:
    return capitalised(text) + "." * (chance.random() < _FULL_STOP)
