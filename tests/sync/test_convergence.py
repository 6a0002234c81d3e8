"""Stores that took the same segments are equal, in whatever order people acted and machines met."""

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.sync import contents
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.memory import Draft, MemoryType
from memtui.lifecycle import access
from memtui.lifecycle.add import add
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.states import archive, drop, restore
from memtui.lifecycle.undo import redo, undo
from tests.depth import examples
from tests.sync.stores import ALWAYS, PERSON, Machine, machine

AGENT = Actor(ActorKind.AGENT, "codex", "s1")
TEXTS = [
    f"The {what} listens on port {port}"
    for what in ("gateway", "mailer", "cache")
    for port in (80, 443, 9000)
]
STEPS = st.tuples(
    st.integers(0, 2),
    st.sampled_from(
        [
            *("add", "edit", "move", "type", "pin", "drop", "archive", "restore", "undo", "redo", "use"),
            *("meet", "meet", "snapshot"),
        ]
    ),
    st.integers(0, 30),
    st.integers(0, 30),
)


def act(one: Machine, deed: str, which: int, what: int) -> None:
    """Do one thing on a machine, as a person would; what cannot be done now is not."""
    store = one.store
    ids = [row[0] for row in store.query("SELECT id FROM memories WHERE state != 'absent' ORDER BY uid")]
    chosen = [ids[which % len(ids)]] if ids else []
    text, scope = TEXTS[what % len(TEXTS)], f"/project/{'ab'[what % 2]}"
    one.clock.forward(seconds=1)
    try:
        match deed:
            case "add":
                add(store, Draft(text, scope=scope), by=PERSON, allow_dropped=True)
            case "meet":
                one.exchange()
            case "snapshot":
                one.exchange(ALWAYS)
            case "undo":
                undo(store, by=PERSON)
            case "redo":
                redo(store, by=PERSON)
            case _ if chosen:
                CHANGES[deed](one, chosen, text, scope)
    except Refused:
        pass


CHANGES: dict[str, Callable[[Machine, list[int], str, str], object]] = {
    "edit": lambda one, ids, text, _: edit(one.store, ids, Edit(text=f"{text} on {one.name}"), by=PERSON),
    "move": lambda one, ids, _, scope: edit(one.store, ids, Edit(scope=scope), by=PERSON),
    "type": lambda one, ids, _, __: edit(one.store, ids, Edit(type=MemoryType.PROCEDURAL), by=PERSON),
    "pin": lambda one, ids, _, __: edit(one.store, ids, Edit(pinned=True), by=PERSON),
    "use": lambda one, ids, _, __: access.touch(one.store, ids, by=AGENT),
    "drop": lambda one, ids, _, __: drop(one.store, ids, by=PERSON),
    "archive": lambda one, ids, _, __: archive(one.store, ids, by=PERSON),
    "restore": lambda one, ids, _, __: restore(one.store, ids, by=PERSON),
}


def settle(machines: Sequence[Machine]) -> None:
    """Let machines meet until nobody has anything to tell."""
    for _ in range(12):
        quiet = [one.exchange().nothing for one in machines]
        if all(quiet):
            return
    raise AssertionError("the machines never come to rest")


@settings(max_examples=examples(40))
@given(st.lists(STEPS, min_size=5, max_size=40), st.tuples(*[st.sampled_from([-7200.0, 0.0, 90.0])] * 3))
def test_stores_that_met_are_equal(
    new_store: Path, steps: list[tuple[int, str, int, int]], skews: tuple[float, ...]
) -> None:
    with tempfile.TemporaryDirectory() as home:
        machines = [
            machine(new_store, Path(home), name, Path(home) / "meeting", skew=skew)
            for name, skew in zip(("desk", "lap", "server"), skews, strict=True)
        ]
        for who, deed, which, what in steps:
            act(machines[who], deed, which, what)
        settle(machines)
        new = machine(new_store, Path(home), "new", Path(home) / "meeting")
        machines.append(new)
        settle(machines)
        first, *others = [contents(one.store) for one in machines]
        for one in machines:
            one.store.close()
        for other in others:
            assert other == first
