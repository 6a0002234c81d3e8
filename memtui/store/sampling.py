"""Fair samples of a store: the same memories each time, whatever their order, scope or age.

A memory is in a sample when a hash of its id is small enough. For what may say "about" and must answer at
any size, such as `review.what_if`.
"""

from collections.abc import Iterator
from itertools import groupby

from memtui.domain.course import Use
from memtui.domain.memory import State
from memtui.domain.scope import ROOT
from memtui.store import scopes
from memtui.store.database import Store

_SPAN = 1 << 32
"""How many values the multiplicative hash of an id can have."""
_HASHED = f"(({{}} * 2654435761) % {_SPAN})"
"""Knuth's multiplicative hash: ids that follow each other lie far apart."""


def live_ids(store: Store, most: int) -> tuple[list[int], int]:
    """Return the ids of about `most` live memories, or of all where there are no more; and how many live.

    A scan of an index: a tenth of a second in a million.
    """
    count = scopes.count(store, ROOT, State.LIVE)
    rows = store.query(
        f"SELECT id FROM memories WHERE state = 'live' AND {_HASHED.format('id')} < ? ORDER BY +id",
        (_limit(count, most),),
    )
    return [row[0] for row in rows], count


def used(store: Store, most: int) -> tuple[Iterator[tuple[int, list[Use]]], float]:
    """Return memories with all their recorded uses in order of time, about `most` uses; and which share.

    All uses of a memory are in the sample, or none.
    """
    (count,) = store.query("SELECT count(*) FROM accesses")[0]
    rows = store.query(
        f"SELECT memory_id, at, session FROM accesses WHERE {_HASHED.format('memory_id')} < ? "
        "ORDER BY memory_id, at",
        (_limit(count, most),),
    )
    chains = (
        (memory_id, [Use(at, session) for _, at, session in uses])
        for memory_id, uses in groupby(rows, lambda row: int(row[0]))
    )
    return chains, min(most / count, 1.0) if count else 1.0


def _limit(count: int, most: int) -> int:
    return _SPAN if count <= most else _SPAN * most // count
