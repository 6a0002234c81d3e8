"""What the verdicts in one store teach the learned model besides: one number, how much to ask.

Whether somebody keeps more or less than those whose memories it was trained on shows in their yeses and
noes. They move the logit of every memory by a shift that is held near zero as if some verdicts had been for
it already, so that a few of them move it little. It is worked out anew from the verdicts at every pass:
undoing one takes its lesson back. What is protected stays so, whatever the shift.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from memtui.review.learned.homes import Homes
from memtui.store import memories, review_rules, review_state
from memtui.store.database import Store
from memtui.store.review_state import Taught

_LATEST = 500
"""Verdicts that are looked at: the newest."""
_SPREAD = 0.5
"""How far the shift is expected to lie from zero, before any verdict."""
_FURTHEST = 2.0


def learned(store: Store, homes: Homes, rules: Sequence[str]) -> Taught:
    """Return what the verdicts on what some rules proposed have taught."""
    told = review_rules.decided(store, rules, review_state.taught_since(store), _LATEST)
    there = {memory.id: memory for memory in memories.get_many(store, [each for each, _ in told])}
    known = [(there[each], yes) for each, yes in told if each in there and there[each].text]
    if not known:
        return Taught()
    said = np.array([yes for _, yes in known], float)
    likely = np.array([opinion.agrees for opinion in homes.opinions([memory for memory, _ in known])])
    logits = np.log(np.clip(likely, 1e-3, 1 - 1e-3) / np.clip(1 - likely, 1e-3, 1))
    return Taught(round(_shift(logits, said), 2), int(said.sum()), int((1 - said).sum()))


def _shift(logits: NDArray[np.float64], said: NDArray[np.float64]) -> float:
    """Return the likeliest shift, given one's expectation of it (Newton's method)."""
    shift = 0.0
    for _ in range(20):
        likely = 1 / (1 + np.exp(-(logits + shift)))
        slope = float((said - likely).sum()) - shift / _SPREAD**2
        shift += slope / (float((likely * (1 - likely)).sum()) + 1 / _SPREAD**2)
    return max(-_FURTHEST, min(_FURTHEST, shift))
