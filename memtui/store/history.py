"""The journal, searched: the ops that an `OpFilter` asks for.

In a store of a million ops that takes up to seconds, so the newest are looked through first and what was
found is handed on portion by portion; the screen reads it in a thread, and can interrupt it.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memtui.domain.actor import ActorKind
from memtui.domain.filter import Filter
from memtui.domain.memory import State
from memtui.domain.scope import ROOT, subtree_bounds
from memtui.store import id_sets, selection
from memtui.store.database import Store
from memtui.store.journal import TOLD_BY_ITS_OP
from memtui.store.memories import AMONG, ids_json
from memtui.store.op_filter import OpFilter, kinds_saying
from memtui.store.op_labels import KINDS

_FIRST = 2_000
"""How many ops are looked through before anything is handed on; each portion after it is larger."""
_GROWTH = 8
"""Each further stretch of the journal is so much longer: rare ops are found in a few steps."""
_ANY_STATE = frozenset(State)


@dataclass(frozen=True, slots=True)
class _Condition:
    """One word or the scope: what an op has to have of it."""

    term: int
    """Its number in `temp.op_terms`, which holds the memories that have it now."""
    otherwise: str
    """The SQL over `ops` as `o` for what has it in another way."""
    params: tuple[object, ...]


def count(store: Store) -> int:
    """Return how many ops there are, folded as `journal.ops` folds them."""
    return int(store.query(f"SELECT count(*) FROM ops WHERE NOT ({TOLD_BY_ITS_OP})")[0][0])


def search(
    store: Store, wanted: OpFilter, *, before: int | None = None, folded: bool = False
) -> Iterator[list[int]]:
    """Yield the ids of the ops that `wanted` asks for, newest first, in portions that may be empty.

    Only those older than op `before` when it is given, and `folded` as `journal.ops` folds them. Writes a
    temporary table of the connection, so one search at a time. Raises StoreError and Interrupted.
    """
    newest = int(store.query("SELECT coalesce(max(id), 0) FROM ops")[0][0])
    top = newest if before is None else min(newest, before - 1)
    plain, params = _plain(wanted)
    terms = _terms(store, wanted)
    size = _FIRST
    while top > 0:
        bottom = max(top - size, 0)
        parts, values = ["o.id > ? AND o.id <= ?", *plain], [bottom, top, *params]
        for term in terms:
            packed = ids_json(_in_packed(store, term.term, bottom, top))
            parts.append(f"({_HAS_NOW} OR o.id {AMONG} OR {term.otherwise})")
            values += [term.term, term.term, packed, *term.params]
        if folded:
            parts.append(f"o.id NOT IN (SELECT id FROM ops WHERE id > ? AND id <= ? AND {TOLD_BY_ITS_OP})")
            values += [bottom, top]
        rows = store.query(f"SELECT o.id FROM ops o WHERE {' AND '.join(parts)} ORDER BY o.id DESC", values)
        yield [row[0] for row in rows]
        top, size = bottom, size * _GROWTH


_HAS_NOW = (
    "EXISTS (SELECT 1 FROM op_changes c CROSS JOIN temp.op_terms t ON t.term = ? AND t.id = c.memory_id "
    "WHERE c.op_id = o.id) OR EXISTS (SELECT 1 FROM op_sets s WHERE s.op_id = o.id AND s.ids IS NULL AND "
    "EXISTS (SELECT 1 FROM temp.op_terms t WHERE t.term = ? AND t.id BETWEEN s.first_id AND s.last_id))"
)
"""An op that changed a memory which has a term now; packed sets are looked into by `_in_packed`.

