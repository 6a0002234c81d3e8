"""Records what the review pass has looked at, and what it must look at next.

The cost of a pass grows with the changes only: the journal names memories changed since the last pass,
`accesses` those that were used, and `review_due` those due at a set time (when they have faded or expired).
`meta` holds the place that the last pass reached.
"""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from memtui.domain.instant import EARLIEST, Instant
from memtui.domain.scope import subtree_bounds
from memtui.store import id_sets, scopes
from memtui.store.accesses import BY_AGENTS
from memtui.store.database import USES_REPORTED, Store, Transaction
from memtui.store.memories import AMONG, ids_json

_TAUGHT, _TAUGHT_SINCE = "review.taught", "review.taught_since"
_SEEN_OP, _SEEN_AT, _RULES, _CURSOR = (f"review.{name}" for name in ("seen_op", "seen_at", "rules", "cursor"))
_TREES = "review.trees"
_NO_YES = "AND op_id NOT IN (SELECT id FROM ops WHERE kind = 'accept')"
_USED = "access_count > 0 OR last_accessed_at IS NOT NULL"
_MANY = 20_000
"""Memories of a scope that take longer to sort than to walk."""


# -- how far the last pass came ----------------------------------------------------------------


def newest_op(store: Store) -> int:
    """Return the op up to which the journal is complete: the latest before any that still runs."""
    rows = store.query("SELECT min(id) - 1 FROM ops WHERE status = 'running'")
    if rows[0][0] is not None:
        return int(rows[0][0])
    return int(store.query("SELECT coalesce(max(id), 0) FROM ops")[0][0])


def seen(store: Store) -> tuple[int, Instant, str] | None:
    """Return up to which op and time the last pass looked, and by which rules; None before the first."""
    notes: dict[str, Any] = dict(
        store.query(f"SELECT key, value FROM meta WHERE key IN ('{_SEEN_OP}', '{_SEEN_AT}', '{_RULES}')")
    )
    if len(notes) < 3:
        return None
    return int(notes[_SEEN_OP]), float(notes[_SEEN_AT]), str(notes[_RULES])


def note_seen(tx: Transaction, op_id: int, at: Instant, rules: str) -> None:
    """Record that a pass by `rules` has looked at everything up to an op and a time."""
    tx.execute_many(
        "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)",
        [(_SEEN_OP, op_id), (_SEEN_AT, at), (_RULES, rules)],
    )
    tx.execute("DELETE FROM meta WHERE key = ?", (_CURSOR,))


def cursor(store: Store) -> str:
    """Return where a pass over the whole store was stopped, as it noted it; empty when none was."""
    rows = store.query("SELECT value FROM meta WHERE key = ?", (_CURSOR,))
    return str(rows[0][0]) if rows else ""


def note_cursor(tx: Transaction, value: str) -> None:
    """Record how far a pass over the whole store is."""
    tx.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (_CURSOR, value))


def trees(store: Store) -> dict[str, str]:
    """Return the marks of work trees that the last pass noted, by folder."""
    rows = store.query("SELECT value FROM meta WHERE key = ?", (_TREES,))
    return dict(json.loads(rows[0][0])) if rows else {}


def note_trees(tx: Transaction, marks: Mapping[str, str]) -> None:
    """Record the marks of the work trees that a pass has looked into."""
    tx.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (_TREES, json.dumps(dict(marks))))


# -- what verdicts taught the learned model -----------------------------------------------------


class Lesson(NamedTuple):
    """What the verdicts in one project have changed there."""

    shift: float
    """What is added to the logit of its memories, on top of the whole store's."""
    yes: int
    no: int


@dataclass(frozen=True, slots=True)
class Taught:
    """What the person's verdicts on what the learned model proposed have changed."""

    shift: float = 0.0
    """What is added to the logit of every memory: below 0 it asks less."""
    yes: int = 0
    no: int = 0
    homes: dict[str, Lesson] = field(default_factory=dict)
    """The same by the first levels of scopes, such as `/project/shop`."""


def taught(store: Store) -> Taught:
    """Return what verdicts had taught by the last pass."""
    rows = store.query("SELECT value FROM meta WHERE key = ?", (_TAUGHT,))
    if not rows:
        return Taught()
    shift, yes, no, *homes = json.loads(rows[0][0])
    return Taught(
        shift, yes, no, {home: Lesson(*fields) for home, fields in homes[0].items()} if homes else {}
    )


def note_taught(tx: Transaction, lessons: Taught) -> None:
    """Record what verdicts have taught."""
    value = json.dumps([lessons.shift, lessons.yes, lessons.no, lessons.homes])
    tx.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (_TAUGHT, value))


def taught_since(store: Store) -> Instant:
    """Return from when on verdicts teach the learned model; 0 for all of them."""
    rows = store.query("SELECT value FROM meta WHERE key = ?", (_TAUGHT_SINCE,))
    return float(rows[0][0]) if rows else 0.0


def forget_taught(tx: Transaction) -> None:
    """Let only verdicts from now on teach the learned model."""
    tx.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (_TAUGHT_SINCE, tx.now))
    tx.execute("DELETE FROM meta WHERE key = ?", (_TAUGHT,))


# -- what to look at -----------------------------------------------------------------------------


def changed_since(store: Store, op_id: int) -> set[int]:
    """Return the memories that ops after `op_id` changed, by the journal."""
    changed = {
        row[0] for row in store.query("SELECT DISTINCT memory_id FROM op_changes WHERE op_id > ?", (op_id,))
    }
    for first, last, packed in store.query(
        "SELECT first_id, last_id, ids FROM op_sets WHERE op_id > ?", (op_id,)
    ):
        changed.update(id_sets.unpack(first, last, packed))
    return changed


