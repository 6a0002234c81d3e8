"""What the verdicts in one store teach the learned model besides: how much to ask, here, in each project, and
under each heading.

Whether somebody keeps more or less than those whose memories it was trained on shows in their yeses and
noes. They move the logit of a memory by three shifts: one that all of the store shares, one of its home
(see `homes`), because what is a leftover in one project is worth keeping in another, and one of the headings
that it stands under there, because lines of one list mostly go or stay together. Each is held near zero as if
some verdicts had been for it already, the store's most of all, so one project's verdicts say little of
another until several agree. They are worked out anew from the verdicts at every pass: undoing one takes its
lesson back. What is protected stays so, whatever the shift.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from memtui.domain.scope import first_levels
from memtui.review.learned.homes import Homes
from memtui.review.learned.taste import FURTHEST, Taste, section_in
from memtui.store import memories, review_rules, review_state
from memtui.store.database import Store
from memtui.store.review_state import Lesson, Taught

_Group = TypeVar("_Group", bound=Hashable)
_LATEST = 500
"""Verdicts that are looked at: the newest."""
_SPREAD, _SPREAD_OF_HOME, _SPREAD_BELOW = 0.15, 0.5, 0.7
"""How far the store's shift, a home's beside it, and that of a home's headings are expected to lie from zero
before any verdict."""
_STEPS, _NEAR_ENOUGH = 20, 1e-6
"""Steps of the search at most, and the step at which it ends."""


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
    below = [section_in(memory) for memory, _ in known]
    in_homes, under = _columns(names), _columns(below)
    columns = np.concatenate([np.ones((len(known), 1)), in_homes.table, under.table], axis=1)
    spread = np.repeat([_SPREAD, _SPREAD_OF_HOME, _SPREAD_BELOW], [1, len(in_homes.of), len(under.of)])
    whole, *each = (round(float(shift), 2) for shift in _shifts(logits, agreed, columns, spread))
    at_home = dict(zip(in_homes.of, each, strict=False))
    taste = Taste(whole, at_home, dict(zip(under.of, each[len(at_home) :], strict=True)))
    lessons = {
        name: Lesson(at_home[name], int((agreed * column).sum()), int(((1 - agreed) * column).sum()))
        for name, column in zip(in_homes.of, in_homes.table.T, strict=True)
    }
    return taste, Taught(whole, int(agreed.sum()), int((1 - agreed).sum()), lessons)


@dataclass(frozen=True, slots=True)
class _Columns(Generic[_Group]):
    """Which verdicts belong to each of some groups."""

    of: list[_Group]
    """The groups."""
    table: NDArray[np.float64]
    """One row for each verdict and one column for each group: 1 where it belongs there, else 0."""


def _columns(groups: Sequence[_Group | None]) -> _Columns[_Group]:
    different = list(dict.fromkeys(group for group in groups if group is not None))
    table = np.array([[group == each for each in different] for group in groups], float)
    return _Columns(different, table.reshape(len(groups), len(different)))


def _shifts(
    logits: NDArray[np.float64],
    agreed: NDArray[np.float64],
    columns: NDArray[np.float64],
    spread: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return the likeliest shift of each column, given how far each is expected to spread (Newton's method).

    A verdict counts for the columns in which it has a 1.
    """
    shifts = np.zeros(columns.shape[1])
    for _ in range(_STEPS):
        likely = 1 / (1 + np.exp(-(logits + columns @ shifts)))
        slope = columns.T @ (agreed - likely) - shifts / spread**2
        steep = (columns * (likely * (1 - likely))[:, None]).T @ columns + np.diag(1 / spread**2)
        step = np.linalg.solve(steep, slope)
        shifts = shifts + step
        if np.abs(step).max() < _NEAR_ENOUGH:
            break
    return np.clip(shifts, -FURTHEST, FURTHEST)
