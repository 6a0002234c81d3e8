"""The part of the Review view that its keys use, so that none of them imports the view."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from memtui.tui.host import Host
from memtui.tui.review.card_page import ClickablePage
from memtui.tui.review.card_queue import CardQueue
from memtui.tui.review.lists import MembersList, RulesList
from memtui.tui.review.looking import Looking
from memtui.tui.review.must_read import MustRead
from memtui.tui.review.read_first import MoreBelow
from memtui.tui.review.rules_told import RulesTold
from memtui.tui.widgets.detail import Detail
from memtui.tui.widgets.line_list import LineList


class OnScreen(Protocol):
    """What deciding needs to know of the view, and asks of it."""

    page: ClickablePage
    members: MembersList
    source: Detail
    rules: RulesList
    below: MoreBelow
    queue: CardQueue
    looking: Looking
    must_read: MustRead
    rules_told: RulesTold
    painted: bool
    """Whether a card was on the screen yet; a key that came before is an answer to none."""

    @property
    def host(self) -> Host:
        """The app."""

    @property
    def pane(self) -> LineList:
        """The pane that has the focus."""

    def go_to(self, pane: LineList) -> None:
        """Give a pane the focus."""

    def passed(self, decided: Iterable[int]) -> None:
        """Show what follows a card that was decided."""

    def reload(self) -> None:
        """Read the queue anew."""

    def show_card(self) -> None:
        """Lay out the card."""

    def tell(self) -> None:
        """Bring the status line up to date."""
