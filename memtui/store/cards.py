"""Counts cards: one decision each, a proposal or a batch of many, as the queue lays them out.

Whoever says how many cards there are counts them here, or by the queue that is laid out by the same rule
(`KindRecord.is_batch`), so that the header, the queue, the toasts and the command line say the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memtui.domain.card_kinds import Kind, kind_named
from memtui.store.database import Store
from memtui.store.memories import ids_json
from memtui.store.proposals import Wanted, where_sql


@dataclass(frozen=True, slots=True)
class Cards:
    """How many cards there are."""

    by_kind: Mapping[Kind, int]
    """In the order of `Kind`, without those that there are none of."""
    batches: int
    """How many of them are of many proposals."""

    @property
    def count(self) -> int:
        """How many there are in all."""
        return sum(self.by_kind.values())


def count_cards(store: Store, wanted: Wanted | None = None, *, holding: Sequence[int] | None = None) -> Cards:
    """Return how many cards there are of what is asked for: of open ones, where nothing is.

    With `holding` only cards that hold one of these proposals. Reads an index, grouped: microseconds a card.
    """
    where, params = where_sql(wanted or Wanted())
    mine, ids = "count(*)", list[object]()
    if holding is not None:
        mine, ids = "sum(id IN (SELECT value FROM json_each(?)))", [ids_json(holding)]
    by_kind: dict[Kind, int] = {}
    batches = 0
    for name, batch, count, asked in store.query(
        f"SELECT kind, batch, count(*), {mine} FROM proposals WHERE {where} GROUP BY kind, batch",
        (*ids, *params),
    ):
        kind = kind_named(name)
        together = bool(asked) and kind.record.is_batch(batch, count)
        by_kind[kind] = by_kind.get(kind, 0) + (1 if together else asked)
        batches += together
    return Cards({kind: by_kind[kind] for kind in Kind if by_kind.get(kind)}, batches)
