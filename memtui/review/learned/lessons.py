"""What the verdicts in one store teach the learned model besides: how much to ask, here and in each project.

Whether somebody keeps more or less than those whose memories it was trained on shows in their yeses and
noes. They move the logit of a memory by two shifts: one that all of the store shares, and one of its home
(see `homes`), because what is a leftover in one project is worth keeping in another. Both are held near zero
as if some verdicts had been for it already, the store's more so, so a few verdicts move little, and one
project's say little of another until several agree. They are worked out anew from the verdicts at every pass:
undoing one takes its lesson back. What is protected stays so, whatever the shift.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from memtui.domain.scope import first_levels
from memtui.review.learned.homes import Homes
from memtui.review.learned.taste import FURTHEST, Taste
from memtui.store import memories, review_rules, review_state
from memtui.store.database import Store
from memtui.store.review_state import Lesson, Taught

_LATEST = 500
"""Verdicts that are looked at: the newest."""
_SPREAD, _SPREAD_OF_HOME = 0.15, 0.5
"""How far the store's shift, and a home's beside it, are expected to lie from zero before any verdict."""


def learned(store: Store, homes: Homes, rules: Sequence[str]) -> tuple[Taste, Taught]:
    """Return what the verdicts on the cards of these rules have taught: the shifts, and the figures behind
    them.
    """
    decided = review_rules.decided(store, rules, review_state.taught_since(store), _LATEST)
    there = {memory.id: memory for memory in memories.get_many(store, [each for each, _ in decided])}
    known = [(there[each], yes) for each, yes in decided if each in there and there[each].text]
    if not known:
        return Taste(), Taught()
    agreed = np.array([yes for _, yes in known], float)
    likely = np.array([opinion.agrees for opinion in homes.opinions([memory for memory, _ in known])])
    logits = np.log(np.clip(likely, 1e-3, 1 - 1e-3) / np.clip(1 - likely, 1e-3, 1))
    names = [first_levels(memory.scope) for memory, _ in known]
    places = {name: place for place, name in enumerate(dict.fromkeys(names))}
    where = np.array([places[name] for name in names])
    whole, *each = (round(float(shift), 2) for shift in _shifts(logits, agreed, where))
    taste = Taste(whole, dict(zip(places, each, strict=True)))
    lessons = {
        name: Lesson(each[place], int(agreed[where == place].sum()), int((1 - agreed)[where == place].sum()))
        for name, place in places.items()
    }
    return taste, Taught(whole, int(agreed.sum()), int((1 - agreed).sum()), lessons)


def _shifts(
    logits: NDArray[np.float64], agreed: NDArray[np.float64], where: NDArray[np.int64]
) -> list[float]:
    """Return the likeliest shift of all and of each home, given what is expected of them (Newton's method).

    `where` names the home of each verdict by its place. A verdict counts for both shifts: a column of ones,
    and one for its home.
    """
    columns = np.concatenate([np.ones((len(agreed), 1)), np.eye(where.max() + 1)[where]], axis=1)
    spread = np.array([_SPREAD, *[_SPREAD_OF_HOME] * (columns.shape[1] - 1)])
    shifts = np.zeros(columns.shape[1])
    for _ in range(20):
        likely = 1 / (1 + np.exp(-(logits + columns @ shifts)))
        slope = columns.T @ (agreed - likely) - shifts / spread**2
        steep = (columns * (likely * (1 - likely))[:, None]).T @ columns + np.diag(1 / spread**2)
        shifts = shifts + np.linalg.solve(steep, slope)
    return list(np.clip(shifts, -FURTHEST, FURTHEST))
