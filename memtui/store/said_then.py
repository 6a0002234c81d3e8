"""What memories said at a past time, where an edit has changed it since, laid over what they say today.

SQLite looks for a table among those of the connection before those of the file. So the edited memories stand
in temporary tables of the usual names, as they were, and the SQL of a filter selects among them unchanged.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from memtui.domain.filter import Filter
from memtui.domain.instant import Instant
from memtui.domain.memory import Memory, MemoryType, State
from memtui.store import id_sets
from memtui.store.database import Store
from memtui.store.memories import AMONG, get_many, ids_json
from memtui.store.words import TOKENISER

_Edited = dict[tuple[int, str], object]
"""What was in a field of a memory before it was first changed."""


def edited_since(store: Store, wanted: Filter, when: Instant) -> _Edited:
    """Return what was in the fields that `wanted` asks about, at `when`, wherever that is not so today."""
    return _before_changes(store, _asked_about(wanted), when)


def _before_changes(
    store: Store, fields: Sequence[str], when: Instant, among: Sequence[int] | None = None
) -> _Edited:
    """Return what was in some fields at `when`, wherever an op has changed them since; only of the memories
    `among`, if those are given.
    """
    named = json.dumps(list(fields))
    of, params = "ops o CROSS JOIN op_changes c ON c.op_id = o.id WHERE o.at > ?", list[object]((when,))
    if among is not None:
        of = f"op_changes c JOIN ops o ON o.id = c.op_id WHERE c.memory_id {AMONG} AND o.at > ?"
        params.insert(0, ids_json(among))
    changed: list[tuple[int, Sequence[int], str, object]] = [
        (op_id, (memory_id,), name, before)
        for op_id, memory_id, name, before in store.query(
            f"SELECT c.op_id, c.memory_id, c.field, c.before FROM {of} AND c.field {AMONG}", (*params, named)
        )
    ]
    for op_id, first, last, packed, name, before in store.query(
        "SELECT s.op_id, s.first_id, s.last_id, s.ids, s.field, s.before FROM ops o CROSS JOIN op_sets s "
        f"ON s.op_id = o.id WHERE o.at > ? AND s.field {AMONG}",
        (when, named),
    ):
        changed.append((op_id, id_sets.unpack(first, last, packed), name, before))
    wanted = None if among is None else set(among)
    earlier: _Edited = {}
    for _, ids, name, before in sorted(changed, key=lambda row: row[0]):
        for memory_id in ids if wanted is None else wanted.intersection(ids):
            earlier.setdefault((memory_id, name), before)
    return earlier


def _asked_about(wanted: Filter) -> list[str]:
    texts = ["text", "abstract"] if wanted.words or wanted.without else []
    types = ["type"] if wanted.types else []
    pins = ["pinned"] if wanted.pinned is not None else []
    return [*texts, *types, *pins, *(["categories"] if wanted.categories else [])]


@contextmanager
def laid_over(store: Store, edited: _Edited) -> Iterator[None]:
    """Let this connection know only the `edited` memories, as they were; afterwards all of them again."""
    ids = sorted({memory_id for memory_id, _ in edited})
    store.query(
        f"CREATE TEMP TABLE memories AS SELECT * FROM main.memories WHERE id {AMONG}", (ids_json(ids),)
    )
    store.query("CREATE UNIQUE INDEX temp.memories_of_then ON memories (id)")
    store.query(
        f"CREATE TEMP TABLE categories AS SELECT * FROM main.categories WHERE memory_id {AMONG}",
        (ids_json(ids),),
    )
    store.query(f"CREATE VIRTUAL TABLE temp.memories_fts USING fts5(text, abstract, tokenize='{TOKENISER}')")
    try:
        _put_back(store, edited)
        yield
    finally:
        for table in ("memories_fts", "categories", "memories"):
            store.query(f"DROP TABLE temp.{table}")


def _put_back(store: Store, edited: _Edited) -> None:
    for name in ("text", "abstract", "type", "pinned"):
        store.fill_temporary(
            f"UPDATE temp.memories SET {name} = ? WHERE id = ?",
            [(before, memory_id) for (memory_id, of), before in edited.items() if of == name],
        )
    labels = {memory_id: before for (memory_id, of), before in edited.items() if of == "categories"}
    store.fill_temporary("DELETE FROM temp.categories WHERE memory_id = ?", [(label,) for label in labels])
    store.fill_temporary(
        "INSERT INTO temp.categories VALUES (?, ?)",
        [(memory_id, label) for memory_id, before in labels.items() for label in json.loads(str(before))],
    )
    store.fill_temporary(
        "INSERT INTO temp.memories_fts (rowid, text, abstract) SELECT id, text, abstract FROM temp.memories",
        [()],
    )


def as_they_were(
    store: Store, ids: Sequence[int], when: Instant, half_lives: Mapping[int, float | None]
) -> list[Memory]:
    """Return memories that were live at a time as they were, those too whose creation was undone since.

    `half_lives` are those they had then, where they are known to differ from today's.
    """
    uses = {
        memory_id: (later, last)
        for memory_id, later, last in store.query(
            "SELECT memory_id, count(*) FILTER (WHERE at > ?), max(at) FILTER (WHERE at <= ?) "
            f"FROM accesses WHERE memory_id {AMONG} GROUP BY memory_id",
            (when, when, ids_json(ids)),
        )
    }
    fields_then: dict[int, dict[str, Any]] = defaultdict(dict)
    for (memory_id, name), before in _before_changes(store, [*_FIELDS], when, ids).items():
        fields_then[memory_id][name] = _FIELDS[name](before)
    return [
        _as_it_was(
            replace(memory, half_life=half_lives.get(memory.id, memory.half_life), **fields_then[memory.id]),
            when,
            *uses.get(memory.id, (0, None)),
        )
        for memory in get_many(store, ids, absent=True)
    ]


def _as_it_was(memory: Memory, when: Instant, later: int, last: Instant | None) -> Memory:
    """Return a memory that was live with its uses up to a time.

    `later` counts its uses after that time; `last` is its last use before.
    """
    used = memory.last_accessed_at
    return replace(
        memory,
        last_accessed_at=used if used is None or used <= when else last,
        access_count=max(memory.access_count - later, 0),
        state=State.LIVE,
    )


_FIELDS: Mapping[str, Callable[[Any], Any]] = {
    "text": str,
    "abstract": str,
    "scope": str,
    "type": MemoryType,
    "importance": float,
    "pinned": bool,
    "categories": lambda names: tuple(json.loads(names)),
}
"""The fields of a memory that can be read back from the journal, and how each is read."""
