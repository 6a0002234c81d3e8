"""Records what this store shares with others: the memories, and the acts that set their fields.

Only `memtui.sync` asks. Everything is read inside the write that changes it, so that nothing can come
between reading and writing.
"""

import dataclasses
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple, Self

from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.memory import Draft
from memtui.domain.scope import ROOT, subtree_bounds
from memtui.store import elsewhere, id_sets
from memtui.store.database import Store, Transaction
from memtui.store.memories import AMONG, ids_json

OWN = ""
"""The place where a person's own machines meet. Any other is named by the scope that is shared there."""
_KEY = "sync"


@dataclass(slots=True)
class Replica:
    """What a device knows of its own part."""

    device: str
    name: str
    """Of the machine, for people."""
    where: str
    clock: str = ""
    """The latest stamp that it made or saw."""
    op: int = 0
    """The journal up to there has been told."""
    memory: int = 0
    """Memories up to this id have been looked at."""
    scopes: str = ""
    """Which scopes went there when they were looked at."""
    used_at: float = 0.0
    """Uses until then have been told."""
    buried_at: float = 0.0
    """Tombstones until then have been told."""
    head: str = ""
    """The hash of what was last written as our head; another one there was not written by this store."""
    sent: int = 0
    """As many segments of our own the carrier was given."""
    trouble: str = ""
    """Why the last exchange failed; empty when it did not."""
    reads_only: bool = False
    """Whether it may not write where the stores meet: it takes in what others did and tells nothing."""
    erased: tuple[str, ...] = ()
    """Stamps of the purges that were carried out here."""
    sealed: str = ""
    """For whom its segments are sealed, as a mark; empty where they are not."""
    place: str = OWN
    """Which of its places this is about."""
    person: str = ""
    """What the others of a team know the person by."""
    head_before: str = ""
    """The hash of the head that lay there when `head` was written: one of the two is there now."""
    gone: int = 0
    """Our own segments up to this number have gone: a snapshot says what they said."""
    covers: dict[str, int] = dataclasses.field(default_factory=dict)
    """Up to which segment of each device our own snapshot tells what was done; empty without one."""
    half_taken: dict[str, int] = dataclasses.field(default_factory=dict)
    """What a snapshot covers of which not all is taken in yet."""
    seen_told: dict[str, int] = dataclasses.field(default_factory=dict)
    """How far it had taken what others did when it last told something."""
    come: tuple[str, ...] = (ROOT,)
    """Scopes of which the memories of others come here."""

    @property
    def is_partial(self) -> bool:
        """Whether it passes over some of what others have: it cannot tell newcomers of all."""
        return ROOT not in self.come


class Shared(NamedTuple):
    """A memory that other stores know, in the order of the table's columns."""

    memory_id: int
    uid: str
    stamp: str
    accesses: int
    sessions: int
    place: str = OWN
    teller: str = ""
    """The device that told it first; empty for this one."""

    @classmethod
    def of(cls, memory_id: int, draft: Draft, stamp: str, place: str, teller: str = "") -> Self:
        """Return a memory as others know it, by the draft that tells them of it."""
        uses = draft.access_count, draft.session_count
        return cls(memory_id, str(draft.uid), stamp, *uses, place, teller)


def replica(queried: Store | Transaction, place: str = OWN) -> Replica | None:
    """Return this store's own part at a place; None when it exchanges nothing there."""
    rows = queried.query("SELECT value FROM meta WHERE key = ?", (_key(place),))
    if not rows:
        return None
    written = json.loads(rows[0][0])
    known = {
        field.name: written[field.name] for field in dataclasses.fields(Replica) if field.name in written
    }
    known |= {name: tuple(known[name]) for name in ("erased", "come") if name in known}
    return Replica(**known)


def shared_scopes(queried: Store | Transaction) -> list[str]:
    """Return the scopes that are shared with other people, each at a place of its own."""
    rows = queried.query("SELECT key FROM meta WHERE key LIKE ? ORDER BY key", (f"{_KEY} /%",))
    return [row[0].partition(" ")[2] for row in rows]


def places(queried: Store | Transaction) -> list[Replica]:
    """Return this store's own part at each place where it meets others, its person's own machines first."""
    named = (replica(queried, place) for place in (OWN, *shared_scopes(queried)))
    return [own for own in named if own is not None]


def exchange_mark(store: Store) -> tuple[object, ...]:
    """Return what changes when this store exchanges with others; nothing where it meets none."""
    own = tuple((own.place, own.op, own.sent, own.trouble, own.reads_only) for own in places(store))
    return (*own, *store.query("SELECT count(*) FROM devices WHERE there")) if own else ()


