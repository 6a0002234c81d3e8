"""Writing the journal: starting and ending ops, and changing memories under one.

`apply` is the only way a stored memory's fields change. It journals each field before and after,
updates the rows, and keeps everything derived from them (counts, ranks, hashes) in step, all inside
the caller's transaction. How the journal is read and undone is told in `journal`.
"""

import contextlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import memtui
from memtui.domain.actor import Actor
from memtui.domain.instant import Instant
from memtui.domain.memory import Draft, Memory, State
from memtui.domain.text import fingerprint, well_formed
from memtui.store import about_nothing, card_changes, id_sets, scopes
from memtui.store.database import Store, Transaction
from memtui.store.looked_at import note_rules
from memtui.store.memories import AMONG, ids_json, rerank
from memtui.store.processes import this_process

USES = ("access_count", "session_count", "last_accessed_at")
"""What a merge adds up. It is journalled so that undo can take it off again; other uses aren't."""

_RANKING_FIELDS = frozenset({"scope", "type", "importance", "pinned", "provenance"})
_WORDED_FIELDS = frozenset({"text", "abstract", "scope", "categories", "provenance"})
"""Fields that may hold words, and so a secret."""
_COUNTED_FIELDS = frozenset({"scope", "state"})
_AGAIN = "ON CONFLICT (op_id, memory_id, field) DO UPDATE SET after = excluded.after"
"""An op that changes one field twice, such as two merges into one memory, did it once for the journal."""
_SET_FROM = 16
"""From this many memories that change state alike on, one row journals them all."""


def begin(tx: Transaction, kind: str, by: Actor, *, detail: str = "", undoes: int | None = None) -> int:
    """Start an op and return its id. It counts as running until `finish`."""
    return tx.insert(
        "INSERT INTO ops (kind, detail, actor, client, session, app_version, status, at, process, undoes) "
        "VALUES (?, ?, ?, ?, ?, ?, 'running', ?, ?, ?)",
        (
            kind,
            well_formed(detail),
            by.kind,
            by.client,
            by.session,
            memtui.__version__,
            tx.now,
            this_process(),
            undoes,
        ),
    )


def progress(tx: Transaction, op_id: int, changed: int) -> None:
    """Record how many memories a running op has changed so far."""
    tx.execute("UPDATE ops SET changed = ? WHERE id = ?", (changed, op_id))


def finish(
    tx: Transaction, op_id: int, changed: int, *, interrupted: bool = False, keep: bool = False
) -> None:
    """End an op, of which `changed` tells how many memories it changed, or else how many cards.

    One that changed nothing leaves no trace, unless told to `keep` it.
    """
    changed = changed or card_changes.count(tx, op_id)
    if not changed and not keep:
        tx.execute("DELETE FROM ops WHERE id = ?", (op_id,))
        return
    status = "interrupted" if interrupted else "done"
    tx.execute("UPDATE ops SET changed = ?, status = ? WHERE id = ?", (changed, status, op_id))


def mark_undone(tx: Transaction, op_id: int, by_op: int) -> None:
    """Record that `by_op` took `op_id` back.

    Ops that `op_id` had taken back now hold again, those that these had taken back no longer do, and so on
    to the first op of the chain.
    """
    tx.execute("UPDATE ops SET undone_by = ? WHERE id = ?", (by_op, op_id))
    child, undone = op_id, True
    while True:
        target = tx.query("SELECT undoes FROM ops WHERE id = ?", (child,))[0][0]
        if target is None:
            return
        tx.execute("UPDATE ops SET undone_by = ? WHERE id = ?", (None if undone else child, target))
        child, undone = target, not undone


def raise_version(tx: Transaction, memory_id: int, version: int) -> None:
    """Raise a memory's version to `version`, unless it is higher already."""
    tx.execute("UPDATE memories SET version = max(version, ?) WHERE id = ?", (version, memory_id))


def set_marks(tx: Transaction, memory_id: int, version: int, updated_at: Instant) -> None:
    """Set a memory's version and the time of its latest change to those of the store that changed it."""
    tx.execute(
        "UPDATE memories SET version = ?, updated_at = ? WHERE id = ?", (version, updated_at, memory_id)
    )


