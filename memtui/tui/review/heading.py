"""Fills the head of Review: the card's place in the queue, the kinds, and the time they take."""

from memtui.tui.review.lists import ReviewHead
from memtui.tui.review.no_card import about
from memtui.tui.review.on_screen import OnScreen


def fill(head: ReviewHead, screen: OnScreen, *, beside_queue: bool) -> None:
    """Fill the head; with the kinds only if the queue, which lists them, is not beside it."""
    queue, pane = screen.queue, screen.pane
    waiting = queue.waiting
    head.kinds = {} if beside_queue else queue.kinds
    head.kind = queue.card.ref.kind if queue.card is not None else None
    head.time = about(queue.minutes) if waiting else ""
    head.share = None
    of = "…" if queue.reader.reading else f"{waiting:,}"
    head.place = f"{queue.index + 1:,} of {of}" if queue.refs else "Review"
    if queue.decided_elsewhere:
        head.place = f"{waiting:,} left"
    if queue.sitting:
        total = queue.sitting_size
        head.share = max(total - waiting, 0) / total
        head.place = f"Five minutes   {max(total - waiting, 0):,} of {total:,} done"
    if pane is screen.rules:
        head.place, head.kinds, head.time, head.share = "Rules", {}, "", None
    elif pane is screen.source:
        among = screen.looking.place
        head.place, head.kinds, head.share = f"Memory{among}", {}, None
        keys = screen.host.keymap.filled("{winner_left} {winner_right} the other one")
        head.time = keys if among else ""
    elif pane is screen.members and queue.card is not None:
        head.place = f"{queue.card.count:,} in this batch"
    head.refresh()
