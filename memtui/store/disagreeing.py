"""Which memories disagree, as cards say that wait for a person's word."""

import json
from collections.abc import Collection, Sequence
from itertools import combinations, groupby
from operator import itemgetter
from typing import NamedTuple

from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.proposal_status import Status
from memtui.store.database import Store
from memtui.store.memories import AMONG, ids_json
from memtui.store.unsettled import REWORDED

DISAGREE = f"'{Kind.CONFLICT}', '{Kind.JUDGE}'"
"""The kinds of cards that say so, besides the one about a line of a file that was reworded."""
UNDECIDED = f"'{Status.OPEN}', '{Status.LATER}'"
"""A card of a muted rule is none of these: the person has said often that such a card is wrong."""


class Pair(NamedTuple):
    """Two live memories that disagree."""

    one: int
    other: int
    ordered: bool
    """Whether `one` is known to be the newer; else only the person can say which is right."""


class OpenPairs:
    """The pairs of memories that cards ask about; what was looked up once is not looked up again."""

    def __init__(self, store: Store) -> None:
        """Begin with nothing looked up."""
        self._store = store
        self._pairs: dict[int, list[Pair]] = {}
        """By the card that asks about them."""
        self._cards: dict[int, set[int]] = {}
        """The cards about each memory that was looked up."""

    def of(self, ids: Collection[int]) -> list[Pair]:
        """Return the pairs of the cards about these memories, where both of a pair still say the same.

        What a card says of a memory whose text has changed since may be over, so such a memory is in none.
        """
        self._look_up([i for i in ids if i not in self._cards])
        cards = {card for i in ids for card in self._cards[i]}
        return [pair for card in sorted(cards) for pair in self._pairs[card]]

    def newer_halves(self, ids: Collection[int]) -> list[tuple[int, int]]:
        """Return (newer, older) for each of these memories that a newer one disagrees with."""
        return [(pair.one, pair.other) for pair in self.of(ids) if pair.ordered and pair.other in ids]

    def _look_up(self, ids: Sequence[int]) -> None:
        if not ids:
            return
        self._cards |= {i: set() for i in ids}
        # CROSS and LEFT JOIN: from the few memories to their cards and back, and not from all that are live.
        rows = self._store.query(
            "SELECT p.id, p.kind, p.change, t.memory_id, m.id IS NOT NULL FROM proposals p "
            "CROSS JOIN proposal_targets t ON t.proposal_id = p.id LEFT JOIN memories m "
            "ON m.id = t.memory_id AND m.norm_hash = t.fingerprint AND m.state = 'live' "
            f"WHERE p.id IN (SELECT proposal_id FROM proposal_targets WHERE memory_id {AMONG}) "
            f"AND p.status IN ({UNDECIDED}) AND (p.kind IN ({DISAGREE}) OR p.rule = ?) "
            "ORDER BY p.id, t.position",
            (ids_json(ids), REWORDED),
        )
        for (card, kind, fields), targets in groupby(rows, key=itemgetter(0, 1, 2)):
            change = Change.from_json(json.loads(fields))
            if kind != Kind.JUDGE or _keeps_one(change):
                about = {memory_id: is_same for _, _, _, memory_id, is_same in targets}
                self._pairs[card] = _pairs(change, [i for i, is_same in about.items() if is_same])
                for memory_id in self._cards.keys() & about:
                    self._cards[memory_id].add(card)


def _keeps_one(change: Change) -> bool:
    """Say whether a model asks which of several memories stays."""
    return change.deed is Deed.KEEP and bool(change.gone)


def _pairs(change: Change, members: Sequence[int]) -> list[Pair]:
    newest = _newest(change, members)
    if newest is None:
        return [Pair(one, other, ordered=False) for one, other in combinations(members, 2)]
    return [
        Pair(newest, member, ordered=True) for member in members if member != newest and newest in members
    ]


def _newest(change: Change, members: Sequence[int]) -> int | None:
    """Return which memory a card takes for the newest: it stays, says what the one in a file is to say, or
    unsettles what was kept as true for good.
    """
    if change.keep is None:
        return None
    if change.deed is Deed.RETYPE or (change.text and change.gone):
        return next((member for member in members if member != change.keep), None)
    return change.keep