def mark_final(tx: Transaction, op_id: int) -> None:
    """Record that an op cannot be undone."""
    tx.execute("UPDATE ops SET undoable = 0 WHERE id = ?", (op_id,))


def record_creation(tx: Transaction, op_id: int, ids: range, state: State) -> None:
    """Journal that memories with consecutive ids came into being: undoing it makes them absent."""
    _journal_set(tx, op_id, ids, "state", State.ABSENT.value, state.value)


def apply(
    tx: Transaction,
    op_id: int,
    ids: Sequence[int],
    values: Mapping[str, object],
    *,
    expected: Mapping[str, object] | None = None,
    unless_state: State | None = None,
    cards_follow: bool = True,
) -> list[int]:
    """Set fields of memories, journalled under `op_id`, and return the ids that changed.

    Rows that already have the values are left alone, and so are rows whose fields are not what
    `expected` says: that makes it a compare-and-set. Rows in `unless_state` stay too. Everything
    derived from the fields follows, and what waits in Review about memories that are put away.
    """
    if _WORDED_FIELDS & values.keys():
        note_rules(tx)
    columns = {field: value for field, value in values.items() if field != "categories"}
    if unless_state is not None:
        rows = tx.query(
            f"SELECT id FROM memories WHERE id {AMONG} AND state != ?", (ids_json(ids), unless_state.value)
        )
        ids = [row[0] for row in rows]
    with scopes.recounted(tx, ids if _COUNTED_FIELDS & values.keys() else ()):
        changed = _apply_columns(tx, op_id, ids, columns, expected or {}) if columns else []
    if cards_follow and values.get("state", State.LIVE) != State.LIVE:
        about_nothing.withdraw(tx, changed, op_id)
    if _RANKING_FIELDS & columns.keys():
        rerank(tx, changed)
    if "categories" in values:
        wanted = str(values["categories"])
        relabelled = _apply_categories(tx, op_id, ids, wanted, (expected or {}).get("categories"))
        changed = sorted({*changed, *relabelled})
    return changed


def set_back(tx: Transaction, op_id: int, step: "Step") -> list[int]:
    """Undo one field of some memories where it is as it was left, and return the ids that changed.

    Cards follow when all is set back: one that waits again may rest on several memories.
    """
    before, after = {step.field: step.before}, {step.field: step.after}
    return apply(tx, op_id, step.ids, before, expected=after, cards_follow=False)


@contextlib.contextmanager
def uses_journalled(tx: Transaction, op_id: int, ids: Sequence[int]) -> Iterator[None]:
    """Journal what the block changes about the uses of some memories, so that undo can take it off again."""
    query = f"SELECT id, {', '.join(USES)} FROM memories WHERE id {AMONG} ORDER BY id"
    before = tx.query(query, (ids_json(ids),))
    yield
    changes = []
    for (memory_id, *old), (_, *new) in zip(before, tx.query(query, (ids_json(ids),)), strict=True):
        columns = zip(USES, old, new, strict=True)
        changes += [(op_id, memory_id, field, was, now) for field, was, now in columns if was != now]
    tx.execute_many(
        f"INSERT INTO op_changes (op_id, memory_id, field, before, after) VALUES (?, ?, ?, ?, ?) {_AGAIN}",
        changes,
    )


def add_uses(tx: Transaction, op_id: int, memory_id: int, others: Sequence[int]) -> None:
    """Count the uses of `others` as uses of one memory, journalled so that undo takes them off again."""
    with uses_journalled(tx, op_id, [memory_id]):
        (together,) = tx.query(
            "SELECT sum(access_count), sum(session_count), max(last_accessed_at) "
            f"FROM memories WHERE id {AMONG}",
            (ids_json([memory_id, *others]),),
        )
        tx.execute(
            "UPDATE memories SET access_count = ?, session_count = ?, last_accessed_at = ? WHERE id = ?",
            (*together, memory_id),
        )
    rerank(tx, [memory_id])


