"""The line of a sentence that is in no fact, as `extract` and `capture` list them."""

from memtui.capture.tally import Became
from memtui.domain.text import Longest, one_line


def in_no_fact(became: Became, sentence: str) -> str:
    """Return a sentence that is in no fact in one line, with the reason before it."""
    return f"{'left out':<11} {became.reason:<20}  {one_line(sentence, Longest.QUOTE)}"
