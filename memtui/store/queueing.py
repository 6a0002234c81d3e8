"""Putting findings into the review queue, and bringing what waits there up to date.

The review pass, capture and agents record what they found; `proposals` has what becomes of it afterwards.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from memtui.domain.muting import muted_as
from memtui.domain.proposal import REVIEW, Finding, Target
from memtui.domain.proposal_status import WAITING, Status
from memtui.domain.text import well_formed
from memtui.store import card_changes, proposals
from memtui.store.database import Row, Transaction
from memtui.store.declined import is_declined

_CONTENT = (
    "kind, rule, identity, reason, change, evidence, scope, confidence, worth, saves, batch, origin, run_id, "
    "created_at"
)


@dataclass(slots=True)
class Recorded:
    """What became of findings."""

    added: list[int] = field(default_factory=list)
    """The ids of the new proposals."""
    known: list[int] = field(default_factory=list)
    """In the queue already; brought up to date."""
    suppressed: int = 0
    """Decided before, and nothing has changed."""
    held: list[Finding] = field(default_factory=list)
    """New, but there was no room for them."""


def record(
    tx: Transaction,
    findings: Sequence[Finding],
    run_id: int | None = None,
    *,
    room: int | None = None,
    op_id: int | None = None,
) -> Recorded:
    """Put findings into the queue, except what was decided before; at most `room` new ones.

    Op `op_id` brings them; what a pass finds, whatever op changed its memories. One that waits already keeps
    its id and is brought up to date, unless it stands for other memories that say the same. One that was
    rejected stays so, for good. One that was accepted comes back only about other memories, or when its
    verdict was undone; a secret whenever it is there again. Run `run_id` of a pass makes none about a memory
    that has changed since it was read.
    """
    recorded = Recorded()
    made: dict[Status, list[int]] = {}
    muted = {row[0] for row in tx.query("SELECT rule FROM review_rules WHERE muted_at IS NOT NULL")}
    for finding in findings:
        identity = finding.identity
        waiting: int | None = None
        decided = False
        for proposal_id, status in tx.query(
            "SELECT id, status FROM proposals WHERE identity = ? AND status != 'withdrawn'", (identity,)
        ):
            if status in WAITING:
                waiting = proposal_id
            elif status == Status.REJECTED or (
                not finding.change.final and _is_about(tx, proposal_id, finding)
            ):
                decided = True
        if decided or (waiting is None and is_declined(tx, finding)):
            recorded.suppressed += 1
        elif waiting is not None:
            recorded.known.append(waiting)
            if _is_about(tx, waiting, finding) or proposals.is_stale(tx, waiting):
                replace_with(tx, waiting, finding)
        elif run_id is not None and _is_overtaken(tx, finding):
            continue
        elif room is not None and len(recorded.added) >= room:
            recorded.held.append(finding)
        else:
            held_back = muted_as(muted, finding.kind, finding.rule, finding.scope)
            status = Status.MUTED if held_back else Status.OPEN
            recorded.added.append(_insert(tx, finding, identity, status, run_id))
            if op_id is not None or finding.origin == REVIEW:
                made.setdefault(status, []).append(recorded.added[-1])
    for status, cards in made.items():
        card_changes.note(tx, op_id, dict.fromkeys(cards, Status.WITHDRAWN), status)
    return recorded


def _is_overtaken(tx: Transaction, finding: Finding) -> bool:
    """Say whether a memory has changed since a pass read it; the next one looks at it again."""
    return any(
        tx.query("SELECT 1 FROM memories WHERE id = ? AND version != ?", (target.id, target.version))
        for target in finding.targets
    )


def _insert(tx: Transaction, finding: Finding, identity: int, status: Status, run_id: int | None) -> int:
    proposal_id = tx.insert(
        "INSERT INTO proposals (kind, rule, identity, status, reason, change, evidence, scope, confidence, "
        "worth, saves, batch, origin, run_id, created_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (finding.kind, finding.rule, identity, status, *_columns(finding), finding.origin, run_id, tx.now),
    )
    _insert_targets(tx, proposal_id, finding.targets)
    return proposal_id


def _columns(finding: Finding) -> Row:
    return (
        well_formed(finding.reason),
        _json(finding.change.to_json()),
        _json(finding.evidence.to_json()),
        finding.scope,
        finding.confidence,
        finding.worth,
        finding.saves,
        finding.batch,
    )


def _refresh(tx: Transaction, proposal_id: int, finding: Finding) -> None:
    tx.execute(
        "UPDATE proposals SET reason = ?, change = ?, evidence = ?, scope = ?, confidence = ?, worth = ?, "
        "saves = ?, batch = ? WHERE id = ?",
        (*_columns(finding), proposal_id),
    )
    tx.execute("DELETE FROM proposal_targets WHERE proposal_id = ?", (proposal_id,))
    _insert_targets(tx, proposal_id, finding.targets)


def replace_with(tx: Transaction, proposal_id: int, finding: Finding) -> None:
    """Put a finding in the place of a stale proposal that it was found anew for.

    Where it says something else now, the proposal as it was is kept for when its memories are set back.
    """
    ((identity, status),) = tx.query("SELECT identity, status FROM proposals WHERE id = ?", (proposal_id,))
    says_else = identity != finding.identity or not _is_about(tx, proposal_id, finding)
    as_it_was = _copy(tx, proposal_id) if says_else and status in WAITING else None
    tx.execute("UPDATE proposals SET identity = ? WHERE id = ?", (finding.identity, proposal_id))
    _refresh(tx, proposal_id, finding)
    op_id = card_changes.latest_op(tx, [proposal_id, as_it_was]) if as_it_was is not None else None
    if as_it_was is not None and op_id is not None:
        card_changes.note(tx, op_id, {as_it_was: status}, Status.WITHDRAWN)
        card_changes.note(tx, op_id, {proposal_id: Status.WITHDRAWN}, Status(status))


def _copy(tx: Transaction, proposal_id: int) -> int:
    """Copy a proposal, withdrawn, and return the id of the copy."""
    copy = tx.insert(
        f"INSERT INTO proposals ({_CONTENT}, status, decided_at) "
        f"SELECT {_CONTENT}, '{Status.WITHDRAWN}', ? FROM proposals WHERE id = ?",
        (tx.now, proposal_id),
    )
    tx.execute(
        "INSERT INTO proposal_targets (proposal_id, position, memory_id, version, fingerprint) "
        "SELECT ?, position, memory_id, version, fingerprint FROM proposal_targets WHERE proposal_id = ?",
        (copy, proposal_id),
    )
    return copy


def _insert_targets(tx: Transaction, proposal_id: int, targets: Sequence[Target]) -> None:
    tx.execute_many(
        "INSERT INTO proposal_targets (proposal_id, position, memory_id, version, fingerprint) "
        "VALUES (?, ?, ?, ?, ?)",
        [(proposal_id, i, t.id, t.version, t.fingerprint) for i, t in enumerate(targets)],
    )


def _is_about(tx: Transaction, proposal_id: int, finding: Finding) -> bool:
    rows = tx.query(
        "SELECT memory_id FROM proposal_targets WHERE proposal_id = ? ORDER BY memory_id", (proposal_id,)
    )
    return [row[0] for row in rows] == sorted(target.id for target in finding.targets)


def _json(value: object) -> str:
    return well_formed(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
