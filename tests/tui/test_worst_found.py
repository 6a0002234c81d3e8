"""A bad memory of the examples is found in three ways, each in at most six keys besides the words asked."""

from pathlib import Path

from textual.pilot import Pilot

from memtui.config.settings import Settings
from memtui.demo.planting import fill
from memtui.domain.actor import Actor, ActorKind
from memtui.review.passes import run_pass
from memtui.store.opening import open_store
from tests.conftest import FrozenClock
from tests.tui.conftest import Opened, until, view_of
from tests.tui.extracting import screen_of

BOOT = "I am ready to help with the Fernhill"
MOST = 6


async def press(pilot: Pilot[int], *keys: str, asked: str = "") -> None:
    """Press at most six keys; a question is `asked` behind the first."""
    assert len(keys) <= MOST
    await pilot.press(keys[0], *asked, *keys[1:])
    await pilot.pause()


async def test_a_text_that_an_agent_began_with_is_found_by_a_question_by_weakness_and_on_a_card(
    opened: Opened, tmp_path: Path, clock: FrozenClock
) -> None:
    path = tmp_path / "reviewed.db"
    with open_store(path, clock=clock) as store:
        fill(store, store.now(), by=Actor(ActorKind.SYSTEM, "examples"))
        run_pass(store, Settings())
    async with opened(path) as pilot:
        await press(pilot, "slash", "enter", asked="who is ready to help?")
        memory = view_of(pilot).table.memory
        assert memory is not None
        assert memory.text.startswith(BOOT)
        await pilot.press("escape", "g")
        assert BOOT not in screen_of(pilot)
        await press(pilot, "w")
        assert BOOT in screen_of(pilot)
        await press(pilot, "2", "s", "s", "s", "s", "s")
        await until(pilot, lambda: BOOT in screen_of(pilot))
