"""Which memories disagree, as cards say that wait for a person's word."""

import json
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.proposal_status import Status
from memtui.store.database import Store
from memtui.store.memories import AMONG, ids_json

_KINDS = f"'{Kind.CONFLICT}', '{Kind.JUDGE}'"
_UNDECIDED = f"'{Status.OPEN}', '{Status.LATER}'"
"""A card of a muted rule is none of these: the person has said often that such a card is wrong."""


class Pair(NamedTuple):
    """Two live memories that disagree."""

    one: int
    other: int
    ordered: bool
    """Whether `one` is known to be the newer; else only the person can say which is right."""


def open_pairs(store: Store, ids: Sequence[int]) -> list[Pair]:
    """Return the pairs with one of these memories in them that a card asks about, both still saying the same.

    What a card says of a memory whose text has changed since may be over, so such a memory is in none.
    """
    # CROSS JOIN: from the few memories to their cards and back, and not from all that are live.
    cards: dict[int, tuple[Change, list[int]]] = {}
    for card, kind, change, memory_id in store.query(
        "SELECT p.id, p.kind, p.change, m.id FROM proposals p "
        "CROSS JOIN proposal_targets t ON t.proposal_id = p.id "
        "CROSS JOIN memories m ON m.id = t.memory_id AND m.norm_hash = t.fingerprint AND m.state = 'live' "
        f"WHERE p.id IN (SELECT proposal_id FROM proposal_targets WHERE memory_id {AMONG}) "
        f"AND p.status IN ({_UNDECIDED}) AND p.kind IN ({_KINDS}) ORDER BY p.id, t.position",
        (ids_json(ids),),
    ):
        if card not in cards:
            found = Change.from_json(json.loads(change))
            if kind != Kind.CONFLICT and not (found.deed is Deed.KEEP and found.gone):
                continue
            cards[card] = found, []
        cards[card][1].append(memory_id)
    return [pair for change, members in cards.values() for pair in _pairs(change, members)]


def newer_halves(store: Store, ids: Sequence[int]) -> list[tuple[int, int]]:
    """Return (newer, older) for each of these memories that a newer one disagrees with."""
    among = set(ids)
    return [(pair.one, pair.other) for pair in open_pairs(store, ids) if pair.ordered and pair.other in among]


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