A cross join, so that SQLite walks the few changes of the op, not the many memories that have the term.
"""


def _plain(wanted: OpFilter) -> tuple[list[str], list[object]]:
    """Return the conditions that the rows of `ops` answer alone, and their parameters."""
    parts: list[str] = []
    params: list[object] = []
    if wanted.did:
        nouns = {KINDS.get(kind, kind) for kind in wanted.did}
        parts.append(f"(o.kind {AMONG} OR o.kind IN ('accept', 'auto') AND o.detail {AMONG})")
        params += [json.dumps(sorted(wanted.did)), json.dumps(sorted(nouns))]
    if wanted.actor is not None:
        parts.append("o.actor = ?")
        params.append(wanted.actor)
    if wanted.by:
        kinds = [name for name in wanted.by if name in set(ActorKind)]
        programs = [name for name in wanted.by if name not in kinds]
        each = ["o.actor = ?"] * len(kinds) + ["o.client LIKE ? ESCAPE char(92)"] * len(programs)
        parts.append(f"({' OR '.join(each)})")
        params += [*kinds, *(f"{selection.like(name)}%" for name in programs)]
    if wanted.made is not None:
        parts.append("o.at >= ? AND o.at < ?")
        params += [wanted.made.start, wanted.made.end]
    return parts, params


def _terms(store: Store, wanted: OpFilter) -> list[_Condition]:
    """Note which memories have each word and lie in the scope, and return what is asked of an op."""
    store.query("DROP TABLE IF EXISTS temp.op_terms")
    store.query("CREATE TABLE temp.op_terms (term INTEGER, id INTEGER, PRIMARY KEY (term, id)) WITHOUT ROWID")
    conditions = []
    for term, word in enumerate(map(selection.bindable, wanted.words)):
        unfinished = wanted.prefix and term == len(wanted.words) - 1
        _note(store, term, Filter(words=(word,), prefix=unfinished, states=_ANY_STATE))
        conditions.append(_Condition(term, *_said_of(word)))
    if wanted.scope != ROOT:
        term = len(wanted.words)
        _note(store, term, Filter(scope=wanted.scope, states=_ANY_STATE))
        conditions.append(_Condition(term, *_moved_out_of(wanted.scope)))
    return conditions


def _note(store: Store, term: int, memories: Filter) -> None:
    where = selection.condition(store, memories, store.now())
    store.fill_temporary(
        f"INSERT INTO temp.op_terms SELECT ?, m.id FROM memories m WHERE {where.sql}",
        [(term, *where.params)],
    )


def _said_of(word: str) -> tuple[str, tuple[object, ...]]:
    """Return the condition for ops with a word in what they are called, or in a text from before or after."""
    kinds, inside = json.dumps(kinds_saying(word)), f"%{selection.like(word)}%"
    like = "LIKE ? ESCAPE char(92)"
    return (
        f"o.kind {AMONG} OR o.detail {like} "
        f"OR EXISTS (SELECT 1 FROM ops u WHERE u.id = o.undoes AND (u.kind {AMONG} OR u.detail {like})) "
        "OR EXISTS (SELECT 1 FROM op_changes c WHERE c.op_id = o.id AND c.field IN ('text', 'abstract') "
        f"AND (c.before {like} OR c.after {like}))",
        (kinds, inside, kinds, inside, inside, inside),
    )


def _moved_out_of(scope: str) -> tuple[str, tuple[object, ...]]:
    """Return the condition for ops that moved a memory into a scope or out of it."""
    bounds = (scope, *subtree_bounds(scope))
    inside = "(c.{0} = ? OR (c.{0} >= ? AND c.{0} < ?))"
    either = f"{inside.format('before')} OR {inside.format('after')}"
    return (
        "EXISTS (SELECT 1 FROM op_changes c WHERE c.op_id = o.id AND c.field = 'scope' "
        f"AND ({either})) OR EXISTS (SELECT 1 FROM op_sets c WHERE c.op_id = o.id AND c.field = 'scope' "
        f"AND ({either}))",
        bounds * 4,
    )


def _in_packed(store: Store, term: int, bottom: int, top: int) -> Sequence[int]:
    """Return the ops after `bottom` up to `top` with a packed set that holds a memory which has a term."""
    op_ids = set()
    for portion in store.stream(
        "SELECT op_id, first_id, last_id, ids FROM op_sets "
        "WHERE op_id > ? AND op_id <= ? AND ids IS NOT NULL",
        (bottom, top),
        size=1,
    ):
        op_id, first, last, packed = portion[0]
        ids = ids_json(id_sets.unpack(first, last, packed))
        if op_id not in op_ids and store.query(
            f"SELECT 1 FROM temp.op_terms WHERE term = ? AND id {AMONG} LIMIT 1", (term, ids)
        ):
            op_ids.add(op_id)
    return sorted(op_ids)
