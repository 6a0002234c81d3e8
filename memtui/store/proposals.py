"""The review queue: proposals with their targets, their status, and the decisions.

The review pass, capture and agents record findings; the faces read pages of open proposals; verdicts mark
them decided, in the transaction that makes the change. A verdict names its op, so that undoing the op opens
the proposal again.

A proposal is stale when a target's version has changed. Staleness is not stored but read with the proposal,
so it shows at once, whoever changed the target.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memtui.domain.card_kinds import Kind, kind_named
from memtui.domain.deeds import Change
from memtui.domain.instant import Instant
from memtui.domain.proposal import REVIEW, Evidence, Proposal, Target
from memtui.domain.proposal_status import WAITING, Status
from memtui.domain.scope import ROOT, subtree_bounds
from memtui.store import card_changes
from memtui.store.database import Row, Store, Transaction
from memtui.store.memories import AMONG, ids_json

_COLUMNS = (
    "id, kind, rule, status, reason, change, evidence, scope, confidence, saves, batch, origin, created_at, "
    "until, decided_at, op_id"
)
_STALE = (
    "SELECT DISTINCT t.proposal_id FROM proposal_targets t LEFT JOIN memories m ON m.id = t.memory_id "
    "WHERE (m.id IS NULL OR m.version != t.version)"
)
_WAITING = ", ".join(f"'{status}'" for status in WAITING)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which open proposals: a field left at its default asks nothing."""

    kinds: frozenset[Kind] = frozenset()
    scope: str = ROOT
    status: Status = Status.OPEN
    batch: str | None = None
    rule: str = ""


# -- writing ---------------------------------------------------------------------------------


def decide(
    tx: Transaction, ids: Sequence[int], status: Status, op_id: int, *, until: Instant | None = None
) -> list[int]:
    """Mark waiting proposals decided by an op, and return which; others were decided by someone else."""
    waiting = _standing(tx, ids)
    card_changes.note(tx, op_id, waiting, status)
    decided = list(waiting)
    tx.execute(
        f"UPDATE proposals SET status = ?, op_id = ?, decided_at = ?, until = coalesce(?, until) "
        f"WHERE id {AMONG}",
        (status, op_id, tx.now, until, ids_json(decided)),
    )
    return decided


def withdraw(tx: Transaction, ids: Sequence[int], op_id: int | None = None) -> int:
    """Take waiting proposals back, because what they rest on is no longer so. Returns how many.

    Op `op_id` does that; without it, whatever op has changed the memories of those that are stale.
    """
    waiting = _standing(tx, ids)
    stale = {row[0] for row in tx.query(f"{_STALE} AND t.proposal_id {AMONG}", (ids_json(ids),))}
    followed = {i: status for i, status in waiting.items() if op_id is not None or i in stale}
    card_changes.note(tx, op_id, followed, Status.WITHDRAWN)
    return tx.execute(
        f"UPDATE proposals SET status = 'withdrawn', decided_at = ? WHERE id {AMONG}",
        (tx.now, ids_json(list(waiting))),
    )


def _standing(tx: Transaction, ids: Sequence[int]) -> dict[int, str]:
    """Return where those of these proposals stand that wait."""
    return dict(
        tx.query(
            f"SELECT id, status FROM proposals WHERE id {AMONG} AND status IN ({_WAITING}) ORDER BY id",
            (ids_json(ids),),
        )
    )


def wake(tx: Transaction) -> int:
    """Open again what was put off until now or earlier. Returns how many."""
    return tx.execute(
        "UPDATE proposals SET status = 'open', until = NULL, op_id = NULL, decided_at = NULL "
        "WHERE status = 'later' AND until <= ?",
        (tx.now,),
    )


def is_due(store: Store) -> bool:
    """Say whether something that was put off is to come back; takes microseconds."""
    rows = store.query(
        "SELECT 1 FROM proposals WHERE status = 'later' AND until <= ? LIMIT 1", (store.now(),)
    )
    return bool(rows)


