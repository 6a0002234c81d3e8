"""A memory with the one value in it that a statement gives otherwise, once a person says that it does.

No word of `Rehearsals slip to Thursdays` tells that it changes `The choir rehearses on Mondays in the hall`.
A person who says so means the day, and the rest of the memory stays. Where more than one thing differs, or
the statement speaks of one of several that the memory says together, nothing is put in.

Called by `lifecycle.taking_place`.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from memtui.language.calendar_words import WEEKDAYS
from memtui.language.other_value import values_in
from memtui.language.own_clauses import speaks_of_a_part
from memtui.language.side import telling_words, tells, word_id
from memtui.language.statement import Kind, Token, read
from memtui.language.told_change import is_article

_PLURAL = "s"
_BESIDE = 2
"""Words before a name that two statements share where it is in the same place in both."""


class _Value(NamedTuple):
    """A value, and what it is one of."""

    sort: str
    said: str
    start: int
    end: int


def with_value_put_in(text: str, statement: str, start: int = 0) -> str | None:
    """Return a text, from `start` on, with the one value that a statement gives otherwise; else None."""
    known = text[start:]
    if speaks_of_a_part(known, statement):
        return None
    swaps = [*_of_one_sort(known, statement), *_names_for_names(known, statement)]
    if len(swaps) != 1 or _other_names(known, statement, *swaps[0]):
        return None
    old, new = swaps[0]
    value = _written_alike(known[old.start : old.end], statement[new.start : new.end], old.sort)
    return text[: start + old.start] + value + text[start + old.end :]


def _of_one_sort(text: str, statement: str) -> Iterator[tuple[_Value, _Value]]:
    """Yield what differs of each sort of which a text gives one value, and a statement one other."""
    known, told = list(_values(text)), list(_values(statement))
    for sort in sorted({value.sort for value in known}):
        mine = [value for value in known if value.sort == sort]
        others = [value for value in told if value.sort == sort and value.said != mine[0].said]
        if len(mine) == 1 and len({value.said for value in others}) == 1:
            yield mine[0], others[0]


def _values(text: str) -> Iterator[_Value]:
    for value in values_in(text):
        yield _Value(value.sort, str(value.amount), value.start, value.end)
    before: Token | None = None
    for token in read(text).tokens:
        if token.kind is Kind.DATE and token.key in WEEKDAYS:
            yield _Value("day", token.key, token.start, token.end)
        elif token.kind is Kind.NUMBER and token.text.isdigit() and before is not None and _is_named(before):
            yield _Value(f"release of {before.key}", token.text, token.start, token.end)
        before = token


def _is_named(token: Token) -> bool:
    """Say whether a figure right behind a word is its number: `PostgreSQL 15`."""
    return token.kind is Kind.NAME


def _names_for_names(text: str, statement: str) -> Iterator[tuple[_Value, _Value]]:
    """Yield the one name that only a text has and the one of a statement that stands in the same place."""
    old, new = _own_names(text, statement), _own_names(statement, text)
    if len(old) == len(new) == 1 and _in_one_place(text, old[0], statement, new[0]):
        yield old[0], new[0]


def _own_names(text: str, other: str) -> list[_Value]:
    """Return the names that only one of two texts has; what begins a sentence may be one, too."""
    known = telling_words(other)
    tokens = read(text).tokens
    runs = groupby(tokens, key=lambda t: _may_be_a_name(t) and word_id(t) not in known)
    each = [list(run) for is_own, run in runs if is_own]
    return [_Value("name", text[run[0].start : run[-1].end], run[0].start, run[-1].end) for run in each]


def _may_be_a_name(token: Token) -> bool:
    capital = token.kind is Kind.WORD and token.text[:1].isupper()
    return token.kind is Kind.NAME or (capital and tells(token))


def _in_one_place(text: str, old: _Value, statement: str, new: _Value) -> bool:
    """Say whether the same words stand before two names, or the same word of meaning right behind both."""
    before, behind = _beside(text, old)
    others_before, others_behind = _beside(statement, new)
    if len(before) == _BESIDE and before == others_before:
        return True
    return not before and not others_before and bool(behind) and behind == others_behind


def _beside(text: str, value: _Value) -> tuple[tuple[str, ...], str]:
    tokens = [token for token in read(text).tokens if not is_article(token)]
    before = tuple(word_id(token) for token in tokens if token.end <= value.start)[-_BESIDE:]
    behind = next((token for token in tokens if token.start >= value.end), None)
    return before, word_id(behind) if behind is not None and tells(behind) else ""


def _other_names(text: str, statement: str, old: _Value, new: _Value) -> bool:
    """Say whether each has a name of its own besides the values: another thing may be meant by it."""
    sides = (text, statement, old), (statement, text, new)
    return all(
        any(
            token.kind is Kind.NAME and word_id(token) not in telling_words(other)
            for token in read(one).tokens
            if not (value.start <= token.start < value.end)
        )
        for one, other, value in sides
    )


def _written_alike(old: str, new: str, sort: str) -> str:
    """Return a value as the old one is written: `Wednesdays` for `Tuesdays`."""
    if sort != "day":
        return new
    bare = new.removesuffix(_PLURAL)
    return bare + _PLURAL if old.endswith(_PLURAL) else bare
