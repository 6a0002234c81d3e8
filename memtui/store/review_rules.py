"""How each rule of the review pass fares with the person: accepted, rejected, muted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memtui.domain.instant import Instant
from memtui.store.database import Store, Transaction


@dataclass(frozen=True, slots=True)
class RuleRecord:
    """One rule's record."""

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
    """Return the record of every rule that ever proposed something, by name."""
    counts: dict[str, dict[str, int]] = {}
    for rule, status, count in store.query(
        "SELECT rule, status, count(*) FROM proposals GROUP BY rule, status"
    ):
        counts.setdefault(rule, {})[status] = count
    muted: Mapping[str, Instant] = dict(
        store.query("SELECT rule, muted_at FROM review_rules WHERE muted_at IS NOT NULL")
    )
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


def latest_verdicts(tx: Transaction, rule: str, limit: int) -> list[str]:
    """Return the latest verdicts on a rule since it was last unmuted, newest first; a batch is one."""
    rows = tx.query(
        "SELECT status FROM proposals WHERE rule = ? AND status IN ('accepted', 'rejected') "
        "AND decided_at > coalesce((SELECT unmuted_at FROM review_rules WHERE rule = ?), 0) "
        "GROUP BY op_id ORDER BY op_id DESC LIMIT ?",
        (rule, rule, limit),
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
    """Return the rules that are muted."""
    return {row[0] for row in store.query("SELECT rule FROM review_rules WHERE muted_at IS NOT NULL")}


def mute(tx: Transaction, rule: str) -> bool:
    """Mute a rule and hide what it has in the queue. Returns False when it was muted already."""
    done = tx.execute(
        "INSERT INTO review_rules (rule, muted_at) VALUES (?, ?) "
        "ON CONFLICT (rule) DO UPDATE SET muted_at = excluded.muted_at WHERE muted_at IS NULL",
        (rule, tx.now),
    )
    tx.execute("UPDATE proposals SET status = 'muted' WHERE rule = ? AND status = 'open'", (rule,))
    return done > 0


def unmute(tx: Transaction, rule: str) -> bool:
    """Let a rule be heard again, with what it had in the queue. Returns False when it was not muted."""
    done = tx.execute(
        "UPDATE review_rules SET muted_at = NULL, unmuted_at = ? WHERE rule = ? AND muted_at IS NOT NULL",
        (tx.now, rule),
    )
    tx.execute("UPDATE proposals SET status = 'open' WHERE rule = ? AND status = 'muted'", (rule,))
    return done > 0