def take_off_uses(tx: Transaction, op_id: int, step: "Step") -> list[int]:
    """Undo one field of `add_uses`: what was added goes, what was used since stays."""
    wanted = ids_json(step.ids)
    value = (
        f"max({step.field} - ? + ?, 0)"
        if step.field != "last_accessed_at"
        else f"CASE WHEN {step.field} IS ? THEN ? ELSE {step.field} END"
    )
    tx.execute(
        "INSERT INTO op_changes (op_id, memory_id, field, before, after) "
        f"SELECT ?, id, ?, {step.field}, {value} FROM memories WHERE id {AMONG}",
        (op_id, step.field, step.after, step.before, wanted),
    )
    tx.execute(
        f"UPDATE memories SET {step.field} = {value} WHERE id {AMONG}", (step.after, step.before, wanted)
    )
    rerank(tx, step.ids)
    return step.ids


def uses_taken_off(tx: Transaction, op_id: int) -> dict[str, set[int]]:
    """Return by field the memories whose uses were taken off by undos of an op that were stopped.

    Other fields tell by their value what such an undo has set back already. A count does not.
    """
    rows = tx.query(
        "SELECT field, memory_id FROM ops JOIN op_changes ON op_id = ops.id "
        f"WHERE undoes = ? AND undone_by IS NULL AND field IN ({', '.join('?' * len(USES))})",
        (op_id, *USES),
    )
    ids_of: dict[str, set[int]] = {field: set() for field in USES}
    for field, memory_id in rows:
        ids_of[field].add(memory_id)
    return ids_of


def _apply_columns(
    tx: Transaction,
    op_id: int,
    ids: Sequence[int],
    values: Mapping[str, object],
    expected: Mapping[str, object],
) -> list[int]:
    where = f"id {AMONG}" + "".join(f" AND {field} IS ?" for field in expected)
    where_params = (ids_json(ids), *expected.values())
    differs = " OR ".join(f"{field} IS NOT ?" for field in values)
    rows = tx.query(
        f"SELECT id FROM memories WHERE {where} AND ({differs}) ORDER BY id",
        (*where_params, *values.values()),
    )
    changed = [row[0] for row in rows]
    if not changed:
        return []
    changed_json = ids_json(changed)
    for field, value in values.items():
        if field == "state" and len(changed) >= _SET_FROM:
            _journal_states(tx, op_id, changed_json, value)
        else:
            tx.execute(
                "INSERT INTO op_changes (op_id, memory_id, field, before, after) "
                f"SELECT ?, id, ?, {field}, ? FROM memories WHERE id {AMONG} AND {field} IS NOT ? {_AGAIN}",
                (op_id, field, value, changed_json, value),
            )
    derived = dict(values)
    if "text" in values:
        derived["norm_hash"] = fingerprint(str(values["text"]))
    assignments = ", ".join(f"{field} = ?" for field in derived)
    tx.execute(
        f"UPDATE memories SET {assignments}, version = version + 1, updated_at = ? WHERE id {AMONG}",
        (*derived.values(), tx.now, changed_json),
    )
    return changed


def _journal_states(tx: Transaction, op_id: int, ids: str, after: object) -> None:
    """Journal a change of state of many memories: one row for each state they come from."""
    by_state: dict[str, list[int]] = {}
    for memory_id, before in tx.query(f"SELECT id, state FROM memories WHERE id {AMONG} ORDER BY id", (ids,)):
        by_state.setdefault(before, []).append(memory_id)
    for before, members in by_state.items():
        _journal_set(tx, op_id, members, "state", before, after)


def _journal_set(
    tx: Transaction, op_id: int, ids: Sequence[int], field: str, before: object, after: object
) -> None:
    """Journal that one field of all these memories, in order of id, changed alike."""
    tx.execute(
        "INSERT INTO op_sets (op_id, first_id, last_id, ids, field, before, after) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (op_id, ids[0], ids[-1], id_sets.pack(ids), field, before, after),
    )


def journalled(memory: Memory | Draft) -> dict[str, object]:
    """Return what a person can change of a memory as the journal holds it, by field."""
    return {
        "text": memory.text,
        "abstract": memory.abstract,
        "scope": memory.scope,
        "type": memory.type.value,
        "state": memory.state.value,
        "importance": memory.importance,
        "pinned": int(memory.pinned),
        "categories": categories_json(memory.categories),
    }


def categories_json(categories: Sequence[str]) -> str:
    """Return categories as the journal holds them: a sorted JSON array."""
    return json.dumps(sorted(set(categories)), separators=(",", ":"))


