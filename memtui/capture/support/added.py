"""Measures what a statement adds: a reason that the text lacks, or the same words with two turned round.

Each function returns how strongly it speaks against a statement, from 0 (not at all) to 1.
"""

from memtui.capture import signals
from memtui.capture.content import coverage
from memtui.capture.support import markers, roles
from memtui.capture.support.align import Pair
from memtui.capture.support.ground import Passage

_WHOLE = 0.95
"""The share of a clause that another has to hold to have all of it."""
_FEW = 2
"""Words of a clause that says something by itself."""


def reason_of_its_own(pair: Pair) -> float:
    """Tell how much is new in the clause of a statement with a reason that is furthest from the text."""
    if not _gives_reason(pair.claim):
        return 0.0
    clauses = [part for part in pair.parts if len(part.units) >= _FEW]
    return max((1 - coverage(part.units, pair.around_content) for part in clauses), default=0.0)


def reason_without_any(pair: Pair) -> float:
    """Tell whether a statement gives a reason or a consequence where the text around its quote gives none."""
    return float(_gives_reason(pair.claim) and not _gives_reason(pair.ground.around))


def _gives_reason(passage: Passage) -> bool:
    return bool(signals.REASON.search(passage.plain) or signals.REASON_BEFORE.search(passage.plain))


def only_swapped(pair: Pair) -> float:
    """Tell whether a clause has just the words of one of its quote, and two of them changed places.

    A passive says the same with the two changed round.
    """
    if roles.is_passive(pair.claim.text) != roles.is_passive(pair.quote.text):
        return 0.0
    whole = [match for match in pair.matches if match.share >= _WHOLE and len(match.mine.units) >= _FEW]
    if not whole:
        return 0.0
    swapped = max(roles.swapped_in(pair, match.mine) for match in whole)
    return 1.0 if swapped == 1.0 or markers.exchanged(pair) else 0.0
