"""What was stored and taken back can be stored again, and a rule is not taken away by one key."""

from dataclasses import replace
from pathlib import Path

import pytest

from memtui.domain.actor import Actor, ActorKind
from memtui.domain.memory import MemoryType, State
from memtui.lifecycle.add import add
from memtui.lifecycle.change import Edit, edit
from memtui.store import memories
from memtui.store.opening import open_store
from tests.conftest import FrozenClock
from tests.tui.conftest import Opened, a_draft, app_of, said
from tests.tui.extracting import read, screen_of, stored

PERSON = Actor(ActorKind.PERSON, "cli", "a day")
CHANGED = "The staging database runs PostgreSQL 16."
pytestmark = pytest.mark.usefixtures("warm_children")


def known(path: Path, clock: FrozenClock, text: str, kind: MemoryType = MemoryType.SEMANTIC) -> int:
    with open_store(path, clock=clock) as store:
        return add(store, replace(a_draft(text, "/"), type=kind), by=PERSON).memory.id


async def test_an_update_that_was_taken_back_is_stored_again(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    old = known(path, clock, "The staging database runs PostgreSQL 14")
    async with opened() as pilot:
        await read(pilot, CHANGED)
        await pilot.press("g", "y", "s", "u")
        assert stored(pilot) == []
        await pilot.press("s")
        assert stored(pilot) == [CHANGED]
        assert memories.get_many(app_of(pilot).store, [old])[0].state is State.DROPPED
        assert "Stored 1 fact, 1 older memory replaced" in said(pilot)


async def test_one_whose_memory_says_something_else_by_now_is_not(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    old = known(path, clock, "The staging database runs PostgreSQL 14")
    async with opened() as pilot:
        await read(pilot, CHANGED)
        await pilot.press("g", "y")
        edit(app_of(pilot).store, [old], Edit(text="The staging database runs PostgreSQL 15"), by=PERSON)
        await pilot.press("s")
        assert stored(pilot) == []
        assert said(pilot).endswith(
            "1 not, since its memory changed meanwhile: b keeps both; tab, x reads anew"
        )
        await pilot.press("b", "s")
        assert stored(pilot) == [CHANGED]


async def test_a_rule_goes_only_after_a_second_yes(opened: Opened, path: Path, clock: FrozenClock) -> None:
    rule = known(path, clock, "Never deploy on a Friday after 14:00.", MemoryType.CONSTITUTIONAL)
    async with opened() as pilot:
        view = await read(pilot, "From now on never deploy on a Monday after 14:00.")
        assert "rule goes" in screen_of(pilot)
        await pilot.press("y")
        assert view.facts.accepted == []
        assert said(pilot) == "That is a rule, and would go: y again agrees, b keeps both"
        await pilot.press("b", "s")
        assert len(stored(pilot)) == 1
        assert memories.get_many(app_of(pilot).store, [rule])[0].state is State.LIVE
        await pilot.press("u", "k", "y", "s")
        assert memories.get_many(app_of(pilot).store, [rule])[0].state is State.DROPPED
