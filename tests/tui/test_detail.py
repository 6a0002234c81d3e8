"""The detail pane: strength over time, the sum on request, and related memories to go to."""

from pathlib import Path

from textual.pilot import Pilot

from memtui.domain.memory import LinkKind
from memtui.lifecycle.states import drop
from memtui.store.links import link
from memtui.store.opening import open_store
from memtui.tui.keys.views import ViewId
from tests.conftest import FrozenClock
from tests.tui.conftest import AGENT, Opened, app_of, under_cursor, until, view_of


def _text(pilot: Pilot[int]) -> str:
    return "\n".join("".join(segment.text for segment in line) for line in view_of(pilot).detail.lines)


async def test_the_day_a_memory_fades_is_drawn_and_the_sum_comes_on_request(opened: Opened) -> None:
    async with opened() as pilot:
        assert "today" in _text(pilot)
        assert "fades " in _text(pilot)
        assert "2^(" not in _text(pilot)
        await pilot.press("=")
        assert "0.90 × 2^(−7/30) = 0.77" in _text(pilot)
        await pilot.press("=")
        assert "2^(" not in _text(pilot)


async def test_enter_goes_to_a_related_memory_and_ctrl_o_comes_back(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    with open_store(path, clock=clock) as store, store.write() as tx:
        link(tx, 1, [4], LinkKind.SUPERSEDES)
    async with opened() as pilot:
        await until(pilot, lambda: "replaces" in _text(pilot))
        before = under_cursor(pilot)
        await pilot.press("tab")
        for _ in range(20):
            if view_of(pilot).detail.link is None:
                await pilot.press("j")
        await pilot.press("enter")
        assert under_cursor(pilot) == "The shop runs on port 8080"
        await pilot.press("ctrl+o")
        assert under_cursor(pilot) == before


async def test_a_related_memory_that_was_dropped_is_shown_in_dropped(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    with open_store(path, clock=clock) as store:
        with store.write() as tx:
            link(tx, 1, [4], LinkKind.SUPERSEDES)
        drop(store, [4], by=AGENT)
    async with opened() as pilot:
        await until(pilot, lambda: "dropped" in _text(pilot))
        await pilot.press("tab")
        for _ in range(20):
            if view_of(pilot).detail.link is None:
                await pilot.press("j")
        await pilot.press("enter")
        await until(pilot, lambda: app_of(pilot).view.view_id is ViewId.DROPPED)
        assert under_cursor(pilot) == "The shop runs on port 8080"
