"""Clauses that only one of two statements has: what it says besides what both speak of.

Where each has one, the two are not the same, however much the rest is. And what one says besides is no ground
to call them at odds. Called by `relation`, `disagreement`, `other_value` and the cards that drop one.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from memtui.language.side import label_end, telling_words, tells, word_id
from memtui.language.statement import Kind, Token, read

_END = re.compile(r"[;.:!?](?=\s|\Z)|\s[-–—]\s")
_HARDLY = 0.25
"""The share of the words of a clause that the other statement has at most, where the clause is its own."""
_LEAST = 2
"""Words of a clause that says something."""
_WITHIN = " .-"
"""Signs between the words of one name: `Fr. Dubois`, `CUPS 2.4`."""
_JOINED = re.compile(r"\s(?:and|or|und|oder|et)\s|\s?[&/]\s|,\s", re.IGNORECASE)
"""What stands between two things that are said together."""
_FIGURES = frozenset({Kind.NUMBER, Kind.VERSION, Kind.DATE})
_VALUES = frozenset({Kind.NAME, Kind.NUMBER, Kind.VERSION, Kind.PATH})


def says_more(text: str, other: str) -> bool:
    """Say whether a statement has a clause of its own."""
    return any(says_nothing_of(clause, other) for clause in clauses(text))


def gives_more(text: str, other: str) -> bool:
    """Say whether a statement gives names and figures of its own beyond those that stand against the other's.

    `Stalls are called Ash, Birch and Cedar` gives two more than `Birch is called Dogwood now`.
    """
    return _own_values(text, other) > _own_values(other, text)


def loses(text: str, other: str) -> bool:
    """Say whether a text has more than another in whose place that would stand: names, figures, days, that
    something is `only` so, or what it says together with something that both speak of.
    """
    kept = telling_words(other)
    own, of_other = Counter(_own_kinds(text, kept)), Counter(_own_kinds(other, telling_words(text)))
    return bool(own - of_other) or _says_only(text) > _says_only(other) or speaks_of_a_part(text, other)


def _says_only(text: str) -> bool:
    return any(token.quantity == "only" for token in read(text).tokens)


def speaks_of_a_part(text: str, other: str) -> bool:
    """Say whether another text has one of two things that a text says together: `on laptops and hosts`."""
    words, tokens = telling_words(other), [token for token in read(text).tokens if tells(token)]
    return any(
        _JOINED.search(text[one.end : two.start]) is not None and _only_one_is_in(one, two, words)
        for one, two in pairwise(tokens)
    )


def _only_one_is_in(one: Token, two: Token, words: frozenset[str]) -> bool:
    """Say whether only one of two words is among these; a figure that is not has another in its place."""
    lacking = [token for token in (one, two) if word_id(token) not in words]
    return len(lacking) == 1 and lacking[0].kind not in _FIGURES


def _own_kinds(text: str, known: frozenset[str]) -> Iterator[Kind]:
    """Yield of what kind the names, figures and days are that are not known."""
    for token in read(text).tokens:
        if token.kind is not Kind.WORD and word_id(token) not in known:
            yield Kind.NUMBER if token.kind is Kind.VERSION else token.kind


def without_own(text: str, other: str) -> str:
    """Return a statement without its own clauses; all of it where nothing else is left."""
    kept = "".join(clause for clause in clauses(text) if not says_nothing_of(clause, other)).strip()
    return kept if telling_words(kept) else text


def says_nothing_of(clause: str, other: str) -> bool:
    """Say whether a clause says something, and hardly any of what a statement says."""
    words = telling_words(clause)
    return len(words) >= _LEAST and len(words & telling_words(other)) <= _HARDLY * len(words)


def clause_at(text: str, place: int) -> str:
    """Return the clause of a text in which a character stands."""
    start = 0
    for clause in clauses(text):
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
def clauses(text: str) -> tuple[str, ...]:
    """Return the clauses of a text, each with the sign at its end."""
    ends = [match.end() for match in _END.finditer(text)]
    starts = [0, *ends]
    stops = [*ends, len(text)]
    return tuple(text[start:stop] for start, stop in zip(starts, stops, strict=True) if start < stop)
