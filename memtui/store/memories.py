"""Reading memories by id or uid, and the row-level writes that the lifecycle's verbs are made of."""

import contextlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from memtui.domain.decay import rank_key
from memtui.domain.instant import Instant
from memtui.domain.memory import Draft, Memory, MemoryType, Origin, State
from memtui.domain.text import fingerprint, normalised, printable
from memtui.store.connecting import damaged
from memtui.store.database import Row, Store, Transaction
from memtui.store.errors import AmbiguousUid, LookupRefused

COLUMNS = (
    "id, uid, text, abstract, scope, type, state, importance, pinned, half_life, created_at, updated_at, "
    "last_accessed_at, access_count, session_count, expires_at, version, origin, provenance, depth"
)


def ids_json(ids: Sequence[int]) -> str:
    """Return ids as one parameter for `IN (SELECT value FROM json_each(?))`: no limit on how many."""
    return json.dumps(list(ids))


AMONG = "IN (SELECT value FROM json_each(?))"
"""The condition that `ids_json` fills."""
FILES = (
    "coalesce(CASE WHEN json_valid(provenance) THEN provenance ->> '$.path' END, '') || coalesce("
    "(SELECT char(10) || group_concat(r.file, char(10)) FROM source_records r "
    "WHERE r.memory_id = memories.id AND r.fingerprint IS NOT NULL), '')"
)
"""The files that a memory stands in, by its provenance and the records of linked sources, a line each."""


def get(store: Store, memory_id: int) -> Memory | None:
    """Return one memory, or None when there is none with this id."""
    return next(iter(get_many(store, [memory_id])), None)


def get_many(store: Store, ids: Sequence[int], *, absent: bool = False) -> list[Memory]:
    """Return the memories with these ids, in the order of `ids`; missing ones are left out.

    With `absent` also those whose creation was undone.
    """
    rows = _rows(store, ids, absent=absent)
    by_id = {memory.id: memory for memory in _memories(store, rows)}
    return [by_id[i] for i in ids if i in by_id]


def get_drafts(store: Store, ids: Sequence[int], *, absent: bool = False) -> list[tuple[int, Draft]]:
    """Return what these memories say and how they were used, by id, for another store to have them too.

    Missing ones are left out. With `absent` also those whose creation was undone. Takes three quarters of
    the time in which memories are read and made drafts.
    """
    rows = _rows(store, ids, absent=absent)
    categories = _categories(store, rows)
    with _naming_damage(store):
        return [(row[0], _draft(row, categories.get(row[0], ()))) for row in rows]


def files_of(store: Store, ids: Sequence[int]) -> dict[int, list[str]]:
    """Return the files that memories stand in, by id: what their fading hangs on besides themselves."""
    rows = store.query(f"SELECT id, {FILES} FROM memories WHERE id {AMONG}", (ids_json(ids),))
    return {memory_id: list(filter(None, files.split("\n"))) for memory_id, files in rows}


def that_fade(store: Store, some: Sequence[Memory]) -> list[Memory]:
    """Return those of some memories that fade while fading is on, also where it is off."""
    if store.decay.enabled:
        return [memory for memory in some if memory.half_life is not None]
    on = replace(store.decay, enabled=True)
    files = files_of(store, [memory.id for memory in some])
    return [memory for memory in some if on.half_life_of(memory, files.get(memory.id, ())) is not None]


def stream(store: Store, ids: Iterable[int], size: int = 500) -> Iterator[Memory]:
    """Yield the memories with these ids in their order, read `size` at a time."""
    batch: list[int] = []
    for memory_id in ids:
        batch.append(memory_id)
        if len(batch) == size:
            yield from get_many(store, batch)
            batch = []
    yield from get_many(store, batch)


def scopes_of(store: Store, ids: Sequence[int]) -> set[str]:
    """Return the scopes that these memories are filed under."""
    rows = store.query(f"SELECT DISTINCT scope FROM memories WHERE id {AMONG}", (ids_json(ids),))
    return {row[0] for row in rows}


