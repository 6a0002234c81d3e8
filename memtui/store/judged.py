"""Records which versions of memories a model has read, and its word on the cards of the rules.

A changed memory is read again. A card that a model withdrew is not made again for the same texts, and one
that it confirmed is not shown to it again; both are known by the identity of the suggestion.
"""

import json
from collections.abc import Iterable, Sequence

from memtui.domain.card_kinds import Kind
from memtui.domain.proposal import REVIEW
from memtui.domain.proposal_status import WAITING
from memtui.store.database import Store, Transaction
from memtui.store.memories import AMONG, ids_json

_UNREAD = (
    "FROM memories m LEFT JOIN judged_memories j ON j.memory_id = m.id "
    "WHERE m.state = 'live' AND (j.version IS NULL OR j.version != m.version)"
)
_BY_A_PERSON = 2
"""Withdrawn since a person said no on another machine; 1: a model did here."""
_WAITING = ", ".join(f"'{status}'" for status in WAITING)


def unread(store: Store, scopes: Sequence[str] | None = None) -> list[int]:
    """Return the live memories that no model has read as they are now; only those of `scopes` if given."""
    if scopes is None:
        rows = store.query(f"SELECT m.id {_UNREAD} ORDER BY m.scope, m.id")
    else:
        rows = store.query(
            f"SELECT m.id {_UNREAD} AND m.scope {AMONG} ORDER BY m.scope, m.id", (json.dumps(list(scopes)),)
        )
    return [row[0] for row in rows]


def count_unread(store: Store, longest: int) -> tuple[int, int]:
    """Return how many memories are unread, and their characters, of each `longest` at most."""
    rows = store.query(f"SELECT count(*), coalesce(sum(min(length(m.text), ?)), 0) {_UNREAD}", (longest,))
    return int(rows[0][0]), int(rows[0][1])


def note_read(tx: Transaction, read: Iterable[tuple[int, int]]) -> None:
    """Record that memories were read: (memory id, version)."""
    tx.execute_many("INSERT OR REPLACE INTO judged_memories (memory_id, version) VALUES (?, ?)", read)


def forget_read(tx: Transaction) -> None:
    """Have everything read again."""
    tx.execute("DELETE FROM judged_memories")
    tx.execute("DELETE FROM judged_cards")


def unjudged(store: Store, kinds: Iterable[Kind]) -> list[int]:
    """Return the undecided proposals of the rules, of these kinds, that were not put before a model yet."""
    wanted = sorted(kind.value for kind in kinds)
    rows = store.query(
        f"SELECT id FROM proposals WHERE status IN ({_WAITING}) AND origin = ? "
        f"AND kind IN ({', '.join('?' * len(wanted))}) "
        "AND identity NOT IN (SELECT identity FROM judged_cards) ORDER BY worth DESC, id",
        (REVIEW, *wanted),
    )
    return [row[0] for row in rows]


def note_cards(tx: Transaction, proposal_ids: Sequence[int], *, withdrawn: bool) -> None:
    """Record that a model withdrew, or confirmed, what these proposals suggest."""
    tx.execute(
        "INSERT OR REPLACE INTO judged_cards (identity, withdrawn, at) "
        f"SELECT identity, ?, ? FROM proposals WHERE id {AMONG}",
        (int(withdrawn), tx.now, ids_json(proposal_ids)),
    )


def refuse(tx: Transaction, identities: Sequence[int]) -> None:
    """Record that a person said no to suggestions on another machine: they are not made here either."""
    tx.execute_many(
        "INSERT OR REPLACE INTO judged_cards (identity, withdrawn, at) VALUES (?, ?, ?)",
        [(identity, _BY_A_PERSON, tx.now) for identity in identities],
    )
    tx.execute_many(
        "UPDATE proposals SET status = 'rejected', decided_at = ? "
        f"WHERE identity = ? AND status IN ({_WAITING})",
        [(tx.now, identity) for identity in identities],
    )


def refused(queried: Store | Transaction) -> list[int]:
    """Return the identities of all suggestions to which a person said no, here or on another machine."""
    rows = queried.query(
        "SELECT identity FROM proposals WHERE status = 'rejected' "
        "UNION SELECT identity FROM judged_cards WHERE withdrawn = ? ORDER BY 1",
        (_BY_A_PERSON,),
    )
    return [row[0] for row in rows]


def withdrawn(tx: Transaction, identity: int) -> bool:
    """Say whether a model withdrew this suggestion."""
    return bool(tx.query("SELECT 1 FROM judged_cards WHERE identity = ? AND withdrawn", (identity,)))
