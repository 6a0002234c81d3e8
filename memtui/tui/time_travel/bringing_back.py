"""Making a memory again what it was on another day."""

from memtui.domain.actor import Actor
from memtui.domain.memory import Memory, State
from memtui.lifecycle import change, states
from memtui.lifecycle.change import Edit
from memtui.lifecycle.outcome import Outcome
from memtui.store import memories
from memtui.store.database import Store


def brought_back(store: Store, then: Memory, by: Actor) -> Outcome | None:
    """Restore a memory that has left, or give it back what it said; None when it is as it was."""
    now = memories.get(store, then.id)
    if now is None or now.state is not State.LIVE:
        return states.restore(store, [then.id], by=by)
    if (now.text, now.scope, now.type, now.importance, now.pinned, now.categories) == (
        then.text, then.scope, then.type, then.importance, then.pinned, then.categories,
    ):  # fmt: skip
        return None
    wanted = Edit(
        text=then.text,
        abstract=then.abstract,
        scope=then.scope,
        type=then.type,
        importance=then.importance,
        pinned=then.pinned,
        categories=then.categories,
    )
    return change.edit(store, [then.id], wanted, by=by)
