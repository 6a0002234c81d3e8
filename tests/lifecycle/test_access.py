"""What is a use of a memory and what is none: uses slow the fading."""

from collections.abc import Callable

import pytest

from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI, Actor, ActorKind
from memtui.domain.decay import strength_of
from memtui.domain.memory import Draft, Memory, MemoryType, State
from memtui.lifecycle.access import Use, touch
from memtui.lifecycle.add import add
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import archive, drop, restore
from memtui.lifecycle.undo import undo
from memtui.recall.search import recall, use
from memtui.review.verdicts import accept, reject
from memtui.store import memories
from memtui.store.database import Store
from tests.conftest import FrozenClock
from tests.review.planting import choosing, dropping, plant, queued

PERSON = PERSON_AT_CLI
AGENT = Actor(ActorKind.AGENT, "claude-code", "s1")
SCRIPT = Actor(ActorKind.SCRIPT, "script", "s2")

Deed = Callable[[Store, Memory], object]


def brought_back(store: Store, memory: Memory) -> None:
    drop(store, [memory.id], by=PERSON)
    restore(store, [memory.id], by=PERSON)


def chosen(store: Store, memory: Memory) -> None:
    (card,) = queued(store, choosing(memory, plant(store, "Atlas runs on port 81")))
    accept(store, Settings(), [card.id], by=PERSON)


def refused(store: Store, memory: Memory) -> None:
    (card,) = queued(store, dropping(memory))
    reject(store, [card.id], by=PERSON)


def again(store: Store, memory: Memory, by: Actor) -> None:
    assert add(store, Draft(memory.text, memory.scope), by=by).duplicate


USES: dict[str, Deed] = {
    "an agent was told": lambda store, _: use(store, recall(store, "atlas"), by=AGENT),
    "an agent says it helped": lambda store, it: touch(store, [it.id], by=AGENT, use=Use.HELPED),
    "a person brought it back": brought_back,
    "a person chose it": chosen,
    "a person wrote it again": lambda store, it: again(store, it, PERSON),
}
NONE: dict[str, Deed] = {
    "a person looks": lambda store, _: use(store, recall(store, "atlas"), by=PERSON),
    "a script looks": lambda store, _: use(store, recall(store, "atlas"), by=SCRIPT),
    "edited": lambda store, it: edit(store, [it.id], Edit(text="Atlas runs on port 90"), by=PERSON),
    "moved": lambda store, it: edit(store, [it.id], Edit(scope="/x"), by=PERSON),
    "pinned": lambda store, it: edit(store, [it.id], Edit(pinned=True), by=PERSON),
    "weighed": lambda store, it: edit(store, [it.id], Edit(importance=0.9), by=PERSON),
    "given a type": lambda store, it: edit(store, [it.id], Edit(type=MemoryType.PROCEDURAL), by=PERSON),
    "archived": lambda store, it: archive(store, [it.id], by=PERSON),
    "a no in review": refused,
    "an agent adds it again": lambda store, it: again(store, it, AGENT),
}


def uses_after(store: Store, deed: Deed) -> int:
    memory = plant(store, "Atlas runs on port 80")
    deed(store, memory)
    (now,) = memories.get_many(store, [memory.id])
    assert (now.last_accessed_at is None) is (now.access_count == 0)
    return now.access_count


@pytest.mark.parametrize("deed", USES.values(), ids=USES)
def test_what_counts_as_one_use(store: Store, deed: Deed) -> None:
    assert uses_after(store, deed) == 1


@pytest.mark.parametrize("deed", NONE.values(), ids=NONE)
def test_what_counts_as_none(store: Store, deed: Deed) -> None:
    assert uses_after(store, deed) == 0


@pytest.mark.parametrize(("deed", "undone_steps"), [(brought_back, 2), (chosen, 1)])
def test_undo_takes_off_the_uses_of_what_it_takes_back(
    store: Store, clock: FrozenClock, deed: Deed, undone_steps: int
) -> None:
    memory = plant(store, "Atlas runs on port 80", days_ago=40)
    clock.forward(days=1)
    deed(store, memory)
    for _ in range(undone_steps):
        clock.forward(seconds=1)
        undo(store, by=PERSON)
    (now,) = memories.get_many(store, [memory.id])
    assert now.state is State.LIVE
    assert (now.access_count, now.session_count, now.last_accessed_at) == (0, 0, None)
    assert strength_of(now, store.now()) == strength_of(memory, store.now())
