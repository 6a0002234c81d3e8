"""Likelihoods and their logits, which add up where likelihoods don't."""

import math
from collections.abc import Sequence

_CLOSEST = 1 / (1 + math.exp(6.0))
_LOWEST = -50.0
"""Below it a likelihood is nothing, and its exponential soon no number."""


def logit(likely: float, closest: float = _CLOSEST) -> float:
    """Return the logit of a likelihood, taken to be no closer to 0 and 1 than `closest`."""
    bounded = min(max(likely, closest), 1 - closest)
    return math.log(bounded / (1 - bounded))


def likelihood(logit: float) -> float:
    """Return the likelihood of a logit, 0…1."""
    return 1 / (1 + math.exp(-max(logit, _LOWEST)))


def shares(logits: Sequence[float]) -> list[float]:
    """Return how likely each of several is of which one is so, by what speaks for each; they add up to 1."""
    weights = [math.exp(logit) for logit in logits]
    whole = sum(weights)
    return [weight / whole for weight in weights]
