"""The Review view: proposals as cards, one at a time, each decided with a key.

One pane has the view to itself: the card, the members of a batch, a memory with its source, or the rules.
Where there is room the queue stands at its left, `queue_list`.
The cards are in `card_queue`, the keys that decide in `deciding`; the pass that finds cards runs in a child
process, and nothing here waits for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from textual.app import ComposeResult
from textual.containers import Container
from textual.timer import Timer

from memtui.domain.scope import ROOT
from memtui.store.proposals import Wanted
from memtui.tui.keys.action import Part, Situation
from memtui.tui.keys.views import ViewId
from memtui.tui.memories.related_reader import Found
from memtui.tui.review.beneath import Beneath
from memtui.tui.review.card_page import ClickablePage
from memtui.tui.review.card_parts import KEYS, CardState
from memtui.tui.review.card_queue import CardQueue, Reloaded
from memtui.tui.review.deciding import Deciding
from memtui.tui.review.heading import fill
from memtui.tui.review.kept_in_files import kept_in_files
from memtui.tui.review.lists import MembersList, ReviewHead, RulesList
from memtui.tui.review.looking import Looking
from memtui.tui.review.members import MembersKeys
from memtui.tui.review.more_weak import MoreWeak
from memtui.tui.review.must_read import MustRead
from memtui.tui.review.no_card import last_pass
from memtui.tui.review.on_page import on_page
from memtui.tui.review.pass_keys import PassKeys
from memtui.tui.review.prompts import wanted_of
from memtui.tui.review.queue_list import QueueList
from memtui.tui.review.queue_reader import CardsRead
from memtui.tui.review.read_first import MoreBelow
from memtui.tui.review.rules_told import RulesTold
from memtui.tui.review.situation import part_of, situation_of, status_of
from memtui.tui.review.which_cards import WhichCards
from memtui.tui.view import ROOMY, Mode, PaneView
from memtui.tui.widgets.chrome import Status
from memtui.tui.widgets.detail import Detail
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.pages import Page

_ROOM_BENEATH = 20
"""From so many lines on, the member of a batch is shown beneath the list where it has no room beside it."""
_TALL_ENOUGH = 14
"""From so many lines on, the last pass is told above the rules."""
_CATCH_UP = 1.0
"""Seconds after the last verdict at which the queue is read anew."""


class ReviewView(PaneView):
    """The card, and the lists behind it."""

    DEFAULT_CSS = """
    ReviewView {
        layout: vertical;
        .beside { height: 1fr; layout: horizontal; }
        LineList { height: 1fr; width: 1fr; }
        QueueList { width: 35%; min-width: 42; max-width: 72; margin-top: 1; border-right: solid $faint; }
        .about { height: auto; max-height: 5; margin: 1 0; }
        MembersList, Detail, .member { margin-top: 1; }
        .member { border-left: solid $faint; }
        &.-beneath .beside { layout: vertical; }
        &.-beneath .member { border-left: none; border-top: solid $faint; margin-top: 0; }
    }
    """

    view_id = ViewId.REVIEW
    deciding: Deciding

    def __init__(self, *, id: str) -> None:  # noqa: A002 - the name Textual uses
        super().__init__(id=id)
        self.head = ReviewHead(lambda kind: self.visit(kind.value, None))
        self.page = self.main = ClickablePage()
        self.members = MembersList()
        self.member = ClickablePage()
        """The member of a batch that the cursor is on."""
        self.member.can_focus = False
        self.member.add_class("member")
        self.source = Detail()
        self.source.whole = True
        self.about_rules = Page()
        self.about_rules.add_class("about")
        self.about_rules.can_focus = False
        self.rules = RulesList()
        self.painted = False
        self.below = MoreBelow()
        self.below.display = False
        self.queue = CardQueue(self)
        self.looking = Looking(self, self.queue, self.members, self.source, self.show_head)
        self.must_read = MustRead(self.page, self.below, lambda: self.queue.to_read)
        self.deciding = Deciding(self)
        self.passes = PassKeys(self)
        self.marking = MembersKeys(self, self.members, self.member)
        self.beneath = Beneath(self)
        self.more_weak = MoreWeak(self, self.show_card)
        self.rules_told = RulesTold(self, self.rules, self.about_rules)
        self.which = WhichCards(self)
        self.last_pass = ""
        """When the last pass was, in a few words."""
        self._catching_up: Timer | None = None

    def holds(self) -> Sequence[object]:
        """Return the objects that decide, show a card's memories, filter, and start passes."""
        deciding = self.deciding
        others = (self.looking, self.which, self.passes, self.marking, self.rules_told)
        return (deciding, deciding.refused, *others)

    def compose(self) -> ComposeResult:
        """Lay out the panes; one is shown at a time."""
        yield self.head
        yield self.about_rules
        self.listed = QueueList(self.host, self.queue)
        yield Container(self.listed, *self.panes(), self.member, classes="beside")
        yield self.below

    def panes(self) -> tuple[LineList, ...]:
        """Return the card, and what can be looked at instead."""
        return (self.page, self.members, self.source, self.rules)

    def share_out(self) -> None:
        """Show the pane that has the focus, and no other."""
        for pane in self.panes():
            pane.display = pane is self.pane
        roomy, at_members = self.app.size.width >= ROOMY, self.pane is self.members
        self.listed.display = self.listed.has_room and self.pane in {self.page, self.source}
        self.member.display = at_members and (roomy or self.app.size.height >= _ROOM_BENEATH)
        self.set_class(at_members and not roomy, "-beneath")
        tall = self.app.size.height >= _TALL_ENOUGH
        self.about_rules.display = self.pane is self.rules and (tall or not self.rules.count)
        self.below.display = self.below.display and self.pane is self.page

    def go_to(self, pane: LineList) -> None:
        """Give a pane the focus, and lay it out once it has its size."""
        super().go_to(pane)
        self.show_head()
        self.call_after_refresh(self.show_card)

    def on_mount(self) -> None:
        """Read the queue."""
        for rows in (self.members, self.rules):
            rows.empty = [self.host.keymap.filled(line) for line in rows.empty]
        self.rules.unmute_key = self.host.keymap.key_for("unmute")
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self.show_card())
        self.watch(
            self.page,
            "scroll_y",
            lambda _to: self.must_read.note(self.host.keymap.key_for("yes")),
            init=False,
        )
        self.reload()
        self.after_paint(self._note_painted)

    def _note_painted(self) -> None:
        self.painted = True

    def on_unmount(self) -> None:
        """Let no thread go on reading for nothing."""
        self.queue.reader.cancel()
        self.more_weak.cancel()

    def on_resize(self) -> None:
        """Lay the card out anew."""
        super().on_resize()
        self.call_after_refresh(self.show_card)

    def opened(self) -> None:
        """Catch up with what happened while another view was shown."""
        self.queue.begin_order()
        self.reload()

    def visit(self, line: str | None, memory: int | None) -> None:
        """Show the cards that a filter asks for, because a figure led here."""
        del memory
        if line is not None:
            self.at = self.page
            self.which.want(wanted_of(line))

    def renew(self) -> None:
        """Bring what is told in days and hours up to now."""
        self.reload()

    def store_changed(self) -> None:
        """Take in what another process wrote; the card that is looked at stays."""
        self.reload()

    def follow(self, changed: Iterable[int], *, complete: bool, to: int | None = None) -> None:
        """After an undo, go back to the card that it opened again, first to one that was decided here."""
        del changed, complete, to
        before = (
            {i for ref in self.queue.refs for i in ref.ids} if not self.queue.decided_elsewhere else set()
        )
        self.reload(stay=False)
        refs, decided = self.queue.refs, self.queue.decided.came_back
        again = [at for at, ref in enumerate(refs) if not before.issuperset(ref.ids)]
        mine = [at for at in again if not set(refs[at].ids).isdisjoint(decided)]
        if again:
            self.at = self.page
            self.show_at((mine or again)[0])
            self.go_to(self.page)

    # -- the queue ---------------------------------------------------------------------------

    def on_cards_read(self, event: CardsRead) -> None:
        """Take over what a thread has read of very many cards."""
        if not self.queue.reader.accept(event):
            return
        if event.read is None:
            self.host.say(event.error, "error")
        else:
            self.queue.take(event.read)
            self.reload()

    def reload(self, *, stay: bool = True) -> None:
        """Read the queue anew; with `stay` the card that is shown stays, even if it was decided elsewhere."""
        if self._catching_up is not None:
            self._catching_up.stop()
        self.host.count_review()
        self.last_pass = last_pass(self.host.store)
        together = self.part in {Part.MEMBERS, Part.SOURCE}
        became = self.queue.reload(stay=stay, together=together, whole=not stay)
        self.listed.forget_titles()
        if became is not Reloaded.DECIDED:
            self._show_other(from_top=became is Reloaded.GONE)
            self._refresh_lists()
        else:
            self.show_card()

    def catch_up_soon(self) -> None:
        """Read the queue anew when no verdict follows for a moment: the next card is there already."""
        if self._catching_up is not None:
            self._catching_up.stop()
        self._catching_up = self.set_timer(_CATCH_UP, self.reload)

    def show_at(self, index: int) -> None:
        """Show the card at a place of the queue."""
        self.queue.look_at(index)
        self._show_other()

    def _show_other(self, *, from_top: bool = True) -> None:
        self.zoomed = self.zoomed and not from_top
        self.show_card(from_top=from_top)

    def step(self, by: int) -> None:
        """Go to another card without deciding this one."""
        index, queue = self.queue.index, self.queue
        if queue.decided_elsewhere and queue.card is not None:
            queue.leave_decided()
            self.show_at(index if by > 0 else index - 1)
        elif not 0 <= index + by < len(queue.refs):
            self.host.say("This is the last card" if by > 0 else "This is the first card")
        else:
            self.show_at(index + by)

    def passed(self, decided: Iterable[int]) -> None:
        """Take what was decided out of the queue as it is known here, and show what follows."""
        if self.pane is self.source:
            self.go_to(self.looking.came_from or self.page)
        self.queue.remove(decided)
        self.show_at(self.queue.index)
        self._refresh_lists()
        self.catch_up_soon()

    def _refresh_lists(self) -> None:
        card = self.queue.card
        if self.pane is self.members:
            if card is not None and card.ref.batch:
                self.members.show(card, self.host.store.now())
                self.marking.show_member()
            elif self.host.shows(self):
                self.go_to(self.page)
            else:
                self.at = self.page
        elif self.pane is self.rules:
            self.rules_told.show()

    # -- what is shown -----------------------------------------------------------------------

    @property
    def part(self) -> Part:
        """What is shown."""
        return part_of(self)

    def situation(self) -> Situation:
        """Return what the actions may ask about."""
        return situation_of(self, self.view_id)

    def status(self) -> Status:
        """Return the filter on the cards, the time of the last pass, and a running pass's progress."""
        return status_of(self, self.last_pass)

    def hints(self) -> list[tuple[str, str]]:
        """Return the keys that the card, as far as it is on the screen, does not name itself."""
        hints = super().hints()
        if self.pane is self.page and self.page.count <= self.page.size.height:
            own = {self.host.keymap.key_for(action) for action in ("yes", "no", "later")}
            hints = [(key, label) for key, label in hints if key not in own]
        return hints

    def show_head(self) -> None:
        """Say which card this is, of how many of each kind."""
        fill(self.head, self, beside_queue=self.listed.display)

    def show_card(self, *, from_top: bool = True) -> None:
        """Lay out the card, or say why there is none, and mark it in the queue."""
        if self.pane is self.page and self.listed.display is not self.listed.has_room:
            self.on_resize()  # the first card brings the queue beside it, the last one takes it away
        self.show_head()
        if self.listed.display:
            self.listed.follow()
        if self.pane is self.members:
            self.marking.show_member()
        page, queue, host, beneath, more = self.page, self.queue, self.host, self.beneath, self.more_weak
        width, height = page.line_width, page.size.height
        if not page.display or not width:
            return
        laid, page.empty = on_page(queue, host, self._card_state(), beneath, more, width, height, page.look)
        self.must_read.laid_out(0, "")
        page.show_card(laid, from_top=from_top)
        self.must_read.laid_out(laid.read_to, host.keymap.key_for("yes"))
        self.below.display = self.pane is page and self.must_read.longer_than_page
        self.tell()

    def on_found(self, answer: Found) -> None:
        """Show what a thread has found around the memory of the card."""
        self.beneath.take(answer)
        self.show_card(from_top=False)

    def _card_state(self) -> CardState:
        queue, host = self.queue, self.host
        keys = {action: host.keymap.key_for(action) for action in KEYS}
        if_yes = queue.if_yes()
        state = CardState(
            host.store.now(),
            keys,
            queue.keep,
            if_yes,
            queue.decided_elsewhere,
            self.zoomed,
            beside=self.listed.display,
        )
        if queue.card is None:
            return state
        words, host.source_to_allow = kept_in_files(host, queue.card, state)
        return replace(state, kept=words, also=queue.also_on)

    # -- moving ------------------------------------------------------------------------------

    def do_down(self) -> None:
        """Go to the next card, or line."""
        self._go(1)

    def do_up(self) -> None:
        """Go to the card before, or the line above."""
        self._go(-1)

    def _go(self, by: int) -> None:
        if self.pane is not self.page:
            self.pane.move_by(by)
        elif self.queue.card is not None:
            self.step(by)

    def do_first(self) -> None:
        """Go to the first card, or line."""
        self._far(0)

    def do_last(self) -> None:
        """Go to the last card, or line."""
        self._far(-1)

    def _far(self, to: int) -> None:
        if self.pane is not self.page:
            self.pane.move_to(0 if to == 0 else self.pane.count - 1)
        elif self.queue.refs:
            self.show_at(0 if to == 0 else len(self.queue.refs) - 1)

    def on_line_list_moved(self, event: LineList.Moved) -> None:
        """Show the member the cursor came to, or the card that was clicked in the queue."""
        event.stop()
        if event.list is self.members:
            self.marking.show_member()
        if event.list is self.listed and self.listed.index not in {None, self.queue.index}:
            self.show_at(self.listed.index or 0)
            self.go_to(self.page)

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        """Open what was double-clicked."""
        event.stop()
        if event.list is not self.listed:
            self.do_open()

    def do_next_pane(self) -> None:
        """Choose the next memory of a pair; there is one pane."""
        self._choose_in_turn(1)

    def do_previous_pane(self) -> None:
        """Choose the memory before; there is one pane."""
        self._choose_in_turn(-1)

    def _choose_in_turn(self, by: int) -> None:
        if self.pane is self.page:
            self.deciding.choose_in_turn(by)

    def do_zoom(self) -> None:
        """Lay the card out to its end, to scroll in, or so that it fits again."""
        if self.pane is self.page and self.queue.card is not None:
            self.zoomed = not self.zoomed
            self.show_card()

    def do_open(self) -> None:
        """Look at the members of a batch, or at the memory with its source."""
        card = self.queue.card
        if self.pane is self.source:
            self.do_back()
        elif self.pane is self.page and card is not None and card.ref.batch:
            self.members.marked.clear()
            self.members.show(card, self.host.store.now())
            self.members.move_to(0)
            self.go_to(self.members)
        elif self.pane is not self.rules:
            self.looking.do_source()

    def do_back(self) -> None:
        """Go one step back; from a memory with its source, to where one looked at it from."""
        if self.pane is self.source:
            self.go_to(self.looking.came_from or self.page)
        else:
            super().do_back()

    def modes(self) -> Iterator[Mode]:
        """Yield the pass that is at work, the five minutes, and the filter."""
        if self.host.review_pass is not None:
            yield Mode("stop the pass", self.host.stop_pass)
        if self.queue.sitting:
            yield Mode("all cards", self.which.end_sitting)
        if self.queue.wanted != Wanted():
            yield Mode("no filter", lambda: self.which.want(Wanted()))

    @property
    def chosen_scope(self) -> str:
        """The scope that the cards are filtered by."""
        return self.queue.wanted.scope or ROOT
