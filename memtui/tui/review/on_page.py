"""Chooses the page of Review: the card, the outcome of a verdict, what a session gained, or why there is
none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memtui.store.proposals import Wanted
from memtui.tui.host import Host
from memtui.tui.review.beneath import Beneath
from memtui.tui.review.card_layout import Laid, lay_out
from memtui.tui.review.card_parts import CardState
from memtui.tui.review.card_queue import CardQueue
from memtui.tui.review.gained import gained, gained_lines
from memtui.tui.review.more_weak import MoreWeak
from memtui.tui.review.no_card import nothing_words
from memtui.tui.themes import Look
from memtui.tui.widgets.pages import text_lines


def on_page(
    queue: CardQueue,
    host: Host,
    state: CardState,
    beneath: Beneath,
    more_weak: MoreWeak,
    width: int,
    height: int,
    look: Look,
) -> tuple[Laid, Sequence[str]]:
    """Return the lines of the page, and the words to show if there are none."""
    card, at_work = queue.card, host.review_pass is not None
    if card is not None and card.first is not None:
        laid = lay_out(card, state, width, height, look)
        if state.whole:
            return laid, ()
        room = height - len(laid.lines)
        return replace(laid, lines=[*laid.lines, *beneath.lines(card, state, width, room, look)]), ()
    if queue.decided_elsewhere:
        return Laid([[], *text_lines(queue.decided_elsewhere, width, look.warn, indent=4)]), ()
    if queue.sitting or (queue.decided.verdicts and queue.wanted == Wanted() and not at_work):
        decided = queue.decided.all
        so_far = gained(host.store, host.settings, decided, queue.before, queue.gone_with_others)
        key, above = host.keymap.key_for, height // 4
        more = "" if so_far.left else more_weak.sentence()
        return Laid(
            gained_lines(so_far, decided, key, look, session=queue.sitting, above=above, more=more)
        ), ()
    more = more_weak.sentence() if queue.wanted == Wanted() and not at_work else ""
    words = nothing_words(host.store, queue.wanted, host.keymap.key_for, at_work=at_work, more=more)
    return Laid([]), words
