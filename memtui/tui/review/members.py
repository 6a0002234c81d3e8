"""The members of a batch: marking some of them, and the one under the cursor in full beside the list."""

from __future__ import annotations

from memtui.domain.card_kinds import kind_named
from memtui.review import queue
from memtui.review.queue import CardRef
from memtui.tui.review.card_layout import lay_out
from memtui.tui.review.card_page import ClickablePage
from memtui.tui.review.card_parts import CardState
from memtui.tui.review.lists import MembersList
from memtui.tui.view import PaneView

_KEYS = ("yes", "no", "later", "archive_instead", "undo")


class MembersKeys:
    """Marks members of a batch, and shows the one under the cursor."""

    def __init__(self, view: PaneView, members: MembersList, page: ClickablePage) -> None:
        """Mark in `members`, a pane of `view`, and show in `page` what its cursor is on."""
        self._view, self._members, self._page = view, members, page

    def do_mark(self) -> None:
        """Mark the member under the cursor, or take its mark away, and go to the next."""
        proposal = self._members.proposal
        if proposal is not None:
            self._members.toggle([proposal.id])
            self._members.move_by(1)
            self._view.tell()

    def do_mark_all(self) -> None:
        """Mark all of them."""
        self._members.toggle([i for i in self._members.ids if i not in self._members.marked])
        self._view.tell()

    def do_invert(self) -> None:
        """Mark what is not marked."""
        self._members.toggle(self._members.ids)
        self._view.tell()

    def show_member(self) -> None:
        """Show the member under the cursor as a card of its own, to its end."""
        page, proposal, host = self._page, self._members.proposal, self._view.host
        if not page.display or not page.line_width:
            return
        if proposal is None:
            page.show_lines([])
            return
        card = queue.card(host.store, CardRef((proposal.id,), kind_named(proposal.kind), "", 0.0))
        keys = {action: host.keymap.key_for(action) for action in _KEYS}
        state = CardState(host.store.now(), keys, whole=True, beside=True)
        page.show_card(lay_out(card, state, page.line_width, page.size.height, page.look))
