"""Why the members of a batch are on its card, as lines: each wording once, with how many it is about."""

from rich.segment import Segment

from memtui.domain.text import Longest, one_line
from memtui.review.queue import Card
from memtui.review.reasons import together
from memtui.tui.themes import Look
from memtui.tui.widgets.line_list import fitted
from memtui.tui.widgets.pages import Line
from memtui.tui.widgets.wrapping import wrapped


def reason_lines(card: Card, room: int, most: int, look: Look) -> list[Line]:
    """Return the reasons of a card, `most` wordings, in lines of `room` cells; of a very large batch of those
    shown.
    """
    wordings = together([proposal.reason for proposal in card.proposals], most)
    counted = len(wordings) > 1 or card.count > len(card.proposals)
    head = max(len(f"{count:,}") for count, _ in wordings) + 2 if counted else 0
    return [
        [Segment(fitted(f"{count:,}" if counted and not at else "", head), look.dim), Segment(row, look.text)]
        for count, sentence in wordings
        for at, row in enumerate(wrapped(one_line(sentence, Longest.SENTENCE), room - head))
    ]
