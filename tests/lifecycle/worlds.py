"""Drafts, writers and a picture of the whole store, for tests that compare before and after."""

from hypothesis import strategies as st

from memtui.domain.actor import PERSON_AT_CLI, Actor, ActorKind
from memtui.domain.decay import rank_key
from memtui.domain.memory import Draft, MemoryType
from memtui.domain.text import fingerprint
from memtui.lifecycle.add import add
from memtui.store import memories, scopes
from memtui.store.database import Store

PERSON = PERSON_AT_CLI
AGENT = Actor(ActorKind.AGENT, "mcp", "session-7f3a")

SCOPES = ("/", "/user", "/project", "/project/atlas", "/project/atlas/db", "/project0")

Picture = dict[int, tuple[object, ...]]


def added(store: Store, text: str, scope: str = "/project", by: Actor = PERSON, **fields: object) -> int:
    """Add one memory and return its id."""
    draft = Draft(text, scope, **fields)  # type: ignore[arg-type]
    return add(store, draft, by=by).memory.id


def filled(store: Store, count: int, scope: str = "/project") -> list[int]:
    """Add memories one by one and return their ids."""
    return [added(store, f"fact number {number}", scope) for number in range(count)]


def picture(store: Store) -> Picture:
    """Return the journalled fields of every memory that is not absent, by id."""
    return {
        row[0]: row[1:]
        for row in store.query(
            "SELECT id, text, abstract, scope, type, state, importance, pinned, expires_at, "
            "(SELECT group_concat(category) FROM (SELECT category FROM categories "
            "WHERE memory_id = memories.id ORDER BY category)) FROM memories WHERE state != 'absent'"
        )
    }


def out_of_step(store: Store) -> list[object]:
    """Return what is derived and no longer follows from what it is derived from."""
    found: list[object] = list(scopes.miscounted(store))
    for memory_id, text, hashed, life, key in store.query(
        "SELECT id, text, norm_hash, half_life, rank_key FROM memories WHERE state != 'absent'"
    ):
        memory = memories.get(store, memory_id)
        assert memory is not None
        expected = store.decay.half_life_of(memory, memories.files_of(store, [memory.id])[memory.id])
        if (hashed, life, key) != (
            fingerprint(text),
            expected,
            rank_key(memory.importance, memory.last_touch, expected),
        ):
            found.append(memory)
    return found


drafts = st.builds(
    Draft,
    text=st.integers(0, 30).map("fact number {}".format),
    scope=st.sampled_from(SCOPES),
    type=st.sampled_from(MemoryType),
    importance=st.sampled_from([0.0, 0.25, 0.5, 1.0]),
    pinned=st.booleans(),
    categories=st.lists(st.sampled_from(["decision", "infra", "db"]), max_size=2).map(tuple),
)
