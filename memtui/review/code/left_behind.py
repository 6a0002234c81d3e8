"""Finds the amounts that a project left behind: what git knows it gave a thing, and gives it no longer.

A sentence that quotes such an amount, and shares words with the name of the thing, is most likely out of
date, in whatever words it says the rest. With one word of the name alone it is only asked about.
"""

from typing import NamedTuple

from memtui.language.stems import stem
from memtui.review.code.amounts import Quoted
from memtui.review.code.assigned import RATES, Assigned, Figures, known, senses
from memtui.review.code.past import Past
from memtui.review.code.scopes import Scope
from memtui.review.git_history import Removed

_SHARE = "percent"
_LEAST_WORDS = 2
"""Words of a name that make it sure what a sentence is about; one with its unit is as good."""


class Left(NamedTuple):
    """A thing that had an amount before."""

    it: Assigned
    before: Removed
    sure: bool


def left_behind(scope: Scope, it: Quoted, figures: Figures, past: Past) -> Left | None:
    """Return the thing to which the project gave an amount that a sentence quotes; None for none.

    None as well where another thing has that amount by now, of which the sentence may speak as well.
    """
    tells_which = it.names and it.amount.sort  # `a 30 minute window`, but not `three workers share`
    if tells_which or not past.gave_any(it.amount) or scope.tells_what_was():
        return None
    stand_for = scope.senses | senses("rate") if it.per else scope.senses
    found: list[tuple[int, Left]] = []
    for each in figures.with_any(scope.words, stand_for):
        if each.port or each.per != it.per or _is_another_matter(scope, each):
            continue
        told, in_unit = _told(scope, it, each), _in_unit(it, each)
        if not told or not scope.is_about(figures, _meant_by(each)):
            continue
        if not _equals(it, each) and (before := past.gave(each, it.amount)) is not None:
            sure = told >= _LEAST_WORDS or (in_unit and told == len(each.own))
            found.append((told + in_unit, Left(each, before, sure)))
    if not found:
        return None
    most = max(signs for signs, _ in found)
    best = [left for signs, left in found if signs == most]
    has_it = (each for each in figures.like(it.amount) if not each.port and each.per == it.per)
    if any(_told(scope, it, each) + _in_unit(it, each) >= most for each in has_it):
        return None
    return best[0] if len({left.it.amount for left in best}) == 1 else None


def _told(scope: Scope, it: Quoted, each: Assigned) -> int:
    """Return how many words of a name are said; that it is a rate, a rate says."""
    return sum(1 for word in each.own if (word in RATES and it.per) or scope.says(word))


def _in_unit(it: Quoted, each: Assigned) -> bool:
    return bool(it.per or (it.amount.sort and it.amount.sort in (each.amount.sort, _SHARE)))


def _equals(it: Quoted, each: Assigned) -> bool:
    return each.amount.value == it.amount.value or (
        not (each.amount.sort and it.amount.sort) and each.amount.bare == it.amount.bare
    )


def _meant_by(each: Assigned) -> frozenset[str]:
    return frozenset().union(*map(senses, each.own))


def _is_another_matter(scope: Scope, each: Assigned) -> bool:
    """Say whether a sentence speaks of another sort of thing: of a pause where the name has a timeout."""
    said = known().said
    own = {stem(word) for word in each.own} & said.keys()
    if not own or any(scope.stems & (said[word] | {word}) for word in own):
        return False
    return any(scope.stems & (meant | {word}) for word, meant in said.items() if word not in own)