def keep(tx: Transaction, own: Replica) -> None:
    """Write this store's own part at a place."""
    written = (_key(own.place), json.dumps(asdict(own)))
    tx.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", written)


def forget(tx: Transaction, place: str = OWN) -> None:
    """Forget all that is known of the other stores of a place; the memories stay."""
    tx.execute("DELETE FROM meta WHERE key = ?", (_key(place),))
    for table in ("shared_fields", "shared_uses"):
        tx.execute(
            f"DELETE FROM {table} WHERE memory_id IN (SELECT memory_id FROM shared WHERE place = ?)", (place,)
        )
    for table in ("shared", "devices", "segments", "snapshot_parts"):
        tx.execute(f"DELETE FROM {table} WHERE place = ?", (place,))
    if place == OWN:
        elsewhere.forget(tx)
    if not places(tx):
        tx.execute("DELETE FROM received_ops")


def _key(place: str) -> str:
    return f"{_KEY} {place}" if place else _KEY


# -- memories --------------------------------------------------------------------------------------


def not_shared(tx: Transaction, after: int, limit: int, place: str) -> list[int]:
    """Return the ids of the next memories behind id `after` that are there and that no other store knows.

    For a team, of those in its scope.
    """
    inside = "AND (scope = ? OR (scope >= ? AND scope < ?))" if place else ""
    rows = tx.query(
        f"SELECT id FROM memories WHERE id > ? AND state != 'absent' {inside} "
        "AND id NOT IN (SELECT memory_id FROM shared) ORDER BY id LIMIT ?",
        (after, *((place, *subtree_bounds(place)) if place else ()), limit),
    )
    return [row[0] for row in rows]


_SHARED = "SELECT memory_id, uid, stamp, accesses, sessions, place, teller FROM shared"


def share(tx: Transaction, memories: Iterable[Shared]) -> None:
    """Note memories that others know from now on."""
    known = list(memories)
    if tx.query("SELECT 1 FROM shared WHERE gone = 1 LIMIT 1"):
        uids = json.dumps([memory.uid for memory in known])
        tx.execute(f"DELETE FROM shared WHERE gone = 1 AND uid {AMONG}", (uids,))
    tx.execute_many(
        "INSERT OR REPLACE INTO shared (memory_id, uid, stamp, accesses, sessions, place, teller) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        known,
    )


def shared(tx: Transaction, ids: Sequence[int], place: str = OWN) -> dict[int, Shared]:
    """Return which of these memories the others of a place know, by id; erased ones too."""
    rows = tx.query(f"{_SHARED} WHERE memory_id {AMONG} AND place = ?", (ids_json(ids), place))
    return {row[0]: Shared(*row) for row in rows}


def shared_behind(queried: Store | Transaction, after: int, limit: int) -> list[Shared]:
    """Return the next memories behind id `after` that our own machines know and that are there, by id."""
    rows = queried.query(
        f"{_SHARED} WHERE memory_id > ? AND place = ? AND memory_id IN (SELECT id FROM memories) "
        "ORDER BY memory_id LIMIT ?",
        (after, OWN, limit),
    )
    return [Shared(*row) for row in rows]


def count_shared(queried: Store | Transaction) -> int:
    """Return how many memories our own machines know or knew."""
    return int(queried.query("SELECT count(*) FROM shared WHERE place = ?", (OWN,))[0][0])


def all_erased(queried: Store | Transaction) -> list[str]:
    """Return the uids of the memories that our own machines knew and that are purged."""
    rows = queried.query(
        "SELECT uid FROM shared WHERE gone = 1 AND erased > 0 AND place = ? "
        "AND memory_id NOT IN (SELECT id FROM memories) ORDER BY uid",
        (OWN,),
    )
    return [row[0] for row in rows]


def shared_by_uid(queried: Store | Transaction, uids: Sequence[str], place: str = OWN) -> dict[str, Shared]:
    """Return which of these memories the others of a place know, by uid; erased ones too."""
    wanted = json.dumps(list(uids))
    rows = queried.query(
        "SELECT memory_id, s.uid, stamp, accesses, sessions, place, teller FROM json_each(?) asked "
        "CROSS JOIN memories m ON m.uid = asked.value "
        "CROSS JOIN shared s ON s.memory_id = m.id AND s.gone = 0 AND s.place = ? "
        f"UNION ALL {_SHARED} WHERE gone = 1 AND uid {AMONG} AND place = ?",
        (wanted, place, wanted, place),
    )
    return {row[1]: Shared(*row) for row in rows}


