"""How sure one can be that two statements under labels or headings say the same.

The lines of one list share their label, and lines of two lists may share much with it, so what the trees of
`relation` say of them is too high. It is weighed against two things that they hardly go by: how many of the
words of the shorter statement the other has too, labels aside, and whether one is so much longer that it only
mentions the other. By folds of repositories, so weighed, twice as many of the cards are right.
"""

from collections.abc import Sequence

from memtui.language.likelihood import likelihood, logit
from memtui.language.side import label_end, telling_words

NAMES = ("what the trees say", "words in the other", "only mentioned", "constant")
MENTIONED = 0.1
"""The share of the other's length under which a statement is only mentioned there."""
_CLOSEST = 1e-4
"""How near to 0 and 1 a likelihood may be, so that its logit is a number."""


def figures(same: float, one: str, other: str) -> list[float]:
    """Return the four figures of NAMES for two statements, which `weighed` multiplies with its weights.

    `same` is how likely `relation` takes them to be the same, 0…1; it comes back as a logit.
    """
    words, others = (telling_words(text[label_end(text) :]) for text in (one, other))
    inside = len(words & others) / max(min(len(words), len(others)), 1)
    shorter, longer = sorted((len(one), len(other)))
    return [logit(same, _CLOSEST), inside, float(shorter < MENTIONED * longer), 1.0]


def weighed(same: float, one: str, other: str, weights: Sequence[float]) -> float:
    """Return how likely two statements are the same, 0…1, given how likely the trees say it is."""
    told = figures(same, one, other)
    return likelihood(sum(weight * figure for weight, figure in zip(weights, told, strict=True)))
