"""Measures what a statement adds to its quote and the text beside it.

Each function returns how strongly it speaks against a statement, from 0 (not at all) to 1. New words alone
say nothing: a good paraphrase has many.
"""

from memtui.capture import signals
from memtui.capture.content import coverage, shared_units, units
from memtui.capture.support.align import Pair


def from_around(pair: Pair) -> float:
    """Tell how much of a statement stands around its quote and not in it: two sentences became one."""
    there = shared_units(pair.claim.units, pair.ground.around.units)
    return 1 - len(shared_units(there, pair.ground.quote.units)) / len(there) if there else 0.0


def nothing_of_the_quote(pair: Pair) -> float:
    """Tell how much is new in a statement that has no word of its quote."""
    if shared_units(pair.content, [*pair.quoted_content, *pair.ground.quoted_units]):
        return 0.0
    return 1 - coverage(pair.claim.units, pair.ground.around.units)


def new_reason(pair: Pair) -> float:
    """Return how much of a statement's reason or consequence the text around its quote does not say."""
    claim, nearby = pair.claim.plain, pair.ground.around.units
    parts = [claim[match.end() :] for match in signals.REASON.finditer(claim)]
    for match in signals.REASON_BEFORE.finditer(claim):
        parts += [claim[: match.start()], claim[match.end() :]]
    return max((1 - coverage(units(part), nearby) for part in parts if units(part)), default=0.0)
