"""Which comes first, and who does what: with the same words two statements may say it the other way round.

`Write tests before the code`, `Write the code before the tests`: every word is the same, so by their words
they would be one statement. And `Write the code after the tests` says what the first does, though `before`
and `after` are opposites. So each statement is cut in two: into what is first and what is later, or into its
two clauses, and the words are looked for in the parts of the other. Called by `difference` and `relation`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from memtui.language.matching import Match
from memtui.language.statement import Kind, Statement, Token
from memtui.phrases import phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="order")
_BEFORE, _AFTER, _THEN = (_PHRASES[name].pattern for name in ("before", "after", "then"))
_CLAUSE = _PHRASES["clause"].pattern
_LONGEST = 200
"""Characters of a statement that says one order; a longer one says several things."""
_SAME_WORDS = 0.75
"""The share of the words of the smaller of two parts that the other has, where both speak of one thing."""
_BARELY = 0.5
"""That share at most, where they speak of two."""

Words = frozenset[str]
Parts = tuple[Words, Words]


@dataclass(frozen=True, slots=True)
class Order:
    """How the order that two statements tell stands to each other's."""

    left: tuple[Token, ...] = ()
    """The words of the first that stand elsewhere in the second; none where both tell one order."""
    right: tuple[Token, ...] = ()

    @property
    def turned(self) -> bool:
        """Whether they tell it the other way round."""
        return bool(self.left)


def order_of(left: Statement, right: Statement, matches: Sequence[Match], *, reworded: bool) -> Order | None:
    """Compare the order or the assignment that two statements tell; None where it is not of the same things.

    `reworded` says that either has words which the other has not.
    """
    if max(len(left.text), len(right.text)) > _LONGEST or len(left.negations) != len(right.negations):
        return None
    alike = {match.right.root: match.left.root for match in matches}
    first, second = _in_time(left), _in_time(right)
    compared = _of_times
    if first is None and second is None and not reworded:
        first, second, compared = _clauses(left), _clauses(right), _of_clauses
    if first is None or second is None:
        return None
    second = _named(second, alike)
    turned = compared(first, second)
    if not turned:
        return None if turned is None else Order()
    moved = (first[0] & second[1]) | (first[1] & second[0])
    shown = [tuple(t for t in each.content if alike.get(t.root, t.root) in moved) for each in (left, right)]
    return Order(*shown)


def _named(parts: Parts, alike: dict[str, str]) -> Parts:
    """Return parts in the words of the other statement."""
    first, second = (frozenset(alike.get(word, word) for word in part) for part in parts)
    return first, second


# -- what comes first ----------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def _in_time(statement: Statement) -> Parts | None:
    """Return what a statement says to be first, and what later; None where it says no order, or several."""
    text = statement.text
    marks = [
        (mark, earlier)
        for pattern, earlier in ((_BEFORE, True), (_AFTER, False), (_THEN, True))
        for mark in pattern.finditer(text)
    ]
    if len(marks) != 1:
        return None
    mark, first_is_earlier = marks[0]
    if text[: mark.start()].strip():
        parts = _words(statement, 0, mark.start()), _words(statement, mark.end(), len(text))
    else:
        comma = text.find(",", mark.end())
        if comma < 0:
            return None
        parts = _words(statement, comma, len(text)), _words(statement, mark.end(), comma)
    if not all(parts):
        return None
    return parts if first_is_earlier else parts[::-1]


def _of_times(left: Parts, right: Parts) -> bool | None:
    """Say whether the later of the one is the first of the other; None where they speak of two things."""
    kept = min(_held(left[0], right[0]), _held(left[1], right[1]))
    turned = min(_held(left[0], right[1]), _held(left[1], right[0]))
    if max(kept, turned) < _SAME_WORDS or min(kept, turned) > _BARELY:
        return None
    return turned > kept


def _held(one: Words, other: Words) -> float:
    return len(one & other) / min(len(one), len(other))


# -- who does what -------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def _clauses(statement: Statement) -> Parts | None:
    """Return the words of the two clauses of a statement; None where it has not two."""
    text = statement.text.rstrip(" .!")
    cuts = list(_CLAUSE.finditer(text))
    if len(cuts) != 1:
        return None
    parts = _words(statement, 0, cuts[0].start()), _words(statement, cuts[0].end(), len(text))
    return parts if all(parts) else None


def _of_clauses(left: Parts, right: Parts) -> bool | None:
    """Say whether words stand in one clause with others; None where the words are not the same.

    What both clauses of one statement say tells nothing. A word that the second clause leaves out, as in `Ada
    is on call on Mondays, Ben on Fridays`, moves one way when the clauses change places; two that change
    places with each other move both ways, whichever clauses are held against each other.
    """
    common = (left[0] & left[1]) | (right[0] & right[1])
    one, other = _without(left, common), _without(right, common)
    if one[0] | one[1] != other[0] | other[1] or not all((*one, *other)):
        return None
    straight = bool(one[0] & other[1]), bool(one[1] & other[0])
    crossed = bool(one[0] & other[0]), bool(one[1] & other[1])
    return all(straight) and all(crossed)


def _without(parts: Parts, words: Words) -> Parts:
    return parts[0] - words, parts[1] - words


def _words(statement: Statement, start: int, end: int) -> Words:
    """Return the words and figures between two places, by what their spellings share."""
    kinds: Sequence[Kind] = (Kind.NUMBER, Kind.DATE, Kind.VERSION, Kind.PATH)
    told = (*statement.content, *(token for kind in kinds for token in statement.of(kind)))
    return frozenset(token.root or token.key for token in told if start <= token.start < end)