def of_type(store: Store, ids: Sequence[int], wanted: MemoryType) -> set[int]:
    """Return which of these memories are of a type."""
    rows = store.query(f"SELECT id FROM memories WHERE id {AMONG} AND type = ?", (ids_json(ids), wanted))
    return {row[0] for row in rows}


def find_uid(store: Store, prefix: str) -> Memory:
    """Return the memory whose uid is or starts with `prefix`.

    Raises LookupRefused when there is none, or more than one.
    """
    wanted = prefix.strip().upper()
    if not wanted or not wanted.isalnum() or not wanted.isascii():
        raise LookupRefused(f"{printable(prefix)[:40]!r} is no uid; the first letters of one are enough")
    rows = store.query(
        "SELECT id, uid FROM memories WHERE uid >= ? AND uid < ? AND state != 'absent' LIMIT 4",
        (wanted, wanted + "~"),
    )
    exact = [row for row in rows if row[1] == wanted]
    matches = exact or rows
    if not matches:
        raise _none_starts_with(prefix)
    if len(matches) > 1:
        uids = ", ".join(row[1] for row in matches[:3])
        raise AmbiguousUid(f"More than one uid starts with {wanted}: {uids}. Give more letters.")
    memory = get(store, matches[0][0])
    if memory is None:
        raise _none_starts_with(prefix)
    return memory


def _none_starts_with(prefix: str) -> LookupRefused:
    return LookupRefused(f"No memory has a uid that starts with {prefix.strip()[:40]}")


def by_uid(store: Store, uids: Sequence[str]) -> dict[str, Memory]:
    """Return the memories that have these uids; one whose adding was undone has none."""
    rows = (
        store.query(f"SELECT id FROM memories WHERE uid {AMONG}", (json.dumps(list(uids)),)) if uids else []
    )
    return {memory.uid: memory for memory in get_many(store, [row[0] for row in rows])}


def dropped(store: Store) -> list[tuple[int, Instant]]:
    """Return the ids of all dropped memories, with when each was last changed: from an index alone."""
    return [
        (row[0], row[1]) for row in store.query("SELECT id, updated_at FROM memories WHERE state = 'dropped'")
    ]


def texts(store: Store, ids: Sequence[int]) -> list[tuple[int, str]]:
    """Return the ids and texts of some memories."""
    rows = store.query(f"SELECT id, text FROM memories WHERE id {AMONG}", (ids_json(ids),))
    return [(row[0], row[1]) for row in rows]


def find_undone(store: Store, prefix: str) -> int | None:
    """Return the id of the one memory with this uid whose adding was undone, None when there is none."""
    wanted = prefix.strip().upper()
    rows = store.query(
        "SELECT id FROM memories WHERE uid >= ? AND uid < ? AND state = 'absent' LIMIT 2",
        (wanted, wanted + "~"),
    )
    return int(rows[0][0]) if len(rows) == 1 else None


def same_text(store: Store, text: str) -> list[Memory]:
    """Return every memory, in any state but absent, whose normalised text equals that of `text`."""
    rows = store.query("SELECT id FROM memories WHERE norm_hash = ? ORDER BY id", (fingerprint(text),))
    wanted = normalised(text)
    return [m for m in get_many(store, [row[0] for row in rows]) if normalised(m.text) == wanted]


def count_copies(store: Store, memory: Memory) -> int:
    """Return how many other live memories have the same fingerprint: a figure to show, nothing to act on."""
    rows = store.query(
        "SELECT count(*) FROM memories WHERE norm_hash = ? AND id != ? AND state = 'live'",
        (fingerprint(memory.text), memory.id),
    )
    return int(rows[0][0])


def _rows(store: Store, ids: Sequence[int], *, absent: bool) -> list[Row]:
    there = "" if absent else "AND state != 'absent'"
    return store.query(
        f"SELECT {COLUMNS} FROM memories WHERE id {AMONG} {there} ORDER BY id", (ids_json(ids),)
    )


def _memories(store: Store, rows: list[Row]) -> list[Memory]:
    categories = _categories(store, rows)
    with _naming_damage(store):
        return [_memory(row, categories.get(row[0], ())) for row in rows]


