"""What ops decided in Review: for what follows a verdict, and for who asks what one was about."""

from memtui.store.database import Store


def accepted_since(store: Store, rule: str, op_id: int) -> list[int]:
    """Return the proposals of a rule to which ops after `op_id` said yes."""
    rows = store.query(
        "SELECT id FROM proposals WHERE status = 'accepted' AND rule = ? AND op_id > ? ORDER BY id",
        (rule, op_id),
    )
    return [row[0] for row in rows]


def decided_by(store: Store, op_id: int) -> list[int]:
    """Return the proposals that an op decided, in the order they came."""
    rows = store.query(
        "SELECT id FROM proposals WHERE op_id = ? AND status != 'withdrawn' ORDER BY id", (op_id,)
    )
    return [row[0] for row in rows]


def rule_accepted(store: Store, op_id: int, memory_id: int) -> str:
    """Return the rule of the proposal about a memory to which an op said yes; empty where there was none."""
    rows = store.query(
        "SELECT p.rule FROM proposal_targets t JOIN proposals p ON p.id = t.proposal_id "
        "WHERE t.memory_id = ? AND p.op_id = ? AND p.status != 'withdrawn' ORDER BY p.id",
        (memory_id, op_id),
    )
    return str(rows[0][0]) if rows else ""


def opened_again(store: Store, op_id: int) -> list[int]:
    """Return the proposals that wait again because the op that decided them was undone."""
    return [row[0] for row in store.query("SELECT id FROM proposals WHERE op_id = ?", (-op_id,))]
