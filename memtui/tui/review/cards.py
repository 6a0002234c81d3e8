"""The cards of the Review view: which one is shown, in what order, and what else can be looked at.

One pane has the view to itself: the card, the members of a batch, a memory with its source, or the rules. The
base of ReviewView, which adds the keys that decide.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from textual.app import ComposeResult
from textual.timer import Timer

from memtui.domain.memory import Memory
from memtui.domain.proposal import Kind, Proposal, minutes
from memtui.domain.scope import ROOT
from memtui.lifecycle.errors import Refused
from memtui.review import queue
from memtui.review.new_text import ToRead, to_read
from memtui.review.queue import Card, CardRef
from memtui.store import journal, proposals, runs
from memtui.store.proposals import Wanted
from memtui.store.review_state import Taught
from memtui.tui.keys.action import Situation
from memtui.tui.keys.views import ViewId
from memtui.tui.review.card_layout import Laid, lay_out
from memtui.tui.review.card_parts import Shown, chosen, offers, winner
from memtui.tui.review.lists import MembersList, ReviewHead, RulesList, run_words
from memtui.tui.review.no_card import (
    about,
    counts,
    done_lines,
    held_together,
    last_pass,
    nothing_words,
    who_decided,
)
from memtui.tui.review.prompts import described
from memtui.tui.review.read_first import MoreBelow, ReadFirst
from memtui.tui.review.texts import without_secret
from memtui.tui.view import PaneView
from memtui.tui.widgets.chrome import Status as StatusWords
from memtui.tui.widgets.detail import Detail
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.pages import Page, text_lines

_CATCH_UP = 1.0
"""Seconds after the last verdict at which the queue is read anew."""
_KEYS = (
    "yes", "no", "later", "edit_card", "winner_left", "winner_right", "both_dated", "archive_instead",
    "source", "open", "down", "zoom",
)  # fmt: skip


class CardsView(PaneView):
    """The card and the lists behind it."""

    DEFAULT_CSS = """
    CardsView {
        layout: vertical;
        LineList { height: 1fr; width: 1fr; }
        .about { height: auto; max-height: 5; margin: 1 0; }
        MembersList, Detail { margin-top: 1; }
    }
    """

    view_id = ViewId.REVIEW

    def __init__(self, *, id: str) -> None:  # noqa: A002 - the name Textual uses
        super().__init__(id=id)
        self.head = ReviewHead()
        self.page = self.main = Page()
        self.members = MembersList()
        self.source = Detail()
        self.source.whole = True
        self.about_rules = Page()
        self.about_rules.add_class("about")
        self.about_rules.can_focus = False
        self.rules = RulesList()
        self.taught = Taught()
        self.below = MoreBelow()
        self.below.display = False
        self.wanted = Wanted()
        self.refs: list[CardRef] = []
        """The cards that wait, in order."""
        self.index = 0
        self.card: Card | None = None
        self.keep: int | None = None
        """The memory that was chosen to stay, when it is not the proposed one."""
        self.elsewhere = ""
        """Who decided the card that is shown meanwhile, as a sentence."""
        self.sitting: dict[int, int] | None = None
        """In the five-minute mode, its proposals, each with the place of its card."""
        self.said: dict[int, str] = {}
        """What was decided in this sitting: yes, no or later, by proposal."""
        self.last_pass = ""
        """When the last pass was, in a few words."""
        self._looked_at: list[Memory] = []
        self._looked_index = 0
        self._came_from: LineList | None = None
        self._catching_up: Timer | None = None
        self.read: set[tuple[int, str]] = set()
        """The texts that were read to their end, each with its proposal."""
        self._read_to = 0
        """How many lines of the card have to have been on the screen."""
        self._counted: tuple[dict[Kind, int], int] | None = None
        """How many proposals there are of each kind, and how many batches; None when that has changed."""

    def compose(self) -> ComposeResult:
        """Lay out the panes; one is shown at a time."""
        yield self.head
        yield self.about_rules
        yield from self.panes()
        yield self.below

    def panes(self) -> tuple[LineList, ...]:
        """Return the card, and what can be looked at instead."""
        return (self.page, self.members, self.source, self.rules)

    def share_out(self) -> None:
        """Show the pane that has the focus, and no other."""
        for pane in self.panes():
            pane.display = pane is self.pane
        self.about_rules.display = self.pane is self.rules
        self.below.display = self.below.display and self.pane is self.page

    def go_to(self, pane: LineList) -> None:
        """Give a pane the focus, and lay it out once it has its size."""
        super().go_to(pane)
        self.show_head()
        self.call_after_refresh(self.show_card)

    def on_mount(self) -> None:
        """Read the queue."""
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self.show_card())
        self.watch(self.page, "scroll_y", lambda _to: self._note_read(), init=False)
        self.reload()

    def on_resize(self) -> None:
        """Lay the card out anew."""
        super().on_resize()
        self.call_after_refresh(self.show_card)

    def opened(self) -> None:
        """Catch up with what happened while another view was shown."""
        self.reload()

    def renew(self) -> None:
        """Let the ages move on."""
        self.reload()

    def store_changed(self) -> None:
        """Take in what another process wrote; the card that is looked at stays."""
        self.reload()

    def follow(self, changed: Iterable[int], *, complete: bool, to: int | None = None) -> None:
        """After an undo, go back to the card that is open again."""
        del changed, complete, to
        before = {i for ref in self.refs for i in ref.ids} if not self.elsewhere else set()
        self.reload(stay=False)
        again = [at for at, ref in enumerate(self.refs) if not before.issuperset(ref.ids)]
        if again:
            self.at = self.page
            self.show_at(again[0])
            self.go_to(self.page)

    # -- the queue ---------------------------------------------------------------------------

    def reload(self, *, stay: bool = True) -> None:
        """Read the queue anew.

        With `stay`, the card that is shown stays, even when it was decided elsewhere.
        """
        if self._catching_up is not None:
            self._catching_up.stop()
        app = self.host
        shown = self.card.ref if self.card is not None else None
        app.count_review()
        self.refs = self._read()
        self._counted = None
        self.last_pass = last_pass(app.store)
        here = self._place_of(shown)
        if here is not None:
            self.index = here
        elif stay and shown is not None:
            self.index = min(self.index, len(self.refs))
            self.refs.insert(self.index, shown)
            self._counted = None
            self.elsewhere = self.elsewhere or who_decided(app.store, shown.ids[0])
            self.show_card()
            return
        self.show_at(self.index, keep=self.keep if here is not None else None, from_top=here is None)
        self._refresh_lists()

    def _read(self) -> list[CardRef]:
        refs = queue.cards(self.host.store, self.wanted)
        if self.card is not None and self.card.ref.batch and self.part in {"members", "source"}:
            refs = held_together(refs, self.card.ref)
        places = self.sitting
        if places is None:
            return refs
        mine = [ref for ref in refs if not places.keys().isdisjoint(ref.ids)]
        return sorted(mine, key=lambda ref: min(places[i] for i in ref.ids if i in places))

    def _place_of(self, shown: CardRef | None) -> int | None:
        if shown is None:
            return None
        mine = set(shown.ids)
        return next((at for at, ref in enumerate(self.refs) if not mine.isdisjoint(ref.ids)), None)

    def catch_up_soon(self) -> None:
        """Read the queue anew when no verdict follows for a moment: the next card is there already."""
        if self._catching_up is not None:
            self._catching_up.stop()
        self._catching_up = self.set_timer(_CATCH_UP, self.reload)

    def show_at(self, index: int, *, keep: int | None = None, from_top: bool = True) -> None:
        """Show another card, or the same one as it is now."""
        self.index = max(min(index, len(self.refs) - 1), 0)
        self.elsewhere, self.keep = "", keep
        self.zoomed = self.zoomed and not from_top
        self.card = queue.card(self.host.store, self.refs[self.index]) if self.refs else None
        if self.card is not None and self.card.first is None:
            self.elsewhere = who_decided(self.host.store, self.card.ref.ids[0])
        self.show_card(from_top=from_top)

    def step(self, by: int) -> None:
        """Go to another card without deciding this one."""
        if self.elsewhere and self.card is not None:
            del self.refs[self.index]
            self._counted = None
            self.show_at(self.index if by > 0 else self.index - 1)
        elif not 0 <= self.index + by < len(self.refs):
            self.host.say("This is the last card" if by > 0 else "This is the first card")
        else:
            self.show_at(self.index + by)

    def passed(self, decided: Iterable[int]) -> None:
        """Take what was decided out of the queue as it is known here, and show what follows."""
        gone = set(decided)
        self._counted = None
        if self.refs and gone.issuperset(self.refs[self.index].ids):
            gone.difference_update(self.refs.pop(self.index).ids)
        for at in reversed(range(len(self.refs))) if gone else ():
            if not gone.isdisjoint(self.refs[at].ids):
                left = tuple(i for i in self.refs[at].ids if i not in gone)
                self.refs[at : at + 1] = [replace(self.refs[at], ids=left)] if left else []
        self.show_at(self.index)
        self._refresh_lists()
        self.catch_up_soon()

    def _refresh_lists(self) -> None:
        if self.pane is self.members:
            if self.card is not None and self.card.ref.batch:
                self.members.show(self.card, self.host.store.now())
            elif self.host.shows(self):
                self.go_to(self.page)
            else:
                self.at = self.page
        elif self.pane is self.rules:
            self.show_rules()

    # -- what is shown -----------------------------------------------------------------------

    @property
    def part(self) -> str:
        """What is shown, as `Situation.part` names it."""
        named = {self.members: "members", self.source: "source", self.rules: "rules"}
        return named.get(self.pane, "card" if self.card is not None else "nothing")

    def situation(self) -> Situation:
        """Return what the actions may ask about."""
        return Situation(
            self.view_id,
            rows=self.members.count if self.pane is self.members else int(self.card is not None),
            busy=self.host.acts.busy,
            part=self.part,
            offers=self._offers(),
        )

    def _offers(self) -> frozenset[str]:
        if self.pane is self.rules:
            record = self.rules.record
            muted = record is not None and record.muted_at is not None
            taught = self.taught.yes + self.taught.no
            return frozenset(({"unmute"} if muted else set()) | ({"relearn"} if taught else set()))
        return frozenset() if self.card is None else offers(self.card)

    def status(self) -> StatusWords:
        """Return what the cards are filtered by, when the last pass was, and how far one is."""
        running = self.host.review_pass
        return StatusWords(
            filter=described(self.wanted),
            count="" if running is not None else self.last_pass,
            busy=f"review pass: {running.progress} · esc stops it" if running is not None else "",
        )

    def hints(self) -> list[tuple[str, str]]:
        """Return the keys the card does not name itself."""
        told = super().hints()
        if self.pane is self.page:
            own = {self.host.keymap.key_for(action) for action in ("yes", "no", "later")}
            told = [(key, label) for key, label in told if key not in own]
        return told

    def show_head(self) -> None:
        """Say which card this is, of how many of each kind."""
        head = self.head
        if self._counted is None:
            self._counted = counts(self.refs)
        head.kinds, batches = self._counted
        head.kind = self.card.ref.kind if self.card is not None else None
        head.time = about(minutes(len(self.refs) - batches, batches)) if self.refs else ""
        head.share = None
        head.place = f"{self.index + 1:,} of {len(self.refs):,}" if self.refs else "Review"
        if self.sitting is not None:
            total = max(len(set(self.sitting.values())), 1)
            head.share = max(total - len(self.refs), 0) / total
            head.place = f"Five minutes   {min(total - len(self.refs) + 1, total):,} of {total:,}"
        if self.pane is self.rules:
            head.place, head.kinds, head.time, head.share = "Rules", {}, "", None
        elif self.pane is self.source:
            among = f" {self._looked_index + 1} of {len(self._looked_at)}" if len(self._looked_at) > 1 else ""
            head.place, head.kinds, head.share = f"Memory{among}", {}, None
            keys = [self.host.keymap.key_for(f"winner_{side}") for side in ("left", "right")]
            head.time = f"{' '.join(keys)} the other one" if among else ""
        elif self.pane is self.members and self.card is not None:
            head.place = f"{self.card.count:,} in this batch"
        head.refresh()

    def show_card(self, *, from_top: bool = True) -> None:
        """Lay out the card, or say why there is none."""
        self.show_head()
        page = self.page
        width, height = page.line_width, page.size.height
        if not page.display or not width:
            return
        page.empty = ()
        app = self.host
        store, key, at_work = app.store, app.keymap.key_for, app.review_pass is not None
        laid = Laid([])
        if self.card is not None and self.card.first is not None:
            laid = lay_out(self.card, self._shown(), width, height, page.look)
            lines = laid.lines
        elif self.elsewhere:
            lines = [[], *text_lines(self.elsewhere, width, page.look.warn, indent=4)]
        elif self.sitting is not None:
            lines = done_lines(store, self.said.values(), key, page.look, height // 4)
        else:
            lines, page.empty = [], nothing_words(store, self.wanted, key, at_work=at_work)
        self._read_to = 0
        page.show_lines(lines, from_top=from_top)
        self._read_to = laid.read_to
        self._note_read()
        self.below.display = self._scrolls
        app.tell(self)

    # -- what has to be read -------------------------------------------------------------------

    @property
    def to_read(self) -> tuple[int, str] | None:
        """The text of a single card that has to be read before a yes, with its proposal."""
        card = self.card
        if card is None or card.first is None or card.ref.batch:
            return None
        text = to_read(card.first, chosen(card.first, self._shown()), card.memories)
        return (card.first.id, text) if text else None

    @property
    def unread(self) -> bool:
        """Whether the end of what has to be read was not on the screen yet."""
        return self.to_read is not None and self.to_read not in self.read

    @property
    def _scrolls(self) -> bool:
        """Whether what has to be read is longer than the page."""
        return self.pane is self.page and self._read_to > self.page.size.height

    def _note_read(self) -> None:
        """Take note of what is on the screen of the text that has to be read."""
        bottom = self.page.scroll_offset.y + self.page.size.height
        wanted = self.to_read
        if wanted is None or not self._read_to or not self.page.display:
            return
        if bottom >= self._read_to:
            self.read.add(wanted)
        share = 1.0 if wanted in self.read else bottom / self._read_to
        self.below.show(share, self.host.keymap.key_for("yes"), "yes")

    def _shown(self) -> Shown:
        app, card = self.host, self.card
        keys = {action: app.keymap.key_for(action) for action in _KEYS}
        first = card.first if card is not None else None
        if_yes: list[str] = []
        if card is not None and first is not None and self.keep is not None:
            try:
                change = chosen(first, Shown(0.0, keep=self.keep))
                if_yes = queue.if_yes(change, card.memories)
            except Refused:
                self.keep = None
        return Shown(app.store.now(), keys, self.keep, if_yes, self.elsewhere, self.zoomed)

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
        elif self.card is not None:
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
        elif self.refs:
            self.show_at(0 if to == 0 else len(self.refs) - 1)

    def on_line_list_moved(self, event: LineList.Moved) -> None:
        """Nothing follows the cursor here."""
        event.stop()

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        """Open what was double-clicked."""
        event.stop()
        self.do_open()

    def do_next_pane(self) -> None:
        """There is one pane; the card before or after is a key of its own."""

    def do_previous_pane(self) -> None:
        """There is one pane."""

    def do_zoom(self) -> None:
        """Lay the card out to its end, to scroll in, or so that it fits again."""
        if self.pane is self.page and self.card is not None:
            self.zoomed = not self.zoomed
            self.show_card()

    def do_open(self) -> None:
        """Look at the members of a batch, or at the memory with its source."""
        if self.pane is self.source:
            self.do_back()
        elif self.pane is self.page and self.card is not None and self.card.ref.batch:
            self.members.show(self.card, self.host.store.now())
            self.members.move_to(0)
            self.go_to(self.members)
        elif self.pane is not self.rules:
            self.do_source()

    def do_source(self) -> None:
        """Show the memory with its source and its history."""
        card = self.card
        proposal = self.members.proposal if self.pane is self.members else card.first if card else None
        if card is None or proposal is None or self.pane in (self.rules, self.source):
            return
        found = [card.memories[t.id] for t in proposal.targets if t.id in card.memories]
        if not found:
            self._look_at_text(proposal)
            return
        if proposal.kind is Kind.SECRET:
            found = [without_secret(memory, proposal.evidence.marks.get(memory.id, ())) for memory in found]
        keep = winner(card, Shown(0.0, keep=self.keep)) if self.pane is self.page else None
        self._looked_at = found
        self._looked_index = next((at for at, memory in enumerate(found) if memory.id == keep), 0)
        self._came_from = self.pane
        self.look_at(0, hide=proposal.kind is Kind.SECRET)
        self.go_to(self.source)

    def _look_at_text(self, proposal: Proposal) -> None:
        """Show what a yes would add, where there is no memory yet."""
        text = ToRead(proposal.reason, proposal.change.new_text)
        self.app.push_screen(ReadFirst("There is no memory yet: a yes adds it", [text], ""))

    def look_at(self, by: int, *, hide: bool = False) -> None:
        """Show the memory of the card that stands so many places on."""
        store = self.host.store
        self._looked_index = (self._looked_index + by) % len(self._looked_at)
        memory = self._looked_at[self._looked_index]
        secret = hide or (self.card is not None and self.card.ref.kind is Kind.SECRET)
        changes = [] if secret else journal.history_of(store, memory.id, limit=40)
        self.source.show(memory, changes, store.now(), store.decay)
        self.show_head()

    def do_rules(self) -> None:
        """Show the rules, or go back to the cards."""
        if self.pane is self.rules:
            self.go_to(self.page)
            return
        self.show_rules()
        self.go_to(self.rules)

    def show_rules(self) -> None:
        """Read how the rules fare, and what the last pass did."""
        store = self.host.store
        told = [
            r for r in queue.records(store) if r.accepted or r.rejected or r.open or r.muted_at is not None
        ]
        self.taught = queue.taught(store)
        self.rules.show(told, store.now())
        self.call_after_refresh(self._show_about)

    def _show_about(self) -> None:
        page, store = self.about_rules, self.host.store
        if page.display and self.line_room:
            key = self.host.keymap.key_for("relearn")
            said = [run_words(runs.latest(store, "review"), store.now()), *queue.taught_words(self.taught)]
            said += [f"{key} forgets that; the verdicts stay."] if len(said) > 1 else []
            look = page.look.dim
            page.show_lines(
                [line for each in said for line in text_lines(each, self.line_room, look, indent=3)]
            )
            page.styles.height = max(page.count, 1)

    @property
    def line_room(self) -> int:
        """How many cells a line of this view has."""
        return max(self.size.width - 2, 0)

    # -- which cards -------------------------------------------------------------------------

    def want(self, wanted: Wanted) -> None:
        """Show only the cards that match."""
        if wanted != self.wanted:
            self.wanted = wanted
            self.card = None
            self.index = 0
            self.reload()

    def do_filter_cards(self) -> None:
        """Ask which cards to show."""
        from memtui.tui.review.prompts import CardFilterPrompt

        self.go_to(self.page)
        self.host.prompt(CardFilterPrompt(self))

    def do_next_kind(self) -> None:
        """Show the next kind only, and after the last one all of them."""
        here = next(iter(self.wanted.kinds)) if len(self.wanted.kinds) == 1 else None
        every = list(proposals.counts(self.host.store, Wanted(scope=self.wanted.scope)))
        after = every[every.index(here) + 1 :] if here in every else every
        self.go_to(self.page)
        self.want(replace(self.wanted, kinds=frozenset(after[:1])))

    def do_five_minutes(self) -> None:
        """Show what gains most in five minutes, or all cards again."""
        self.go_to(self.page)
        if self.sitting is not None:
            self._all_cards()
            return
        refs = queue.cards(self.host.store, self.wanted, five_minutes=True)
        if not refs:
            self.host.say("There is nothing to review")
            return
        self.sitting = {i: at for at, ref in enumerate(refs) for i in ref.ids}
        self.said = {}
        self.card, self.index = None, 0
        self.reload()

    def _all_cards(self) -> None:
        self.sitting = None
        self.card, self.index = None, 0
        self.reload()

    def do_back(self) -> None:
        """Go one step back: from what is looked at, out of the pass, the filter, the five minutes."""
        app = self.host
        if self.pane is self.source:
            self.go_to(self._came_from or self.page)
        elif self.pane is not self.page:
            self.go_to(self.page)
        elif self.zoomed:
            self.do_zoom()
        elif app.review_pass is not None:
            app.stop_pass()
        elif self.wanted != Wanted():
            self.want(Wanted())
        elif self.sitting is not None:
            self._all_cards()

    @property
    def chosen_scope(self) -> str:
        """The scope that the cards are filtered by."""
        return self.wanted.scope or ROOT
