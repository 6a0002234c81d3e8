"""Clauses that only one of two statements has: what it says besides what both speak of.

Where each has one, the two are not the same, however much the rest is. And what one says besides is no ground
to call them at odds. Called by `relation`, `disagreement`, `other_value` and the cards that drop one.
"""

import re
from functools import lru_cache

from memtui.language.side import label_end, telling_words, word_id
from memtui.language.statement import Kind, read

_END = re.compile(r"[;.:!?](?=\s|\Z)|\s[-–—]\s")
_HARDLY = 0.25
"""The share of the words of a clause that the other statement has at most, where the clause is its own."""
_LEAST = 2
"""Words of a clause that says something."""
_WITHIN = " .-"
"""Signs between the words of one name: `Fr. Dubois`, `CUPS 2.4`."""
_VALUES = frozenset({Kind.NAME, Kind.NUMBER, Kind.VERSION, Kind.PATH})


def says_more(text: str, other: str) -> bool:
    """Say whether a statement has a clause of its own."""
    return any(says_nothing_of(clause, other) for clause in _clauses(text))


def gives_more(text: str, other: str) -> bool:
    """Say whether a statement gives names and figures of its own beyond those that stand against the other's.

    `Stalls are called Ash, Birch and Cedar` gives two more than `Birch is called Dogwood now`.
    """
    return _own_values(text, other) > _own_values(other, text)


def without_own(text: str, other: str) -> str:
    """Return a statement without its own clauses; all of it where nothing else is left."""
    kept = "".join(clause for clause in _clauses(text) if not says_nothing_of(clause, other)).strip()
    return kept if telling_words(kept) else text


def says_nothing_of(clause: str, other: str) -> bool:
    """Say whether a clause says something, and hardly any of what a statement says."""
    words = telling_words(clause)
    return len(words) >= _LEAST and len(words & telling_words(other)) <= _HARDLY * len(words)


def clause_at(text: str, place: int) -> str:
    """Return the clause of a text in which a character stands."""
    start = 0
    for clause in _clauses(text):
        if place < start + len(clause):
            return clause
        start += len(clause)
    return text


def _own_values(text: str, other: str) -> int:
    """Return how many names and figures a text has for its own behind its label; one of several words is one.

    The first of a list behind a label counts too: its capital says nothing by itself.
    """
    start, known, end, count = label_end(text), set(telling_words(other)), 0, 0
    for token in read(text).tokens:
        value = token.kind in _VALUES or (token.start == start and text[token.end : token.end + 1] == ",")
        if value and token.start >= start and word_id(token) not in known:
            count += not count or bool(text[end : token.start].strip(_WITHIN))
            known.add(word_id(token))
            end = token.end
    return count


@lru_cache(maxsize=4096)
def _clauses(text: str) -> tuple[str, ...]:
    """Return the clauses of a text, each with the sign at its end."""
    ends = [match.end() for match in _END.finditer(text)]
    starts = [0, *ends]
    stops = [*ends, len(text)]
    return tuple(text[start:stop] for start, stop in zip(starts, stops, strict=True) if start < stop)
