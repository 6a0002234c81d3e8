"""What was decided in this sitting: the verdict of each proposal, and the cards that are ticked for it.

An undo takes verdicts back and a redo gives them again, from here, from History or from another program. So
what was taken back is kept, and looked up in the store whenever the queue is read anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from memtui.domain.card_kinds import Kind
from memtui.domain.proposal_status import Status
from memtui.review.queue import CardRef
from memtui.store import proposals
from memtui.store.database import Store
from memtui.tui.review.sections import Decided

_WORDS = {Status.ACCEPTED: "yes", Status.REJECTED: "no", Status.LATER: "later"}


class DecidedHere:
    """The verdicts of a sitting, and its decided cards."""

    def __init__(self) -> None:
        """Begin with none."""
        self._verdicts: dict[int, str] = {}
        self._cards: list[Decided] = []
        self._earlier: list[Decided] = []
        """Those that stood in a list before this one."""
        self._undone: set[int] = set()
        """The proposals whose verdicts were taken back."""
        self._undone_cards: list[CardRef] = []
        """The cards whose ticks were taken back."""
        self.came_back: Collection[int] = ()
        """The proposals whose verdicts the last reading of the queue took back."""

    @property
    def verdicts(self) -> Mapping[int, str]:
        """What was decided: yes, no or later, by proposal."""
        return self._verdicts

    @property
    def all(self) -> Sequence[Decided]:
        """All cards that were decided, listed still or not."""
        return [*self._earlier, *self._cards]

    @property
    def cards(self) -> dict[Kind, list[Decided]]:
        """The ticked cards of each kind that has any."""
        kinds: dict[Kind, list[Decided]] = {}
        for card in self._cards:
            kinds.setdefault(card.ref.kind, []).append(card)
        return kinds

    def note(self, decided: Collection[int], word: str) -> None:
        """Remember a verdict on proposals."""
        self._verdicts |= dict.fromkeys(decided, word)
        self._undone.difference_update(decided)
        anew = set(decided)
        self._undone_cards = [ref for ref in self._undone_cards if anew.isdisjoint(ref.ids)]

    def tick(self, ref: CardRef) -> None:
        """Tick a card, if it was decided here."""
        word = self._verdicts.get(ref.ids[0])
        if word is not None:
            self._cards.append(Decided(ref, word))

    def forget_ticks(self) -> None:
        """Begin a new list of cards; those of this one count on."""
        self._earlier += self._cards
        self._cards = []

    def catch_up(self, store: Store, waiting: Iterable[CardRef]) -> None:
        """Take back the verdicts of what waits again, and count those again that were redone."""
        self.came_back = ()
        if self._verdicts or self._undone:
            wait = {i for ref in waiting for i in ref.ids}
            self._take_back(wait)
            self._count_again(store, self._undone - wait)

    def _take_back(self, wait: Collection[int]) -> None:
        again = self._verdicts.keys() & wait
        for proposal_id in again:
            del self._verdicts[proposal_id]
        self.came_back = again
        self._undone |= again
        self._undone_cards += [card.ref for card in self.all if not again.isdisjoint(card.ref.ids)]
        self._cards, self._earlier = (
            [card for card in cards if again.isdisjoint(card.ref.ids)]
            for cards in (self._cards, self._earlier)
        )

    def _count_again(self, store: Store, gone: Collection[int]) -> None:
        for proposal in proposals.get_many(store, sorted(gone)):
            if proposal.status in _WORDS:
                self._verdicts[proposal.id] = _WORDS[proposal.status]
                self._undone.discard(proposal.id)
        for ref in [ref for ref in self._undone_cards if self._verdicts.keys() >= set(ref.ids)]:
            self._undone_cards.remove(ref)
            self.tick(ref)
