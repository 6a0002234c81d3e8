"""The example store has a past: memories came in on many days, and some left since."""

from memtui.demo.planting import fill
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.filter import Filter, parse
from memtui.domain.instant import DAY
from memtui.domain.memory import State
from memtui.store import journal, memories, selection
from memtui.store.database import Store
from memtui.store.past import Past

MEMTUI = Actor(ActorKind.SYSTEM, "memtui")
DROPPED = Filter(states=frozenset({State.DROPPED}))


def test_what_was_dropped_left_on_days_of_its_own_and_was_there_before(store: Store) -> None:
    fill(store, store.now(), by=MEMTUI)
    past = Past(store)
    try:
        assert len(past.weeks.left) >= 5
        before = store.now() - 40 * DAY
        found = past.select(store, parse("is:dropped"), before).listing
        assert found.count >= 5
    finally:
        past.close()


def test_the_journal_tells_when_an_example_was_dropped(store: Store) -> None:
    fill(store, store.now(), by=MEMTUI)
    ops = journal.ops(store, limit=200)
    dropped_at = {op.at for op in ops if op.kind == "drop"}
    gone = memories.get_many(store, selection.ids(store, DROPPED))
    assert {memory.updated_at for memory in gone} == dropped_at
    times = [op.at for op in ops if op.kind == "drop"]
    assert times == sorted(times, reverse=True)
