"""Likelihoods and their logits, which add up where likelihoods don't."""

import math

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
