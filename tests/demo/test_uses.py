"""The uses of the examples: single ones that agree with the counts, the same on every making."""

from pathlib import Path

from memtui.demo.planting import fill
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.filter import Filter
from memtui.domain.instant import DAY
from memtui.store import accesses, memories, selection
from memtui.store.accesses import KEPT
from memtui.store.database import Store
from memtui.store.opening import open_store
from tests.conftest import NOON

MEMTUI = Actor(ActorKind.SYSTEM, "memtui")


def test_every_use_of_a_young_example_is_known_with_its_day(store: Store) -> None:
    fill(store, store.now(), by=MEMTUI)
    young = 0
    for memory in memories.get_many(store, selection.ids(store, Filter())):
        used = accesses.uses_of(store, memory.id)
        assert all(memory.created_at <= use.at <= store.now() for use in used), memory.text
        if used:
            assert used[-1].at == memory.last_accessed_at, memory.text
        if memory.created_at > store.now() - KEPT:
            young += bool(used)
            assert len({use.session for use in used}) == memory.session_count, memory.text
    assert young > 100


def test_the_same_day_makes_the_same_uses(new_store: Path, tmp_path: Path) -> None:
    def made(name: str, later: float = 0.0) -> list[tuple[object, ...]]:
        path = tmp_path / name
        path.write_bytes(new_store.read_bytes())
        with open_store(path, clock=lambda: NOON + later) as store:
            fill(store, store.now(), by=MEMTUI)
            return [tuple(row) for row in store.query("SELECT * FROM accesses ORDER BY 1, 2, 3")]

    assert made("one.db") == made("two.db")
    assert made("three.db", 40 * DAY) != made("one.db")
