"""Whether two statements of one store give one thing another value, told by the words that are rare there.

Two sentences may say it in words that have hardly anything in common: "Airflow runs the nightly load at
02:30", "The load of the night starts at 04:00". Looked at alone that tells little. But where the clause with
the value shares with the other what is rare in their store, and each gives one value of its sort, a span of
time, a time of day, an amount of money, a number of something, a release, they speak of one thing.

`relation` and `restated` come first; this looks at what they take for nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from memtui.language import lexicon
from memtui.language.difference import Difference, Finding, Span, compare
from memtui.language.disagreement import Disagreement, Side, in_one_difference
from memtui.language.grounds import states_nothing
from memtui.language.lengths import SECONDS
from memtui.language.looks_so import only_looks_so
from memtui.language.naming_values import CLOCK, DIFFERENT_NUMBERS, DIFFERENT_TIMES
from memtui.language.own_clauses import clause_at
from memtui.language.side import Words, telling_words, tells, word_id
from memtui.language.statement import Kind, Token, read
from memtui.language.store_words import StoreWords

LONGEST = 500
"""Characters of a statement; a longer one says many things."""
_INSIDE = 0.4
"""The share of the clause with the value, its words counted by how rare they are in the store, that the other
statement has. This and the next three were chosen in sight of 2,166 memories of real stores, among which they
find four pairs, and of one invented home."""
_WEIGHT = 0.9
"""How much those words count together: about one that hardly another statement has."""
_WORDS = 2
"""How many they are at least."""
_NEAR = 0.3
"""The cosine of the two, where there are embeddings."""
_DONE_WITH = 2
"""Words between what two share and a time of day from which on they say what it does with what: chosen."""
_SURE = 0.65
_CLOCKED = "time of day"
_OF_KIND = {
    Difference.VERSION: "they give different versions",
    Difference.NUMBER: DIFFERENT_NUMBERS,
}


class Value(NamedTuple):
    """A value that a statement gives."""

    sort: str
    amount: float | str
    start: int
    end: int
    kind: Difference


def other_value(
    older: Side, newer: Side, similarity: float | None, words_of_store: Callable[[], StoreWords | None]
) -> Disagreement | None:
    """Return why two statements disagree that give one thing another value; None where none is seen.

    `older` was said first, `similarity` is the cosine of their embeddings, where there are any. The words of
    their store are only asked for where two values differ.
    """
    if (similarity is not None and similarity < _NEAR) or max(len(older.text), len(newer.text)) > LONGEST:
        return None
    values = list(different_values(older.text, newer.text))
    if not values or any(states_nothing(side.text) for side in (older, newer)):
        return None
    comparison = compare(older.text, newer.text)
    if only_looks_so(comparison):
        return None
    words = words_of_store()  # last: all texts around the two are read for it
    pair = None if words is None else _of_one_thing(older.text, newer.text, values, words)
    if pair is None:
        return None
    first, second = pair
    difference = Finding(first.kind, (Span(first.start, first.end),), (Span(second.start, second.end),))
    why = DIFFERENT_TIMES if first.sort == _CLOCKED else _OF_KIND[first.kind]
    return in_one_difference(older, newer, comparison, difference, why, _SURE, value=True)


def _of_one_thing(
    left: str, right: str, values: Sequence[tuple[Value, Value]], words: StoreWords
) -> tuple[Value, Value] | None:
    """Return the first two of some values of two statements that are given of one thing; None for none."""
    for first, second in values:
        clauses = _about(clause_at(left, first.start)), _about(clause_at(right, second.start))
        few, whole = min(
            (clauses[0], telling_words(right)),
            (clauses[1], telling_words(left)),
            key=lambda each: words.weight(each[0]),
        )
        shared = few & whole
        weight = words.weight(shared)
        if len(shared) < _WORDS or weight < max(_WEIGHT, _INSIDE * words.weight(few)):
            continue
        if not any(_of_something_else(*each, shared) for each in ((left, first), (right, second))):
            return first, second
    return None


def _of_something_else(text: str, value: Value, shared: Words) -> bool:
    """Say whether a time of day is one of what the thing that two share does something with: `the report
    compares readings at 04:00` says nothing of when the report is sent.
    """
    if value.sort != _CLOCKED:
        return False
    before = takewhile(
        lambda token: not CLOCK.fullmatch(token.key), read(clause_at(text, value.start)).tokens
    )
    said = [word_id(t) for t in before if tells(t) and t.kind is not Kind.DATE and t.key not in lexicon.LIGHT]
    of_both = [place for place, word in enumerate(said) if word in shared]
    return bool(of_both) and len(said) - 1 - of_both[-1] >= _DONE_WITH


def different_values(left: str, right: str) -> Iterator[tuple[Value, Value]]:
    """Yield the values of one sort that two statements give, one each, where they differ."""
    one, other = _values(left), _values(right)
    for sort in sorted(one.keys() & other.keys()):
        first, second = one[sort], other[sort]
        if first is not None and second is not None and first.amount != second.amount:
            yield first, second


def _about(clause: str) -> Words:
    """Return the words of a clause that give no figure."""
    return frozenset(word for word in telling_words(clause) if not any(map(str.isdigit, word)))


@lru_cache(maxsize=2048)
def _values(text: str) -> dict[str, Value | None]:
    """Return the value of each sort that a statement gives; None of a sort of which it gives several."""
    values: dict[str, Value | None] = {}
    for value in values_in(text):
        values[value.sort] = None if value.sort in values else value
    return values


def values_in(text: str) -> Iterator[Value]:
    """Yield the values that a text gives, with what each is one of."""
    tokens = read(text).tokens
    for place, token in enumerate(tokens):
        before = tokens[place - 1] if place and _joined(text, tokens[place - 1], token) else None
        behind = tokens[place + 1] if _joined(text, token, *tokens[place + 1 : place + 2]) else None
        if token.kind is Kind.DATE and CLOCK.fullmatch(token.key):
            yield _value(token, _CLOCKED, token.key, Difference.NUMBER)
        elif before is not None and _names(before) and _is_release(token):
            yield _value(token, f"release of {before.key}", token.text, Difference.VERSION)
        elif token.kind is Kind.NUMBER and not token.text.startswith("#"):
            amount, _, unit = token.key.partition(" ")
            if unit:
                yield _measured(token, float(amount), unit)
            elif behind is not None and _names(behind):
                yield _value(token, f"number of {behind.key}", amount, Difference.NUMBER)


def _joined(text: str, one: Token, other: Token | None = None) -> bool:
    """Say whether nothing but a space stands between two words."""
    return other is not None and text[one.end : other.start] == " "


def _names(token: Token) -> bool:
    """Say whether a word beside a figure says what it is one of."""
    return token.kind in (Kind.WORD, Kind.NAME) and not token.small


def _is_release(token: Token) -> bool:
    return token.kind is Kind.VERSION or (token.kind is Kind.NUMBER and "." in token.text)


def _measured(token: Token, amount: float, unit: str) -> Value:
    if unit in SECONDS:
        return _value(token, "span", amount * SECONDS[unit], Difference.NUMBER)
    of_least, _, least = (token.root or token.key).partition(" ")
    return _value(token, least, float(of_least), Difference.NUMBER)


def _value(token: Token, sort: str, amount: float | str, kind: Difference) -> Value:
    return Value(sort, amount, token.start, token.end, kind)
