"""What Review tells the rest of the screen of itself: what the actions may ask about, and its status line."""

from memtui.domain.deed_record import Offer
from memtui.store.proposals import Wanted
from memtui.tui.keys.action import Can, Part, Situation
from memtui.tui.keys.views import ViewId
from memtui.tui.review.card_parts import offers
from memtui.tui.review.on_screen import OnScreen
from memtui.tui.review.prompts import described
from memtui.tui.widgets.chrome import Status

_SAYS_WHEN = 60
"""Columns from which on there is room beside the keys for when the last pass was."""


def part_of(screen: OnScreen) -> Part:
    """Return what is shown: a card, the members of a batch, a memory, the rules, or nothing."""
    if screen.pane is screen.members:
        return Part.MEMBERS
    if screen.pane is screen.source:
        return Part.SOURCE
    if screen.pane is screen.rules:
        return Part.RULES
    return Part.CARD if screen.queue.card is not None else Part.NOTHING


def situation_of(screen: OnScreen, view: ViewId) -> Situation:
    """Return what the actions may ask about."""
    at_members = screen.pane is screen.members
    return Situation(
        view,
        rows=screen.members.count if at_members else int(screen.queue.card is not None),
        marked=_marked(screen),
        busy=screen.host.acts.busy,
        part=part_of(screen),
        offers=_offers(screen),
    )


def status_of(screen: OnScreen, last_pass: str) -> Status:
    """Return the status line: the filter, `last_pass` (how long ago it was), how far a running pass is."""
    running, marked = screen.host.review_pass, _marked(screen)
    narrow = screen.host.size.width < _SAYS_WHEN
    return Status(
        filter=described(screen.queue.wanted),
        selected=f"{marked:,} marked" if marked else "",
        count="" if running is not None or narrow else last_pass,
        busy="" if running is None else f"review pass: {running.progress}",
    )


def _marked(screen: OnScreen) -> int:
    return len(screen.members.marked) if screen.pane is screen.members else 0


def _offers(screen: OnScreen) -> frozenset[Offer | Can]:
    queue = screen.queue
    some = queue.refs or queue.sitting or queue.wanted != Wanted()
    return _of_pane(screen) | ({Can.CARDS} if some else set())


def _of_pane(screen: OnScreen) -> frozenset[Offer | Can]:
    if screen.pane is screen.rules:
        record, taught = screen.rules.record, screen.rules_told.taught
        muted = record is not None and record.muted_at is not None
        return frozenset(
            [*([Can.UNMUTE] if muted else []), *([Can.RELEARN] if taught.yes + taught.no else [])]
        )
    return frozenset() if screen.queue.card is None else offers(screen.queue.card)