def added_again(tx: Transaction, memory_id: int, stamp: str, accesses: int, sessions: int) -> None:
    """Note that two devices added the same memory, of one uid: the later counts, and the more uses."""
    tx.execute(
        "UPDATE shared SET stamp = max(stamp, ?), accesses = max(accesses, ?), sessions = max(sessions, ?) "
        "WHERE memory_id = ?",
        (stamp, accesses, sessions, memory_id),
    )


def erased(tx: Transaction, place: str = OWN) -> list[str]:
    """Return the uids of memories that are purged here and that others still know; they count as told."""
    rows = tx.query(
        "SELECT uid FROM shared WHERE gone = 1 AND erased = 0 AND place = ? "
        "AND memory_id NOT IN (SELECT id FROM memories) ORDER BY uid",
        (place,),
    )
    purged_elsewhere(tx, [row[0] for row in rows])
    return [row[0] for row in rows]


def purged_elsewhere(tx: Transaction, uids: Sequence[str]) -> None:
    """Note memories of which everybody is told that they are purged; our own segments may still say them."""
    tx.execute(
        f"UPDATE shared SET erased = 1 WHERE gone = 1 AND erased = 0 AND uid {AMONG}",
        (json.dumps(list(uids)),),
    )


def to_rewrite(store: Store, place: str) -> list[str]:
    """Return the uids of purged memories that our own segments at a place may still say."""
    rows = store.query("SELECT uid FROM shared WHERE erased = 1 AND place = ? ORDER BY uid", (place,))
    return [row[0] for row in rows]


def rewritten(tx: Transaction, uids: Sequence[str]) -> None:
    """Note that our own segments say nothing of these memories any more."""
    tx.execute(f"UPDATE shared SET erased = 2 WHERE erased = 1 AND uid {AMONG}", (json.dumps(list(uids)),))


def twins(tx: Transaction, ids: Sequence[int]) -> list[tuple[int, int]]:
    """Return pairs of shared live memories of one text and scope, one in `ids`: the lower uid first."""
    rows = tx.query(
        # The order of the joins is said: left to itself, SQLite looks at every memory for each.
        "SELECT DISTINCT min(a.uid, b.uid), max(a.uid, b.uid) FROM json_each(?) asked "
        "CROSS JOIN memories a ON a.id = asked.value AND a.state = 'live' "
        "CROSS JOIN memories b ON b.norm_hash = a.norm_hash AND b.scope = a.scope AND b.text = a.text "
        "AND b.state = 'live' AND b.id != a.id "
        "AND EXISTS (SELECT 1 FROM shared WHERE memory_id = b.id) ORDER BY 1, 2",
        (ids_json(ids),),
    )
    uids = sorted({uid for row in rows for uid in row})
    ids_of = {
        row[1]: row[0]
        for row in tx.query(f"SELECT id, uid FROM memories WHERE uid {AMONG}", (json.dumps(uids),))
    }
    return [(ids_of[first], ids_of[second]) for first, second in rows]


# -- the journal -----------------------------------------------------------------------------------


_MAY_SHARE = "('share', 'accept')"
BY_PEOPLE = (
    f"(o.actor = 'person' OR (o.actor = 'script' AND (o.kind IN {_MAY_SHARE} OR (o.kind = 'undo' AND "
    f"EXISTS (SELECT 1 FROM ops u WHERE u.id = o.undoes AND u.kind IN {_MAY_SHARE})))))"
)
"""Which ops (as `o`) people answer for: their own, and those by which a script shares as a person let it."""


def ops_after(tx: Transaction, op_id: int, *, people: bool) -> list[tuple[int, str]]:
    """Return id and kind of the ops after `op_id` that were done in this store and not received.

    With `people` only those that people did, and those that joined two memories of the same text, since
    another member may not have both to join.
    """
    by_people = f"AND ({BY_PEOPLE} OR o.kind = 'sync')" if people else ""
    rows = tx.query(
        f"SELECT id, kind FROM ops o WHERE id > ? {by_people} "
        "AND id NOT IN (SELECT op_id FROM received_ops) ORDER BY id",
        (op_id,),
    )
    return [(row[0], row[1]) for row in rows]


def count_untold(store: Store, op_id: int) -> int:
    """Return how many ops after `op_id` were done in this store and not received."""
    rows = store.query(
        "SELECT count(*) FROM ops WHERE id > ? AND id NOT IN (SELECT op_id FROM received_ops)", (op_id,)
    )
    return int(rows[0][0])


def is_unseen(store: Store, memory_id: int) -> bool:
    """Say whether there are memories behind an id."""
    return bool(store.query("SELECT 1 FROM memories WHERE id > ? LIMIT 1", (memory_id,)))


