"""How each rule of the review pass fares with the person: accepted, rejected, muted.

Besides rules, a kind of card is muted in one project: `domain.muting` says by what name.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memtui.domain.card_kinds import kind_named
from memtui.domain.instant import Instant
from memtui.domain.muting import kind_and_project, muted_as
from memtui.domain.scope import subtree_bounds
from memtui.store.database import Store, Transaction
from memtui.store.memories import AMONG, ids_json


@dataclass(frozen=True, slots=True)
class RuleRecord:
    """The record of one rule, or of a kind in one project."""

    rule: str
    accepted: int
    rejected: int
    open: int
    muted_at: Instant | None

    @property
    def acceptance(self) -> float | None:
        """The share of decided proposals that were accepted; None before the first decision."""
        decided = self.accepted + self.rejected
        return self.accepted / decided if decided else None


def records(store: Store) -> list[RuleRecord]:
    """Return the record of every rule that ever proposed something, and of what is muted in a project, by
    name.
    """
    counts: dict[str, dict[str, int]] = {}
    for rule, status, count in store.query(
        "SELECT rule, status, count(*) FROM proposals GROUP BY rule, status"
    ):
        counts.setdefault(rule, {})[status] = count
    muted: Mapping[str, Instant] = dict(
        store.query("SELECT rule, muted_at FROM review_rules WHERE muted_at IS NOT NULL")
    )
    for name in muted:
        if kind_and_project(name) is not None:
            counts[name] = _counts(store, name)
    return [
        RuleRecord(
            rule,
            by_status.get("accepted", 0),
            by_status.get("rejected", 0),
            by_status.get("open", 0) + by_status.get("later", 0) + by_status.get("muted", 0),
            muted.get(rule),
        )
        for rule, by_status in sorted({**{rule: {} for rule in muted}, **counts}.items())
    ]


def _counts(store: Store, name: str) -> dict[str, int]:
    whose, params = _whose(name)
    return dict(store.query(f"SELECT status, count(*) FROM proposals WHERE {whose} GROUP BY status", params))


def latest_verdicts(tx: Transaction, name: str, limit: int) -> list[str]:
    """Return the latest verdicts on a rule, or a kind in a project, newest first; a batch is one.

    Those from before it was last unmuted are left out.
    """
    whose, params = _whose(name)
    rows = tx.query(
        f"SELECT status FROM proposals WHERE status IN ('accepted', 'rejected') AND {whose} "
        "AND decided_at > coalesce((SELECT unmuted_at FROM review_rules WHERE rule = ?), 0) "
        "GROUP BY op_id ORDER BY op_id DESC LIMIT ?",
        (*params, name, limit),
    )
    return [row[0] for row in rows]


def decided(store: Store, rules: Sequence[str], since: Instant, limit: int) -> list[tuple[int, bool]]:
    """Return the latest verdicts on proposals of some rules since a time: (memory id, said yes)."""
    marks = ", ".join("?" * len(rules))
    rows = store.query(
        "SELECT t.memory_id, p.status = 'accepted' FROM proposals p "
        "JOIN proposal_targets t ON t.proposal_id = p.id "
        f"WHERE p.rule IN ({marks}) AND p.status IN ('accepted', 'rejected') AND p.decided_at > ? "
        "ORDER BY p.decided_at DESC, p.id DESC LIMIT ?",
        (*rules, since, limit),
    )
    return [(row[0], bool(row[1])) for row in rows]


def muted(store: Store) -> set[str]:
    """Return the names of what is muted."""
    return {row[0] for row in store.query("SELECT rule FROM review_rules WHERE muted_at IS NOT NULL")}


def mute(tx: Transaction, name: str) -> bool:
    """Mute a rule, or a kind in a project, and hide what it has in the queue.

    Returns False when it was muted already.
    """
    done = tx.execute(
        "INSERT INTO review_rules (rule, muted_at) VALUES (?, ?) "
        "ON CONFLICT (rule) DO UPDATE SET muted_at = excluded.muted_at WHERE muted_at IS NULL",
        (name, tx.now),
    )
    whose, params = _whose(name)
    tx.execute(f"UPDATE proposals SET status = 'muted' WHERE status = 'open' AND {whose}", params)
    return done > 0


def unmute(tx: Transaction, name: str) -> bool:
    """Let a rule, or a kind in a project, be heard again, with what it had in the queue.

    What is muted besides for another reason stays so. Returns False when it was not muted.
    """
    done = tx.execute(
        "UPDATE review_rules SET muted_at = NULL, unmuted_at = ? WHERE rule = ? AND muted_at IS NOT NULL",
        (tx.now, name),
    )
    still = {row[0] for row in tx.query("SELECT rule FROM review_rules WHERE muted_at IS NOT NULL")}
    whose, params = _whose(name)
    held = tx.query(f"SELECT id, kind, rule, scope FROM proposals WHERE status = 'muted' AND {whose}", params)
    heard = [row[0] for row in held if not muted_as(still, kind_named(row[1]), row[2], row[3])]
    tx.execute(f"UPDATE proposals SET status = 'open' WHERE id {AMONG}", (ids_json(heard),))
    return done > 0


def _whose(name: str) -> tuple[str, tuple[str, ...]]:
    """Return the condition for the proposals that a muted name is about, and its parameters."""
    in_one = kind_and_project(name)
    if in_one is None:
        return "rule = ?", (name,)
    kind, project = in_one
    return "kind = ? AND (scope = ? OR (scope >= ? AND scope < ?))", (kind, project, *subtree_bounds(project))
