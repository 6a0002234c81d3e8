"""History tells changes in words: what became of a memory, and what its text said before and after."""

from pathlib import Path

import pytest

from memtui.domain.memory import State
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop, restore
from memtui.store.opening import open_store
from memtui.tui.history.view import HistoryView
from tests.conftest import FrozenClock
from tests.tui.conftest import AGENT, Opened, app_of


@pytest.mark.parametrize(
    ("values", "told"),
    [
        (Edit(scope="/project/shop"), ["moved from /project/atlas to /project/shop"]),
        (Edit(categories=("deploy", "decision")), ["categories +decision +deploy"]),
        (Edit(pinned=True), ["pinned"]),
        (Edit(importance=0.4), ["importance 0.90 → 0.40"]),
        (
            Edit(text="Atlas stores users in PostgreSQL 17"),
            ["− Atlas stores users in PostgreSQL 16", "+ Atlas stores users in PostgreSQL 17"],
        ),
    ],
)
async def test_a_change_is_told_in_words(
    opened: Opened, path: Path, clock: FrozenClock, values: Edit, told: list[str]
) -> None:
    with open_store(path, clock=clock) as store:
        edit(store, [1], values, by=AGENT)
    async with opened() as pilot:
        await pilot.press("5")
        await pilot.pause()
        view = app_of(pilot).view
        assert isinstance(view, HistoryView)
        lines = [" ".join("".join(part.text for part in line).split()) for line in view.page.lines]
        assert [line for line in lines if line in told] == told
        assert "by mcp · on 20 Nov 2026" in " ".join(lines)
        marked = [p.text for line in view.page.lines for p in line if p.style and p.style.underline]
        assert marked == (["16", "17"] if isinstance(values.text, str) else [])


async def test_what_was_dropped_and_restored_says_so(opened: Opened, path: Path, clock: FrozenClock) -> None:
    with open_store(path, clock=clock) as store:
        drop(store, [1], by=AGENT)
        restore(store, [1], by=AGENT)
    async with opened() as pilot:
        said = []
        for key in ("5", "j"):
            await pilot.press(key)
            await pilot.pause()
            view = app_of(pilot).view
            assert isinstance(view, HistoryView)
            said.append("".join(part.text for line in view.page.lines for part in line))
        assert "restored" in said[0]
        assert State.DROPPED in said[1]
        assert "state" not in said[0] + said[1]
