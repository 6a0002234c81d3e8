"""A value that a person gives anew, where a memory gives another of its kind: `deploys are on Fridays now`.

    stored: Deploys happen on Thursdays.
    User:   actually scratch that, deploys are on wednesdays
    then:   Deploys happen on Wednesdays.

Nothing is turned down by name here, so the kind of the value has to tell: an address, a day, a time, a
measure or a release, of which each of the two gives one. Both speak of the same, or the memory has the very
value that the agent just gave and the person denies. Called by `overruling`, beside `overruled`.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from memtui.capture.denials import DENIES, TAKING_BACK
from memtui.capture.overruled import LONGEST_MEMORY, Overruled, own_words, parts_apart
from memtui.capture.set_against import Part, stating_parts, turns_something_down
from memtui.capture.spoken_of import SIGNS
from memtui.language.calendar_words import WEEKDAYS
from memtui.language.other_value import values_in
from memtui.language.statement import Kind, read

_ADDRESS = re.compile(
    r"https?://[^\s<>\"'`)\]]+|(?<![\w@/.-])(?:[a-z0-9][\w-]*\.)+[a-z]{2,24}(?![\w./-]*\w)", re.IGNORECASE
)
_LEFT = 1
"""Words of a memory that the statement may lack: `the staging server`, `staging`."""


class Value(NamedTuple):
    """A value and its kind."""

    kind: str
    key: str
    start: int
    end: int


class Given(NamedTuple):
    """A part of a turn that says what is so now."""

    turn: str
    part: Part
    answered: str
    """What the agent said right before, where the person denies something."""


def given_anew(turn: str, said_before: str) -> Iterator[Given]:
    """Yield the parts of a turn that say of themselves that something is otherwise, or deny what was said."""
    denies = DENIES.match(turn) is not None or TAKING_BACK.match(turn) is not None
    denies = denies or turns_something_down(turn)
    for part in stating_parts(turn):
        text = turn[part.start : part.end]
        changed = any(sign.search(text) for sign in SIGNS["changed"])
        if (denies or changed) and values_of(text):
            yield Given(turn, part, said_before if denies else "")


def set_anew(memory: str, given: Given) -> Overruled | None:
    """Return what a memory says with the value that a turn gives anew; None where it is of another thing."""
    if len(memory) > LONGEST_MEMORY:
        return None
    pair = one_of_a_kind(memory, given.turn, given.part)
    if pair is None:
        return None
    old, new = pair
    known = own_words(memory, (old.start, old.end))
    said = own_words(given.turn, (new.start, new.end), given.part)
    shared, left, more = parts_apart(known, said)
    is_answered = any((each.kind, each.key) == (old.kind, old.key) for each in values_of(given.answered))
    if more or not (is_answered or (shared and len(left) <= _LEFT)):
        return None
    value = given.turn[new.start : new.end].rstrip(".,;!?")
    text = memory[: old.start] + _written_alike(value, memory[old.start : old.end]) + memory[old.end :]
    return Overruled(text, len(shared))


def one_of_a_kind(memory: str, turn: str, part: Part) -> tuple[Value, Value] | None:
    """Return the values of the kind of which a memory and a part of a turn give one, and another one; None
    where there are more.
    """
    mine = values_of(memory)
    theirs = [each for each in values_of(turn) if part.start <= each.start < part.end]
    pairs = [
        (old, new)
        for old in mine
        for new in theirs
        if old.kind == new.kind
        and [each.kind for each in (*mine, *theirs)].count(old.kind) == len((old, new))
    ]
    differ = [(old, new) for old, new in pairs if old.key != new.key]
    return differ[0] if len(differ) == len(theirs) == 1 else None


@lru_cache(maxsize=4096)
def values_of(text: str) -> tuple[Value, ...]:
    """Return the values that a text gives."""
    return tuple(_read_values(text))


def _read_values(text: str) -> Iterator[Value]:
    addresses = [match.span() for match in _ADDRESS.finditer(text)]
    files = [(t.start, t.end) for t in read(text).of(Kind.PATH) if not t.text.lower().startswith("http")]
    for start, end in addresses:
        if (start, end) not in files:
            bare = text[start:end].rstrip(".,;!?/")
            yield Value("address", bare.lower(), start, start + len(bare))
    for value in values_in(text):
        if not any(start <= value.start < end for start, end in addresses):
            yield Value(value.sort, str(value.amount), value.start, value.end)
    for token in read(text).tokens:
        if token.kind is Kind.DATE and token.key in WEEKDAYS:
            yield Value("day", token.key, token.start, token.end)


def _written_alike(value: str, old: str) -> str:
    """Return a value with the capital and the plural of the old one: `Wednesdays` for `Tuesdays`."""
    if not (value.isalpha() and old.isalpha()):
        return value
    bare = value.removesuffix("s") + ("s" if old.endswith("s") else "")
    return bare[0].upper() + bare[1:] if old[0].isupper() else bare
