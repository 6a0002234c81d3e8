"""What a person's own turns state, whatever an extractor makes of them: none of it is lost.

What they set right, how they want to be talked to, and what they tell their agent to remember. Called for
sessions and for texts that a person hands over.
"""

from collections.abc import Iterator, Sequence

from memtui.capture.asked import Request, requested
from memtui.capture.set_right import what_is_right
from memtui.capture.transcripts.turns import Turn
from memtui.capture.wishes import wishes


def stated(turns: Sequence[Turn], now: float) -> Iterator[Request]:
    """Yield what a person states in their turns; of what is stated in two ways, what they asked for last."""
    yield from what_is_right(turns, now)
    yield from wishes(turns, now)
    yield from requested(turns, now)