def as_before(tx: Transaction, memory_ids: Sequence[int]) -> None:
    """Call waiting proposals current again where the text of their memory is the one they were found with.

    An undo gives a memory its old text back under a new version.
    """
    tx.execute(
        "UPDATE proposal_targets SET version = (SELECT version FROM memories m WHERE m.id = memory_id) "
        f"WHERE memory_id {AMONG} AND EXISTS (SELECT 1 FROM memories m WHERE m.id = memory_id "
        "AND m.norm_hash = fingerprint AND m.state = 'live') AND proposal_id IN "
        f"(SELECT id FROM proposals WHERE status IN ({_WAITING}))",
        (ids_json(memory_ids),),
    )


def delete_about(tx: Transaction, memory_ids: Sequence[int]) -> None:
    """Delete proposals about memories that are being purged: their reasons and evidence quote them."""
    rows = tx.query(
        f"SELECT DISTINCT proposal_id FROM proposal_targets WHERE memory_id {AMONG}", (ids_json(memory_ids),)
    )
    delete(tx, [row[0] for row in rows])


def delete(tx: Transaction, ids: Sequence[int]) -> None:
    """Delete proposals, decided ones too."""
    tx.execute(f"DELETE FROM proposals WHERE id {AMONG}", (ids_json(ids),))
    tx.execute(f"DELETE FROM proposal_targets WHERE proposal_id {AMONG}", (ids_json(ids),))
    card_changes.forget(tx, ids)


# -- reading ---------------------------------------------------------------------------------


def get(store: Store, proposal_id: int) -> Proposal | None:
    """Return one proposal, None when there is none of this id."""
    return next(iter(get_many(store, [proposal_id])), None)


def get_many(store: Store, ids: Sequence[int]) -> list[Proposal]:
    """Return proposals in the order of `ids`; missing ones are left out."""
    wanted = ids_json(ids)
    targets: dict[int, list[Target]] = {}
    for proposal_id, *columns in store.query(
        "SELECT proposal_id, memory_id, version, fingerprint FROM proposal_targets "
        f"WHERE proposal_id {AMONG} ORDER BY proposal_id, position",
        (wanted,),
    ):
        targets.setdefault(proposal_id, []).append(Target(*columns))
    stale = {row[0] for row in store.query(f"{_STALE} AND t.proposal_id {AMONG}", (wanted,))}
    by_id = {
        row[0]: _proposal(row, tuple(targets.get(row[0], ())), row[0] in stale)
        for row in store.query(f"SELECT {_COLUMNS} FROM proposals WHERE id {AMONG}", (wanted,))
    }
    return [by_id[i] for i in ids if i in by_id]


def _proposal(row: Row, targets: tuple[Target, ...], stale: bool) -> Proposal:
    status = Status(row[3])
    return Proposal(
        id=row[0],
        kind=kind_named(row[1]),
        rule=row[2],
        status=status,
        reason=row[4],
        change=Change.from_json(json.loads(row[5])),
        evidence=Evidence.from_json(json.loads(row[6])),
        scope=row[7],
        confidence=row[8],
        saves=row[9],
        batch=row[10],
        origin=row[11],
        created_at=row[12],
        until=row[13],
        decided_at=row[14],
        op_id=row[15] if row[15] is None or row[15] > 0 else None,
        targets=targets,
        stale=stale and status in WAITING,
    )


def where_sql(wanted: Wanted) -> tuple[str, list[object]]:
    """Return the condition for the proposals that are asked for, and its parameters."""
    parts, params = ["status = ?"], [wanted.status.value]
    values: list[object] = list(params)
    if wanted.kinds:
        kinds = sorted(kind.value for kind in wanted.kinds)
        parts.append(f"kind IN ({', '.join('?' * len(kinds))})")
        values += kinds
    if wanted.batch is not None:
        parts.append("batch = ?")
        values.append(wanted.batch)
    if wanted.rule:
        parts.append("rule = ?")
        values.append(wanted.rule)
    if wanted.scope != ROOT:
        parts.append("(scope = ? OR (scope >= ? AND scope < ?))")
        values += [wanted.scope, *subtree_bounds(wanted.scope)]
    return " AND ".join(parts), values


def ids(store: Store, wanted: Wanted | None = None, *, limit: int = -1) -> list[int]:
    """Return proposals' ids, what is worth most first."""
    where, params = where_sql(wanted or Wanted())
    rows = store.query(
        f"SELECT id FROM proposals WHERE {where} ORDER BY worth DESC, id LIMIT ?", (*params, limit)
    )
    return [row[0] for row in rows]


