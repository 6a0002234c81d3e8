"""Whether a statement gives to one what its quote gives to another.

Each clause belongs to whom or what it begins with, or to whom a passive names: `by Mia`, `由苏晴`. A clause
of the statement is compared with those of the quote that belong to the same one, and with the others.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from memtui.capture import signals
from memtui.capture.content import Unit, shared_units, units
from memtui.capture.support.align import Pair, Part, parts
from memtui.capture.support.ground import Passage
from memtui.phrases import lists_in, phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="attribution")
_LISTS = lists_in(Path(__file__).with_name("words.toml"), "lists")
_TITLES = frozenset(_LISTS["titles"].words)
_AGENT = _PHRASES["agent"].pattern
_TOPIC = re.compile(r"[はがも](?!あ)")
_NAME = 2
"""Characters of a Chinese name or a Japanese word that are compared."""
_FULL = 2
"""Words besides whom it belongs to that a clause with a verb of its own has."""
_FAR = 14
"""Characters before a Japanese particle that may name whom a clause is about."""


@dataclass(frozen=True, slots=True)
class Owned:
    """A clause, who it belongs to, and what else is in it."""

    owner: tuple[Unit, ...]
    rest: tuple[Unit, ...]
    oneself: bool
    """It belongs to whoever writes, or to somebody named by a pronoun."""
    denies: bool


def owned(passage: Passage) -> list[Owned]:
    """Return the clauses of a passage that belong to somebody or something.

    A clause of two words has the verb of the one before it: `Wim talks to the landlord, Pritha to the staff`.
    """
    owners: list[Owned] = []
    for part in parts(passage):
        each = _owned(part)
        if each is not None and owners and not each.oneself and len(each.rest) < _FULL:
            each = replace(each, rest=(*each.rest, *_verb_of(owners[-1])))
        if each is not None:
            owners.append(each)
    return owners


def _verb_of(clause: Owned) -> list[Unit]:
    """Return what is most likely the verb of a clause: its first word without a capital."""
    return [unit for unit in clause.rest if not unit.capital and not unit.wide][:1]


def _owned(part: Part) -> Owned | None:
    content = [unit for unit in part.units if unit.key not in _TITLES and not unit.key.startswith("#")]
    owner = _agent(part, content) or _lead(part, content)
    if not owner:
        return None
    before = part.text[: max(owner[0].start - part.start, 0)]
    oneself = owner[0].key.startswith("@") or signals.PRONOUN.search(before) is not None
    rest = tuple(unit for unit in part.units if unit not in owner)
    return Owned(tuple(owner), rest, oneself, signals.NEGATION.search(part.plain) is not None)


def _agent(part: Part, content: Sequence[Unit]) -> list[Unit]:
    match = _AGENT.search(part.text)
    if match is None:
        return []
    return _run([unit for unit in content if unit.start >= part.start + match.end()])


def _lead(part: Part, content: Sequence[Unit]) -> list[Unit]:
    topic = _TOPIC.search(part.text[:_FAR]) if _KANA.search(part.text) else None
    if topic is not None:
        return [unit for unit in content if unit.end <= part.start + topic.end()]
    return _run(content)


_KANA = re.compile(r"[\u3041-\u3096]")


def _run(content: Sequence[Unit]) -> list[Unit]:
    """Return the first word, or the first characters side by side."""
    run = list(content[:1])
    for unit in content[1:_NAME]:
        if not run[0].wide or not unit.wide or unit.start != run[-1].end:
            break
        run.append(unit)
    return run


def given_to_another(pair: Pair) -> float:
    """Tell how much of a clause the quote gives to one whom the statement does not name, from 0 to 1."""
    theirs = owned(pair.ground.quote)
    return max((_taken(each, theirs, pair) for each in owned(pair.claim)), default=0.0)


def _taken(mine: Owned, theirs: Sequence[Owned], pair: Pair) -> float:
    own = [each for each in theirs if shared_units(mine.owner, each.owner)]
    # `Pete will not come` may rest on `Ros comes, Pete stays away`.
    others = [each for each in theirs if each.denies == mine.denies]
    others = [each for each in others if not shared_units(each.owner, pair.content)]
    if mine.oneself or _names_the_writer(pair):
        others = [each for each in others if not each.oneself]
    if not own or not mine.rest:
        return 0.0
    kept = [unit for each in own for unit in each.rest]
    gone = [unit for each in others for unit in shared_units(mine.rest, each.rest)]
    lost = [unit for unit in mine.rest if unit in gone and not shared_units([unit], kept)]
    return len(lost) / len(mine.rest)


def _names_the_writer(pair: Pair) -> bool:
    """Say whether a statement speaks of whoever wrote its quote."""
    speaker = units(pair.ground.speaker) if pair.ground.speaker else []
    return any(unit.key.startswith("@") for unit in pair.content) or bool(shared_units(speaker, pair.content))
