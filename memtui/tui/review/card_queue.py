"""The cards that wait for a decision, in order, and the one that is looked at.

The Review view holds a `CardQueue`. It reads the queue from the store and takes decided cards out of it as
they are decided, so that the next card is there before the queue is read again. It draws nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable
from dataclasses import replace
from enum import Enum, auto
from functools import cached_property

from memtui.domain.card_kinds import Kind
from memtui.domain.counting import listed, plural
from memtui.domain.deed_record import Sentence
from memtui.domain.proposal import minutes
from memtui.lifecycle.errors import Refused
from memtui.review import queue
from memtui.review.new_text import to_read
from memtui.review.queue import Card, CardRef
from memtui.store import proposals
from memtui.store.database import Store
from memtui.store.overview import Overview
from memtui.store.proposals import Wanted
from memtui.tui.review.card_parts import CardState, chosen, winner
from memtui.tui.review.decided_here import DecidedHere
from memtui.tui.review.no_card import Counts, counts, held_together, who_decided
from memtui.tui.review.queue_reader import AT_ONCE, QueueReader, Read, State, first_cards
from memtui.tui.review.sections import Decided, Order, Sections
from memtui.tui.view import PaneView

_NAMED = 3
"""Other cards about the same memory that are named."""


class Reloaded(Enum):
    """What became of the shown card when the queue was read again."""

    OPEN = auto()
    DECIDED = auto()
    """It was decided elsewhere, and stays until the person goes on."""
    GONE = auto()
    """Another one is looked at now."""


class CardQueue:
    """The waiting cards, the one that is shown, and the choice made on it."""

    def __init__(self, view: PaneView) -> None:
        """Read the queue of the store that `view` is about."""
        self._view = view
        self.wanted = Wanted()
        """Which cards are asked for."""
        self.refs: list[CardRef] = []
        """The cards that wait, in order."""
        self.index = 0
        self.card: Card | None = None
        """The card that is looked at."""
        self.keep: int | None = None
        """The memory that was chosen to stay, when it is not the proposed one."""
        self.decided_elsewhere = ""
        """Who decided the card that is looked at meanwhile, as a sentence."""
        self.decided = DecidedHere()
        self.before: Overview | None = None
        """The figures of the store before the first of these verdicts, if known."""
        self._sitting: dict[int, int] | None = None
        """In the five-minute mode, its proposals, each with the place of its card."""
        self._order = Order()
        self._pass_at_work = False
        """Whether a review pass was at work when the queue was read last."""
        self._counted: Counts | None = None
        """How many there are of each kind; None when that has changed."""
        self._sections: Sections | None = None
        self._as_read: Read | None = None
        """The cards as they were read last."""
        self.changes = 0
        """Grows whenever cards come or go."""

    @property
    def _store(self) -> Store:
        return self._view.host.store

    @cached_property
    def reader(self) -> QueueReader:
        """What reads very many cards."""
        return QueueReader(self._view, self._store)

    # -- which card --------------------------------------------------------------------------

    def reload(self, *, stay: bool, together: bool, whole: bool = False) -> Reloaded:
        """Read the queue anew; what is many in a thread, if it need not be the `whole` at once.

        With `stay`, the card that is looked at stays, even when it was decided elsewhere. With `together`,
        what is left of its batch is one card, however few there are.
        """
        ref = self.card.ref if self.card is not None else None
        self.refs = self._read(ref if together and ref is not None and ref.batch else None, whole=whole)
        self._changed()
        self.decided.catch_up(self._store, self.refs)
        place = self._place_of(ref)
        if place is None and stay and ref is not None:
            at = min(self.index, len(self.refs))
            self.refs = self._order.arrange([*self.refs[:at], ref, *self.refs[at:]])
            self.index = self.refs.index(ref)
            self.decided_elsewhere = self.decided_elsewhere or who_decided(self._store, ref.ids[0])
            return Reloaded.DECIDED
        if place is None:
            self.look_at(self.index)
            return Reloaded.GONE
        self.look_at(place, keep=self.keep)
        return Reloaded.OPEN

    def _read(self, batch: CardRef | None, *, whole: bool) -> list[CardRef]:
        places = self._sitting
        refs = self._cards(whole=whole or batch is not None or places is not None)
        if batch is not None:
            refs = held_together(refs, batch)
        if places is None:
            self._order_anew_in_a_pass(refs)
            return self._order.arrange(refs)
        mine = [ref for ref in refs if not places.keys().isdisjoint(ref.ids)]
        return self._order.arrange(
            sorted(mine, key=lambda ref: min(places[i] for i in ref.ids if i in places))
        )

    def _order_anew_in_a_pass(self, refs: Iterable[CardRef]) -> None:
        """Give cards that a pass brings their places among the others, at its end for the last time.

        It brings them rule by rule, so that what is urgent may come behind the rest. A decided card keeps its
        tick, and who looks at a card goes on looking at it.
        """
        at_work = self._view.host.review_pass is not None
        if at_work or self._pass_at_work:
            ticked = [card.ref for cards in self.decided.cards.values() for card in cards]
            self._order = Order()
            self._order.arrange(queue.in_order([*refs, *ticked]))
        self._pass_at_work = at_work

    def _cards(self, *, whole: bool) -> list[CardRef]:
        """Return the cards that are asked for, kind by kind; read anew only when something has changed.

        Of very many it is what is known of them so far, or the first, unless the `whole` is asked for.
        """
        state, known = State.of(self._store, self.wanted), self._as_read
        if known is not None and known.state == state:
            return list(known.refs)
        if whole or state.open <= AT_ONCE:
            self._as_read = Read.from_store(self._store, state)
            return list(self._as_read.refs)
        self.reader.ask(state)
        if known is not None and known.state.wanted == self.wanted:
            return self.refs
        return first_cards(self._store, self.wanted)

    def take(self, read: Read) -> None:
        """Take over the cards that a thread has read."""
        if self._as_read is None:
            self._order = Order()  # the few that were known first stood in no order
        self._as_read, self.refs = read, self._order.arrange(read.refs)

    def _place_of(self, ref: CardRef | None) -> int | None:
        if ref is None:
            return None
        mine = set(ref.ids)
        return next((at for at, other in enumerate(self.refs) if not mine.isdisjoint(other.ids)), None)

    def look_at(self, index: int, *, keep: int | None = None) -> None:
        """Look at the card at a place, or at the nearest there is."""
        self.index = max(min(index, len(self.refs) - 1), 0)
        self.decided_elsewhere, self.keep = "", keep
        self.card = queue.card(self._store, self.refs[self.index]) if self.refs else None
        if self.card is not None and self.card.first is None:
            self.decided_elsewhere = who_decided(self._store, self.card.ref.ids[0])

    def leave_decided(self) -> None:
        """Take the card that was decided elsewhere out of the queue."""
        del self.refs[self.index]
        self._changed()

    def remove(self, decided: Iterable[int]) -> None:
        """Take decided proposals out of the queue that is held in memory, without reading the store."""
        gone = set(decided)
        if self.refs and gone.issuperset(self.refs[self.index].ids):
            gone.difference_update(self.refs[self.index].ids)
            self._take_out(self.index, gone=self.refs[self.index].ids)
        for at in reversed(range(len(self.refs))) if gone else ():
            if not gone.isdisjoint(self.refs[at].ids):
                self._take_out(at, gone=gone)
        self._sections = None
        self.changes += 1

    def _take_out(self, at: int, *, gone: Collection[int]) -> None:
        """Take proposals out of one card; with its last one the card goes, ticked where it was decided."""
        ref = self.refs[at]
        left = tuple(i for i in ref.ids if i not in gone)
        if not left:
            self._counts().less(ref)
        self.refs[at : at + 1] = [ref._replace(ids=left)] if left else []
        if not left:
            self.decided.tick(ref)

    def _changed(self) -> None:
        self._counted = self._sections = None
        self.changes += 1

    def forget_card(self) -> None:
        """Begin with the first card when the queue is read next."""
        self.card, self.index = None, 0
        self.decided.forget_ticks()
        self._order = Order()

    def begin_order(self) -> None:
        """Take the order of what is read next, unless decided cards keep their places in this one."""
        if not self.decided.cards:
            self._order = Order()

    # -- five minutes ------------------------------------------------------------------------

    @property
    def sitting(self) -> bool:
        """Whether only what gains most in five minutes is asked for."""
        return self._sitting is not None

    def begin_sitting(self) -> bool:
        """Ask only for what gains most in five minutes; say whether there is anything."""
        refs = queue.cards(self._store, self.wanted, five_minutes=True)
        if refs:
            self._sitting = {i: at for at, ref in enumerate(refs) for i in ref.ids}
            self._begin_anew()
        return bool(refs)

    def end_sitting(self) -> None:
        """Ask for all cards again; what is decided of them is no part of the five minutes."""
        if self.sitting:
            self._sitting = None
            self._begin_anew()
        else:
            self.forget_card()

    def _begin_anew(self) -> None:
        self.decided, self.before = DecidedHere(), None
        self.forget_card()

    @property
    def sitting_size(self) -> int:
        """How many cards the five minutes began with, at least 1."""
        return max(len(set((self._sitting or {}).values())), 1)

    @property
    def gone_with_others(self) -> int:
        """How many cards of the five minutes needed no verdict of their own, as another settled them."""
        return max(self.sitting_size - self.waiting - len(self.decided.all), 0) if self.sitting else 0

    # -- figures -----------------------------------------------------------------------------

    @property
    def waiting(self) -> int:
        """How many cards wait: not the one that stays on the screen though it was decided elsewhere."""
        return len(self.refs) - bool(self.decided_elsewhere)

    @property
    def kinds(self) -> dict[Kind, int]:
        """How many cards wait of each kind, in the order of `Kind`."""
        cards = dict(self._counts().cards)
        if self.decided_elsewhere and self.card is not None:
            cards[self.card.ref.kind] -= 1
        return {kind: cards[kind] for kind in Kind if cards.get(kind)}

    @property
    def minutes(self) -> float:
        """About how long the cards take."""
        batches = self._counts().batches
        return minutes(len(self.refs) - batches, batches)

    @property
    def sections(self) -> Sections:
        """The queue as lines, by kind."""
        if self._sections is None:
            waiting = {kind: count for kind, count in self._counts().cards.items() if count}
            ticked = self.decided.cards
            kinds = self._order.kinds((*waiting, *ticked))
            decided = {kind: self._placed(cards) for kind, cards in ticked.items()}
            self._sections = Sections(kinds, waiting, self.kinds, decided)
        return self._sections

    def _placed(self, decided: Iterable[Decided]) -> list[Decided]:
        """Return decided cards of one kind in order, each with the number of waiting ones above it."""
        in_order = sorted(decided, key=lambda card: self._order.rank(card.ref))
        return [replace(card, above=self._above(card.ref)) for card in in_order]

    def _above(self, ref: CardRef) -> int:
        kind, place = self._order.rank(ref)
        first, at = (bisect_left(self.refs, (kind, to), key=self._order.rank) for to in (-1, place))
        return at - first

    def _counts(self) -> Counts:
        if self._counted is None:
            self._counted = counts(self.refs)
        return self._counted

    # -- what was chosen ---------------------------------------------------------------------

    @property
    def _choice(self) -> CardState:
        """The card with the memory that was chosen to stay; nothing here asks for the time."""
        return CardState(0.0, keep=self.keep)

    @property
    def winner(self) -> int | None:
        """The memory that would stay."""
        return None if self.card is None else winner(self.card, self._choice)

    @property
    def to_read(self) -> tuple[int, str] | None:
        """The text of a single card that has to be read before a yes, with its proposal."""
        card = self.card
        if card is None or card.first is None or card.ref.batch:
            return None
        text = to_read(card.first, chosen(card.first, self._choice), card.memories)
        return (card.first.id, text) if text else None

    @property
    def also_on(self) -> str:
        """Return on which other cards the memories of a single card are, as a sentence; empty for none."""
        card = self.card
        if card is None or card.first is None or card.ref.batch:
            return ""
        mine = set(card.ref.ids)
        waiting = proposals.waiting_about(self._store, [target.id for target in card.first.targets])
        others = {i for each in waiting.values() for i in each} - mine
        places = [at for at, ref in enumerate(self.refs) if not others.isdisjoint(ref.ids)] if others else []
        names = [f"card {at + 1:,} ({self.refs[at].kind})" for at in places[:_NAMED]]
        unlisted = others.difference(*(ref.ids for ref in self.refs))
        more = max(len(places) - _NAMED, 0) + len(unlisted)
        names += [f"{more:,} more" if names else f"{plural(more, 'card')} not listed here"] if more else []
        return f"Also on {listed(names)}" if names else ""

    def if_yes(self) -> list[Sentence]:
        """Return what a yes would do with the memory that was chosen; nothing where none was."""
        card = self.card
        if card is None or card.first is None or self.keep is None:
            return []
        try:
            change = chosen(card.first, self._choice)
            return queue.if_yes_to(self._store, [card.first.id], change, card.memories)
        except Refused:
            self.keep = None
            return []
