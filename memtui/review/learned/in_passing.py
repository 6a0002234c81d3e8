"""Whether a line is words in passing, such as `Fixed the bug.` or `PR is up, all tests green. Next: merge.`

Two models are weighed together. The one says how much a line is like such words (`Model.sums_of`), the other
how likely a reader would keep it (`memtui.capture.worth`). Each alone takes short statements of facts for
them: `Tabs, not spaces.`
"""

import math

PASSING = "in passing"
"""What the model calls what an agent noted of its work as it went."""
_BY_WORTH = 0.073
"""What a step in the logit of being kept takes off how much a line is like words in passing."""
_ENOUGH = 0.983
"""From which sum on a line is taken for words in passing: of 1,733 notes of homes worth keeping 4 reached it
in folds, when it was chosen.
"""
_SUREST = 6.0
"""The logit beyond which the word of the second model counts no more."""
ALIKE = _ENOUGH - _BY_WORTH * _SUREST
"""A line that is less like words in passing is none, whatever the second model says."""
KEPT = 0.2
"""How likely a reader keeps what hardly a reader would: half of what else would be found is worth keeping."""


def in_passing(alike: float, statement: str) -> bool:
    """Say whether a statement, without the headings over it, is words in passing; `alike` is the model's."""
    if alike < ALIKE:
        return False
    return _kept(statement) is not None and alike + less_kept(statement) >= _ENOUGH


def hardly_kept(statement: str) -> bool:
    """Say whether hardly a reader would keep a statement, by the model of what is worth keeping."""
    kept = _kept(statement)
    return kept is not None and kept <= KEPT


def less_kept(statement: str) -> float:
    """Return what a reader's not keeping a statement adds to how much it is like words in passing."""
    kept = _kept(statement)
    return 0.0 if kept is None else -_BY_WORTH * _logit(kept)


def _kept(statement: str) -> float | None:
    """Return how likely a reader keeps a statement; None where the model cannot be used."""
    from memtui.capture.worth import model as worth
    from memtui.capture.worth.features import TEXT

    model = worth.shipped.usable()
    return None if model is None else model.keeps(statement, TEXT)


def _logit(share: float) -> float:
    """Return the logit of a share, no further from 0 than _SUREST."""
    if not 0.0 < share < 1.0:
        return math.copysign(_SUREST, share - 0.5)
    return max(-_SUREST, min(_SUREST, math.log(share / (1 - share))))
