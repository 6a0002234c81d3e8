"""Whether a statement says something of more things, or more often, than its quote.

Each function returns how strongly it speaks against a statement, from 0 (not at all) to 1.
"""

from memtui.capture.signals import ALL, SOME
from memtui.capture.support.align import Pair

_SOMEHOW = 0.5
"""What `all` counts where the quote names no part."""


def widened(pair: Pair) -> float:
    """Tell whether a statement says `all` or `always` where its quote does not."""
    if not ALL.search(pair.claim.plain) or ALL.search(pair.quote.plain):
        return 0.0
    return 1.0 if SOME.search(pair.quote.plain) else _SOMEHOW


def limit_dropped(pair: Pair) -> float:
    """Tell whether a quote limits what it says, and a statement made of its words does not."""
    limits = SOME.search(pair.quote.plain)
    return float(limits is not None and not SOME.search(pair.claim.plain)) * pair.literal