def outline(store: Store, wanted: Wanted | None, *, limit: int = -1) -> list[Row]:
    """Return (id, name of its kind, batch, worth), what is worth most first. Reads an index only."""
    where, params = where_sql(wanted or Wanted())
    return store.query(
        f"SELECT id, kind, batch, worth FROM proposals WHERE {where} ORDER BY worth DESC, id LIMIT ?",
        (*params, limit),
    )


def counts(store: Store, wanted: Wanted | None = None) -> dict[Kind, int]:
    """Return how many proposals there are of each kind, in the order of `Kind`."""
    where, params = where_sql(wanted or Wanted())
    by_kind: dict[str, int] = dict(
        store.query(f"SELECT kind, count(*) FROM proposals WHERE {where} GROUP BY kind", params)
    )
    return {kind: by_kind[kind] for kind in Kind if kind in by_kind}


def next_return(store: Store) -> Instant | None:
    """Return when the first that was put off comes back; None when none was."""
    until = store.query("SELECT min(until) FROM proposals WHERE status = 'later'")[0][0]
    return None if until is None else float(until)


def count_open(store: Store) -> int:
    """Return how many proposals are open: for the header, in microseconds."""
    return int(store.query("SELECT count(*) FROM proposals WHERE status = 'open'")[0][0])


def count_waiting(tx: Transaction, *, origin: str = "", batch: str = "") -> int:
    """Return how many proposals of an origin, or of a batch, are undecided."""
    field, value = ("origin", origin) if origin else ("batch", batch)
    rows = tx.query(f"SELECT count(*) FROM proposals WHERE status IN ({_WAITING}) AND {field} = ?", (value,))
    return int(rows[0][0])


def memories_of(tx: Transaction, ids: Sequence[int]) -> list[int]:
    """Return the memories that these proposals are about."""
    rows = tx.query(
        f"SELECT DISTINCT memory_id FROM proposal_targets WHERE proposal_id {AMONG}", (ids_json(ids),)
    )
    return [row[0] for row in rows]


def count_targets(store: Store, ids: Sequence[int]) -> int:
    """Return how many memories these proposals are about."""
    rows = store.query(
        f"SELECT count(DISTINCT memory_id) FROM proposal_targets WHERE proposal_id {AMONG}", (ids_json(ids),)
    )
    return int(rows[0][0])


def waiting_about(store: Store, memory_ids: Iterable[int]) -> dict[int, list[int]]:
    """Return for each of these memories the undecided proposals about it."""
    by_memory: dict[int, list[int]] = {}
    for memory_id, proposal_id in store.query(
        "SELECT t.memory_id, p.id FROM proposal_targets t JOIN proposals p ON p.id = t.proposal_id "
        f"WHERE t.memory_id {AMONG} AND p.status IN ({_WAITING}) ORDER BY p.id",
        (ids_json(list(memory_ids)),),
    ):
        by_memory.setdefault(memory_id, []).append(proposal_id)
    return by_memory


def waiting_of(store: Store, ids: Sequence[int], kinds: Iterable[Kind]) -> list[int]:
    """Return which of these proposals are undecided, were found by a rule, and are of these kinds."""
    # What an import or another machine taught is found once, and by no rule.
    wanted = sorted(kind.value for kind in kinds if kind is not Kind.LEARNED)
    rows = store.query(
        f"SELECT id FROM proposals WHERE id {AMONG} AND status IN ({_WAITING}) AND origin = ? "
        f"AND kind IN ({', '.join('?' * len(wanted))}) ORDER BY id",
        (ids_json(ids), REVIEW, *wanted),
    )
    return [row[0] for row in rows]


def is_stale(tx: Transaction, proposal_id: int) -> bool:
    """Say whether a proposal has a target that has changed since."""
    return bool(tx.query(f"{_STALE} AND t.proposal_id = ?", (proposal_id,)))


def stale_ids(store: Store) -> list[int]:
    """Return the undecided proposals with a target that has changed since."""
    rows = store.query(
        f"{_STALE} AND t.proposal_id IN (SELECT id FROM proposals WHERE status IN ({_WAITING}))"
    )
    return [row[0] for row in rows]