def not_looked_at(store: Store) -> int:
    """Return how many live memories came, or got another text, since the last pass; all before the first.

    What a yes to a card made of them was looked at by the person.
    """
    last = seen(store)
    if last is None:
        return sum(count for (count,) in store.query("SELECT count FROM scopes WHERE state = 'live'"))
    ids = {
        row[0]
        for row in store.query(
            f"SELECT DISTINCT memory_id FROM op_changes WHERE op_id > ? AND field = 'text' {_NO_YES}",
            (last[0],),
        )
    }
    for first, end, packed in store.query(
        f"SELECT first_id, last_id, ids FROM op_sets WHERE op_id > ? AND before = 'absent' {_NO_YES}",
        (last[0],),
    ):
        ids.update(id_sets.unpack(first, end, packed))
    if not ids:
        return 0
    rows = store.query(
        f"SELECT count(*) FROM memories WHERE id {AMONG} AND +state = 'live'", (ids_json(sorted(ids)),)
    )
    return int(rows[0][0])


def used_since(store: Store, at: Instant) -> set[int]:
    """Return the memories that were used after a time."""
    return {row[0] for row in store.query("SELECT DISTINCT memory_id FROM accesses WHERE at > ?", (at,))}


def spared_since(store: Store, rules: Iterable[str], at: Instant) -> set[int]:
    """Return the memories about which a person said no to a card of some rules since a time."""
    rows = store.query(
        "SELECT t.memory_id FROM proposals p JOIN proposal_targets t ON t.proposal_id = p.id "
        f"WHERE p.status = 'rejected' AND p.decided_at >= ? AND p.rule {AMONG}",
        (at, json.dumps(sorted(rules))),
    )
    return {row[0] for row in rows}


def due(store: Store, now: Instant, limit: int) -> list[int]:
    """Return memories that are to be looked at again by now, the longest due first."""
    rows = store.query("SELECT memory_id FROM review_due WHERE at <= ? ORDER BY at LIMIT ?", (now, limit))
    return [row[0] for row in rows]


def due_in(store: Store, scope: str, limit: int) -> list[int]:
    """Return memories of a scope and what lies below it that are to be looked at again some day."""
    low, high = subtree_bounds(scope)
    rows = store.query(
        "SELECT m.id FROM memories m JOIN review_due d ON d.memory_id = m.id "
        "WHERE m.scope = ? OR (m.scope >= ? AND m.scope < ?) ORDER BY d.at LIMIT ?",
        (scope, low, high, limit),
    )
    return [row[0] for row in rows]


def set_due(tx: Transaction, when: Iterable[tuple[int, Instant]]) -> None:
    """Have memories looked at again at some time: (memory id, when). A memory has one such time."""
    tx.execute_many("INSERT OR REPLACE INTO review_due (memory_id, at) VALUES (?, ?)", when)


def clear_due(tx: Transaction, memory_ids: Sequence[int]) -> None:
    """Forget when memories were to be looked at again."""
    tx.execute(f"DELETE FROM review_due WHERE memory_id {AMONG}", (ids_json(memory_ids),))


def live_ids(store: Store, after: int, limit: int) -> list[int]:
    """Return live memories in order of id, from the one that follows `after`."""
    # The plus keeps SQLite to the table's own order; an index over states would have to be sorted each time.
    rows = store.query(
        "SELECT id FROM memories WHERE id > ? AND +state = 'live' ORDER BY id LIMIT ?", (after, limit)
    )
    return [row[0] for row in rows]


def newest_texts(store: Store, scope: str, limit: int) -> list[str]:
    """Return the texts of the newest live memories of a scope and what lies below it."""
    return [text for _, text in newest(store, scope, limit)]


def newest(store: Store, scope: str, limit: int) -> list[tuple[int, str]]:
    """Return the id and text of the newest live memories of a scope and what lies below it, newest first."""
    low, high = subtree_bounds(scope)
    # Few are found by their scope and sorted; many are met often enough on a walk from the newest back.
    few = scopes.count(store, scope) < _MANY
    plus = "" if few else "+"
    rows = store.query(
        f"SELECT id, text FROM memories WHERE ({plus}scope = ? OR ({plus}scope >= ? AND {plus}scope < ?)) "
        "AND +state = 'live' ORDER BY id DESC LIMIT ?",
        (scope, low, high, limit),
    )
    return [(row[0], row[1]) for row in rows]


def uses_reported_since(store: Store, source: str) -> Instant | None:
    """Return since when uses of a source's memories are known; None if no agent ever used one.

    That is the first use by an agent, or the distant past where the source told of uses itself. What a person
    confirmed or brought back says nothing of what agents ask for.
    """
    if not _has_uses(store, source):
        return None
    by_agents = store.query(
        "SELECT a.at FROM accesses a INDEXED BY accesses_by_time JOIN memories m ON m.id = a.memory_id "
        f"WHERE m.source = ? AND {BY_AGENTS} ORDER BY a.at LIMIT 1",
        (source,),
    )
    if by_agents:
        (since,) = by_agents[0]
        return float(since)
    told = store.query(
        f"SELECT 1 FROM memories WHERE source = ? AND ({_USED}) "
        "AND NOT EXISTS (SELECT 1 FROM accesses WHERE memory_id = memories.id) LIMIT 1",
        (source,),
    )
    return -math.inf if told else None


def note_uses_reported(tx: Transaction, since: Mapping[str, Instant]) -> None:
    """Record since when uses are known, by source: what fading rests on everywhere until the next pass."""
    value = json.dumps({source: max(at, EARLIEST) for source, at in since.items()})
    tx.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (USES_REPORTED, value))


def _has_uses(store: Store, source: str) -> bool:
    return bool(store.query(f"SELECT 1 FROM memories WHERE source = ? AND ({_USED}) LIMIT 1", (source,)))
