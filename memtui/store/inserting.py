"""Putting new memories into the store, one or a million, and finding what is there already.

Called by the lifecycle only, with drafts it has checked. The caller journals what was inserted.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from memtui.domain.decay import rank_key
from memtui.domain.instant import Instant
from memtui.domain.memory import Draft, MemoryType, State, name_in
from memtui.domain.scope import contains
from memtui.domain.text import fingerprint, normalised, well_formed
from memtui.domain.uid import new_uid
from memtui.store import scopes
from memtui.store.database import Store, Transaction
from memtui.store.looked_at import note_rules
from memtui.store.memories import AMONG, ids_json

_INSERT = (
    "INSERT INTO memories (id, uid, text, abstract, scope, type, state, importance, pinned, half_life, "
    "rank_key, created_at, updated_at, last_accessed_at, access_count, session_count, expires_at, norm_hash, "
    "origin, source, provenance, depth, version) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


def insert(
    tx: Transaction,
    drafts: Sequence[Draft],
    hashes: Sequence[int] | None = None,
    *,
    now: Instant | None = None,
) -> range:
    """Insert drafts in their order and return their ids, which are consecutive.

    `hashes` are the drafts' fingerprints when the caller has them already. Times ahead of `now`, which is
    the write's own where it is not given, are set to it; a uid that is taken is replaced by a new one.
    """
    note_rules(tx)
    first = last_id(tx) + 1
    last = first + len(drafts) - 1
    ids = range(first, last + 1)
    tx.execute_many(
        _INSERT,
        _rows(
            tx, ids, drafts, hashes_of(drafts) if hashes is None else hashes, tx.now if now is None else now
        ),
    )
    tx.execute_many(
        "INSERT INTO categories (memory_id, category) VALUES (?, ?)",
        [(i, name) for i, draft in zip(ids, drafts, strict=True) for name in sorted(set(draft.categories))],
    )
    tx.execute(
        "INSERT INTO memories_fts (rowid, text, abstract) "
        "SELECT id, text, abstract FROM memories WHERE id BETWEEN ? AND ?",
        (first, last),
    )
    names = [(i, name) for i, draft in zip(ids, drafts, strict=True) if (name := name_in(draft.provenance))]
    tx.execute_many("INSERT INTO names_fts (rowid, name) VALUES (?, ?)", names)
    scopes.add(tx, Counter((draft.scope, draft.state.value) for draft in drafts))
    return ids


def _rows(
    tx: Transaction, ids: Iterable[int], drafts: Sequence[Draft], hashes: Iterable[int], now: Instant
) -> list[tuple[object, ...]]:
    """Return the rows of the drafts, in the order of `_INSERT`."""
    taken = _taken_uids(tx, drafts)
    lives: dict[tuple[MemoryType, str, bool, int, str], float | None] = {}
    provenances: dict[int, tuple[str, str]] = {}
    type_names = {kind: kind.value for kind in MemoryType}
    rows: list[tuple[object, ...]] = []
    for memory_id, draft, norm_hash in zip(ids, drafts, hashes, strict=True):
        path = str(draft.provenance.get("path") or "")
        key = (draft.type, draft.scope, draft.pinned, draft.session_count, path)
        if key not in lives:
            lives[key] = tx.decay.half_life(
                memory_type=draft.type,
                scope=draft.scope,
                pinned=draft.pinned,
                session_count=draft.session_count,
                files=(path,),
            )
        life = lives[key]
        created = now if draft.created_at is None else min(draft.created_at, now)
        touched = None if draft.last_accessed_at is None else min(draft.last_accessed_at, now)
        uid = draft.uid if draft.uid and draft.uid not in taken else new_uid(created)
        taken.add(uid)
        rows.append(
            (
                memory_id,
                uid,
                draft.text,
                draft.abstract,
                draft.scope,
                type_names[draft.type],
                draft.state.value,
                draft.importance,
                draft.pinned,
                life,
                rank_key(draft.importance, created if touched is None else max(created, touched), life),
                created,
                created if draft.updated_at is None else min(draft.updated_at, now),
                touched,
                draft.access_count,
                draft.session_count,
                draft.expires_at,
                norm_hash,
                draft.origin.value,
                *_provenance(draft.provenance, provenances),
                draft.depth,
                max(draft.version, 1),
            )
        )
    return rows


def last_id(tx: Transaction) -> int:
    """Return the latest id that a memory was given, 0 before the first; it may be purged by now."""
    rows = tx.query("SELECT seq FROM sqlite_sequence WHERE name = 'memories'")
    return int(rows[0][0]) if rows else 0


def _taken_uids(tx: Transaction, drafts: Sequence[Draft]) -> set[str]:
    """Return which of the drafts' own uids are in use; one whose creation was undone gives way."""
    wanted = json.dumps([draft.uid for draft in drafts if draft.uid])
    among = "uid IN (SELECT value FROM json_each(?))"
    taken: dict[str, str] = dict(tx.query(f"SELECT uid, state FROM memories WHERE {among}", (wanted,)))
    if State.ABSENT not in taken.values():
        return set(taken)
    tx.execute(f"UPDATE memories SET uid = uid || '~' || id WHERE {among} AND state = 'absent'", (wanted,))
    return {uid for uid, state in taken.items() if state != State.ABSENT}


def _provenance(value: Mapping[str, object], known: dict[int, tuple[str, str]]) -> tuple[str, str]:
    """Return the source's name and the JSON of a provenance; one object shared by many is done once."""
    if not value:
        return "", "{}"
    packed = known.get(id(value))
    if packed is None:
        source = value.get("source", "")
        name = well_formed(source) if isinstance(source, str) else ""
        packed = (name, well_formed(json.dumps(value, ensure_ascii=False)))
        known[id(value)] = packed
    return packed


def look_up(store: Store, drafts: Sequence[Draft], hashes: Sequence[int]) -> list[tuple[int, State] | None]:
    """Return for each draft the memory that already says the same, with its state, or None.

    That is a live or archived one in the same scope, or a dropped one whose scope contains the
    draft's: what was dropped there should not come back.
    """
    known: dict[int, list[tuple[int, str, str, str]]] = defaultdict(list)
    for value, memory_id, text, scope, state in store.query(
        "SELECT norm_hash, id, text, scope, state FROM memories "
        f"WHERE norm_hash {AMONG} AND state != 'absent'",
        (ids_json(hashes),),
    ):
        known[value].append((memory_id, text, scope, state))
    matches: list[tuple[int, State] | None] = []
    for draft, value in zip(drafts, hashes, strict=True):
        match: tuple[int, State] | None = None
        for memory_id, text, scope, state in known.get(value, ()):
            dropped = state == State.DROPPED
            same_place = contains(scope, draft.scope) if dropped else scope == draft.scope
            if same_place and normalised(text) == normalised(draft.text):
                match = (memory_id, State(state))
                if not dropped:
                    break
        matches.append(match)
    return matches


def is_empty(store: Store) -> bool:
    """Say whether the store has never held a memory."""
    return not store.query("SELECT 1 FROM memories LIMIT 1")


def hashes_of(drafts: Iterable[Draft]) -> list[int]:
    """Return the fingerprints of drafts' texts."""
    return [fingerprint(draft.text) for draft in drafts]