def _categories(store: Store, rows: list[Row]) -> dict[int, tuple[str, ...]]:
    """Return the categories of the memories in these rows that have any, sorted, by id."""
    categories: dict[int, tuple[str, ...]] = {}
    for memory_id, category in store.query(
        f"SELECT memory_id, category FROM categories WHERE memory_id {AMONG} ORDER BY memory_id, category",
        (ids_json([row[0] for row in rows]),),
    ):
        categories[memory_id] = (*categories.get(memory_id, ()), category)
    return categories


@contextlib.contextmanager
def _naming_damage(store: Store) -> Iterator[None]:
    """Name the store's file where a row in it cannot be a memory."""
    try:
        yield
    except (ValueError, TypeError) as error:
        raise damaged(store.path, printable(str(error))) from error


# A look into a table is several times as fast as making the enumeration's member from its value.
_TYPES = {member.value: member for member in MemoryType}
_STATES = {member.value: member for member in State}
_ORIGINS = {member.value: member for member in Origin}


def _memory(row: Row, categories: tuple[str, ...]) -> Memory:
    return Memory(id=row[0], half_life=row[9], depth=row[19], **_said_and_used(row, categories))


def _draft(row: Row, categories: tuple[str, ...]) -> Draft:
    """Return what `Draft.of` makes of the memory in a row, with its state and version."""
    return Draft(**_said_and_used(row, categories))


def _said_and_used(row: Row, categories: tuple[str, ...]) -> dict[str, Any]:
    """Return the fields that a memory and a draft share: what it says and how it was used."""
    return {
        "uid": row[1],
        "text": row[2],
        "abstract": row[3],
        "scope": row[4],
        "type": _TYPES.get(row[5]) or MemoryType(row[5]),
        "state": _STATES.get(row[6]) or State(row[6]),
        "importance": row[7],
        "pinned": bool(row[8]),
        "created_at": row[10],
        "updated_at": row[11],
        "last_accessed_at": row[12],
        "access_count": row[13],
        "session_count": row[14],
        "expires_at": row[15],
        "version": row[16],
        "origin": _ORIGINS.get(row[17]) or Origin(row[17]),
        "provenance": _object(row[18]),
        "categories": categories,
    }


def _object(text: str) -> dict[str, object]:
    if text == "{}":
        return {}
    value = json.loads(text)
    return value if isinstance(value, dict) else {}


def rerank(tx: Transaction, ids: Sequence[int]) -> None:
    """Recompute half-life and rank key after something they depend on changed. No op: both are derived."""
    rows = tx.query(
        "SELECT id, type, scope, pinned, importance, max(created_at, coalesce(last_accessed_at, 0)), "
        f"session_count, {FILES}, half_life, rank_key FROM memories WHERE id {AMONG}",
        (ids_json(ids),),
    )
    updates = []
    for memory_id, kind, scope, pinned, importance, touched, sessions, files, old_life, old_key in rows:
        life = tx.decay.half_life(
            memory_type=MemoryType(kind),
            scope=scope,
            pinned=bool(pinned),
            session_count=sessions,
            files=files.split("\n"),
        )
        key = rank_key(importance, touched, life)
        if (life, key) != (old_life, old_key):
            updates.append((life, key, memory_id))
    tx.execute_many("UPDATE memories SET half_life = ?, rank_key = ? WHERE id = ?", updates)


def categories_beginning(store: Store, start: str, *, limit: int) -> list[str]:
    """Return the categories that begin so, in alphabetical order: one look into the index for each."""
    rows = store.query(
        "WITH RECURSIVE found(name) AS (SELECT min(category) FROM categories WHERE category >= :start "
        "UNION ALL SELECT (SELECT min(category) FROM categories WHERE category > name) FROM found "
        "WHERE name IS NOT NULL) SELECT name FROM found WHERE name >= :start AND name < :end LIMIT :limit",
        {"start": start, "end": start + "\U0010ffff", "limit": limit},
    )
    return [row[0] for row in rows]