def _apply_categories(
    tx: Transaction, op_id: int, ids: Sequence[int], wanted: str, expected: object
) -> list[int]:
    current: dict[int, list[str]] = {
        row[0]: [] for row in tx.query(f"SELECT id FROM memories WHERE id {AMONG}", (ids_json(ids),))
    }
    for memory_id, category in tx.query(
        f"SELECT memory_id, category FROM categories WHERE memory_id {AMONG}", (ids_json(ids),)
    ):
        current[memory_id].append(category)
    changed = []
    for memory_id, names in current.items():
        before = categories_json(names)
        if before == wanted or (expected is not None and before != expected):
            continue
        tx.execute(
            "INSERT INTO op_changes (op_id, memory_id, field, before, after) "
            f"VALUES (?, ?, 'categories', ?, ?) {_AGAIN}",
            (op_id, memory_id, before, wanted),
        )
        tx.execute("DELETE FROM categories WHERE memory_id = ?", (memory_id,))
        tx.execute_many(
            "INSERT INTO categories (memory_id, category) VALUES (?, ?)",
            [(memory_id, name) for name in json.loads(wanted)],
        )
        tx.execute(
            "UPDATE memories SET version = version + 1, updated_at = ? WHERE id = ?", (tx.now, memory_id)
        )
        changed.append(memory_id)
    return changed


@dataclass(frozen=True, slots=True)
class Step:
    """Memories of an op in which one field changed in the same way."""

    field: str
    before: object
    after: object
    ids: list[int]

    def without(self, ids: set[int]) -> "Step":
        """Return the step for the memories that are not among `ids`."""
        return self if not ids else replace(self, ids=[i for i in self.ids if i not in ids])


def steps(store: Store, op_id: int, size: int) -> Iterator[list[Step]]:
    """Yield what an op changed, in portions of about `size` changes, for undoing it."""
    memory_id, field = -1, ""
    while True:
        rows = store.query(
            "SELECT memory_id, field, before, after FROM op_changes "
            "WHERE op_id = ? AND (memory_id, field) > (?, ?) ORDER BY memory_id, field LIMIT ?",
            (op_id, memory_id, field, size),
        )
        if not rows:
            break
        memory_id, field = rows[-1][:2]
        alike: dict[tuple[object, ...], list[int]] = {}
        for row in rows:
            alike.setdefault(row[1:], []).append(row[0])
        yield [Step(str(key[0]), key[1], key[2], ids) for key, ids in alike.items()]
    sets = store.query("SELECT id FROM op_sets WHERE op_id = ? ORDER BY id", (op_id,))
    for (set_id,) in sets:
        first, last, packed, field, before, after = store.query(
            "SELECT first_id, last_id, ids, field, before, after FROM op_sets WHERE id = ?", (set_id,)
        )[0]
        ids = id_sets.unpack(first, last, packed)
        for start in range(0, len(ids), size):
            yield [Step(field, before, after, list(ids[start : start + size]))]


def changed_since(tx: Transaction, op_id: int, ids: Sequence[int]) -> set[int]:
    """Return which memories a later op has changed, if that op was not undone."""
    rows = tx.query(
        f"SELECT DISTINCT memory_id FROM op_changes JOIN ops ON ops.id = op_id WHERE memory_id {AMONG} "
        "AND op_id > ? AND undone_by IS NULL AND kind NOT IN ('undo', 'redo')",
        (ids_json(ids), op_id),
    )
    return {row[0] for row in rows}


def unlike(tx: Transaction, step: Step) -> list[int]:
    """Return the memories of a step whose field is neither as the op left it nor as it was before."""
    if step.field in USES:
        return []
    if step.field == "categories":
        names: dict[int, list[str]] = {i: [] for i in step.ids}
        for memory_id, category in tx.query(
            f"SELECT memory_id, category FROM categories WHERE memory_id {AMONG}", (ids_json(step.ids),)
        ):
            names[memory_id].append(category)
        return [i for i in step.ids if categories_json(names[i]) not in {step.before, step.after}]
    rows = tx.query(
        f"SELECT id FROM memories WHERE id {AMONG} AND {step.field} IS NOT ? AND {step.field} IS NOT ?",
        (ids_json(step.ids), step.before, step.after),
    )
    return [row[0] for row in rows]
