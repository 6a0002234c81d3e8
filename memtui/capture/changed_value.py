"""Which stored memory gives the value that a statement says has changed, where the memory says more besides.

    stored: Keys are kept for 48 hours in Redis, under the prefix `idem:`.
    Idempotency keys are now kept for 72 hours.     -> that

Both give one value of a sort, and have words of the clause with it in common. Before the value only one of
them may say more, which is asked about: `Session keys` are none of the `Idempotency keys`. `by_place` calls
it, about what says by its words that it has changed and for which nothing else was found.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from memtui.capture.spoken_of import SIGNS
from memtui.language.lexicon import LIGHT
from memtui.language.other_value import LONGEST, different_values
from memtui.language.own_clauses import clause_at
from memtui.language.side import Words, telling_words
from memtui.language.told_change import FRAME

_SHARED = 2
"""Words of the clause with the value that both have, at least."""
_MORE = 1
"""Words before the value that the statement may have for its own."""
_FIGURE = re.compile(r"\d")


class Changed(NamedTuple):
    """A memory with another value."""

    id: int
    sure: bool
    """Neither of the two says more of what it is the value of."""


def changed_value(statement: str, texts: Mapping[int, str]) -> Changed | None:
    """Return the one of some memories that a statement gives the new value of; None where none stands out."""
    found: dict[Changed, int] = {}
    for number, text in texts.items():
        held = _held_against(text, statement) if len(text) <= LONGEST else None
        if held is not None:
            found[Changed(number, held.sure)] = held.shared
    most = max(found.values(), default=0)
    best = [each for each, shared in found.items() if shared == most]
    return best[0] if len(best) == 1 else None


class _Held(NamedTuple):
    shared: int
    sure: bool


def _held_against(text: str, statement: str) -> _Held | None:
    for old, new in different_values(text, statement):
        clauses = clause_at(text, old.start), clause_at(_without_signs(statement), new.start)
        memory, said = map(telling_words, clauses)
        shared = frozenset(word for word in memory & said if not _FIGURE.search(word))
        own = [
            _own(clause[: clause.find(value)], shared)
            for clause, value in zip(
                clauses, (text[old.start : old.end], statement[new.start : new.end]), strict=True
            )
        ]
        if len(shared) >= _SHARED and not all(own) and len(own[1]) <= _MORE:
            return _Held(len(shared), sure=not any(own))
    return None


def _own(words: str, shared: Words) -> Words:
    """Return of some words those that only one of two statements has, and that say of what it is."""
    return telling_words(words) - shared - FRAME - LIGHT


def _without_signs(statement: str) -> str:
    """Return a statement, as long as it was, without the words that tell that something has changed."""
    for sign in SIGNS["changed"]:
        statement = sign.sub(lambda match: " " * len(match[0]), statement)
    return statement
