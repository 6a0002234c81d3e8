"""An agent at work while the screen is open: what it adds appears, and what the person drops stays away."""

import html
from pathlib import Path

from textual.pilot import Pilot

from memtui.domain.memory import State
from memtui.store import memories, proposals
from memtui.store.opening import open_store
from tests.conftest import FrozenClock
from tests.mcp.clients import piped
from tests.tui.conftest import Opened, listed, said, under_cursor, until

TEXT = "Deploys go out on Fridays"


def screen(pilot: Pilot[int]) -> str:
    """Return what can be read on the screen."""
    return html.unescape(pilot.app.export_screenshot()).replace("\xa0", " ")


async def test_an_agents_memory_appears_d_drops_it_and_the_agent_cannot_bring_it_back(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    async with opened() as pilot, piped(path) as agent:
        told = await agent.does("memory_add", text=TEXT)
        await until(pilot, lambda: TEXT in listed(pilot))
        await pilot.press("g", *["j"] * listed(pilot).index(TEXT))
        assert under_cursor(pilot) == TEXT
        await pilot.press("d")
        # The agent's process may write just then; the change waits for it in a thread.
        await until(pilot, lambda: said(pilot) == "Dropped 1 memory · u to undo")
        assert "the person dropped this memory" in await agent.is_refused("memory_add", text=TEXT)
        assert "only they can" in await agent.is_refused("memory_get", uid=told["uid"])
        found = await agent.does("memory_recall", query=TEXT, archived=True)
        assert TEXT not in [row["text"] for row in found["memories"]]
        assert TEXT not in listed(pilot)
    with open_store(path, clock=clock) as store:
        assert memories.find_uid(store, told["uid"]).state is State.DROPPED


async def test_what_an_agent_asks_for_shows_as_a_card_with_its_name(
    opened: Opened, path: Path, clock: FrozenClock
) -> None:
    with open_store(path, clock=clock) as store:
        (memory,) = memories.get_many(store, [1])
    async with opened() as pilot, piped(path) as agent:
        await agent.does("memory_propose", what="forget", uids=[memory.uid], reason="it moved to MySQL")
        await pilot.press("2")
        await until(pilot, lambda: "claude-code asks: it moved to MySQL" in screen(pilot))
        await pilot.press("y")
        with open_store(path, clock=clock) as store:
            await until(pilot, lambda: proposals.count_open(store) == 0)
            assert memories.find_uid(store, memory.uid).state is State.DROPPED