def are_uses(store: Store, since: float, place: str) -> bool:
    """Say whether a memory that the others of a place know was used after a time."""
    return bool(
        store.query(
            "SELECT 1 FROM accesses a WHERE a.at > ? "
            "AND EXISTS (SELECT 1 FROM shared WHERE memory_id = a.memory_id AND place = ?) LIMIT 1",
            (since, place),
        )
    )


def last_memory(tx: Transaction) -> int:
    """Return the newest memory's id, 0 when there is none."""
    return int(tx.query("SELECT coalesce(max(id), 0) FROM memories")[0][0])


def last_op(tx: Transaction) -> int:
    """Return the newest op's id, 0 when there is none."""
    return int(tx.query("SELECT coalesce(max(id), 0) FROM ops")[0][0])


def values_of(queried: Store | Transaction, memory_id: int, field: str) -> list[object]:
    """Return what a field of a memory was set to, the newest first, and at last what it was before."""
    rows = queried.query(
        "SELECT after, before FROM op_changes WHERE memory_id = ? AND field = ? ORDER BY op_id DESC",
        (memory_id, field),
    )
    return [*(row[0] for row in rows), *(row[1] for row in rows[-1:])]


def received(tx: Transaction, op_id: int) -> None:
    """Note that an op brought in what others did."""
    tx.execute("INSERT INTO received_ops (op_id) VALUES (?)", (op_id,))


def changes(tx: Transaction, op_id: int, size: int) -> Iterator[list[tuple[int, str, object]]]:
    """Yield (memory, field, value after) of what an op changed, at most `size` at a time."""
    rows: list[tuple[int, str, object]] = [
        (row[0], row[1], row[2])
        for row in tx.query(
            "SELECT memory_id, field, after FROM op_changes WHERE op_id = ? ORDER BY memory_id, field",
            (op_id,),
        )
    ]
    for start in range(0, len(rows), size):
        yield rows[start : start + size]
    for first, last, packed, field, after in tx.query(
        "SELECT first_id, last_id, ids, field, after FROM op_sets WHERE op_id = ? ORDER BY id", (op_id,)
    ):
        ids = id_sets.unpack(first, last, packed)
        for start in range(0, len(ids), size):
            yield [(memory_id, field, after) for memory_id in ids[start : start + size]]


def refused(tx: Transaction, op_id: int) -> list[int]:
    """Return the identities of the suggestions to which an op said no."""
    rows = tx.query(
        "SELECT identity FROM proposals WHERE op_id = ? AND status = 'rejected' ORDER BY identity", (op_id,)
    )
    return [row[0] for row in rows]


# -- fields ----------------------------------------------------------------------------------------

Heads = dict[tuple[int, str], dict[str, object]]
"""By memory and field: the values it may have, by stamp. One not set since the memory was added has none."""


def heads(queried: Store | Transaction, ids: Sequence[int]) -> Heads:
    """Return by which acts the fields of these memories have their values."""
    by_field: Heads = defaultdict(dict)
    for memory_id, field, stamp, value in queried.query(
        f"SELECT memory_id, field, stamp, value FROM shared_fields WHERE memory_id {AMONG} ORDER BY stamp",
        (ids_json(ids),),
    ):
        by_field[memory_id, field][stamp] = value
    return by_field


def put_heads(tx: Transaction, wanted: Heads) -> None:
    """Write by which acts some fields have their values."""
    tx.execute_many(
        "DELETE FROM shared_fields WHERE memory_id = ? AND field = ?", [list(key) for key in wanted]
    )
    tx.execute_many(
        "INSERT INTO shared_fields (memory_id, field, stamp, value) VALUES (?, ?, ?, ?)",
        [
            (*key, stamp, value if len(values) > 1 else None)
            for key, values in wanted.items()
            for stamp, value in values.items()
        ],
    )


ASKED_ABOUT = frozenset({"text", "scope", "type", "state"})
"""Fields about which a person is asked where two sides changed them; of the others the later value counts."""
ELSEWHERE = rule_name(Kind.LEARNED, "elsewhere")
"""The rule of the cards that ask."""


def clashing(queried: Store | Transaction, place: str) -> int:
    """Return about how many memories of a place a person has yet to decide what two sides made of them."""
    rows = queried.query(
        "SELECT count(DISTINCT t.memory_id) FROM proposals p "
        "JOIN proposal_targets t ON t.proposal_id = p.id JOIN shared s ON s.memory_id = t.memory_id "
        "WHERE p.rule = ? AND p.status IN ('open', 'later') AND s.place = ?",
        (ELSEWHERE, place),
    )
    return int(rows[0][0])
