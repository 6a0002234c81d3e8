"""Ask says which memories an agent loads itself, so that its hook leaves them out."""

from pathlib import Path

from memtui.config.settings import Recall, Settings
from memtui.store.opening import open_store
from tests.conftest import FrozenClock
from tests.lifecycle.worlds import added
from tests.sources.linked import linked
from tests.tui.conftest import Opened, said
from tests.tui.test_ask import answered, head, page, told, typed

FOR_ALL = Settings(recall=Recall(instructions_of_others=True))
"""What is written for one agent is told to all."""


def link_rules(at: Path, folder: Path, clock: FrozenClock) -> None:
    """Write two rules into the CLAUDE.md that Claude Code loads everywhere, and link it."""
    rules = folder.parents[2] / "CLAUDE.md"
    rules.write_text("# Rules\n\n- Indent with tabs\n- Never use npm\n", "utf-8")
    with open_store(at, clock=clock) as store:
        linked(store, rules)


async def test_what_an_agent_loads_itself_is_said(
    opened: Opened, empty: Path, folder: Path, clock: FrozenClock
) -> None:
    link_rules(empty, folder, clock)
    async with opened(empty, size=(120, 36), settings=FOR_ALL) as pilot:
        await pilot.press("7", "escape")
        view = await answered(pilot)
        assert view.status().count == "2 told, 0 not, 2 of them Claude Code loads itself"
        assert "also in CLAUDE.md" in "".join(s.text for s in view.list.draw(0, 100))
        assert "an agent that loads it itself: Claude Code from CLAUDE.md" in page(view)


async def test_one_agent_is_shown_without_what_it_loads_itself(
    opened: Opened, empty: Path, folder: Path, clock: FrozenClock
) -> None:
    link_rules(empty, folder, clock)
    with open_store(empty, clock=clock) as store:
        added(store, "Rosa tests with npm on Fridays", "/")
    async with opened(empty, size=(120, 36), settings=FOR_ALL) as pilot:
        await pilot.press("7", "escape", "a")
        view = await answered(pilot)
        assert head(view).strip().startswith("Claude Code is told when a session starts in")
        assert view.status().count == "0 told, 2 not"
        assert "loads it itself" in "".join(s.text for s in view.list.draw(1, 100))

        await pilot.press("s")
        assert said(pilot) == "An answer is saved as any agent is told it · a goes on to any"
        await typed(pilot, "do we use npm")
        await pilot.press("w")
        view = await answered(pilot)
        assert head(view).strip().startswith("Claude Code is told beside this prompt in")
        assert told(view) == ["Rosa tests with npm on Fridays"]

        await pilot.press("a")
        view = await answered(pilot)
        assert head(view).strip().startswith("told beside this prompt in")
        assert len(told(view)) == 2
        await pilot.press("w", "a")
        assert said(pilot).startswith("All agents get the same answer when they ask")


async def test_what_is_written_for_one_agent_is_left_out_for_all_others(
    opened: Opened, empty: Path, folder: Path, clock: FrozenClock
) -> None:
    rules = folder.parents[3] / ".codex" / "AGENTS.md"
    rules.parent.mkdir()
    rules.write_text("- Use poetry for Python\n", "utf-8")
    with open_store(empty, clock=clock) as store:
        linked(store, rules)
    async with opened(empty, size=(120, 36)) as pilot:
        await pilot.press("7", "escape")
        view = await answered(pilot)
        assert told(view) == []
        assert "for Codex" in "".join(s.text for s in view.list.draw(1, 100))
        await pilot.press("down")
        assert "It is written for Codex, so no other agent is told." in page(view)
        await typed(pilot, "which tool for Python")
        view = await answered(pilot)
        assert told(view) == []
        await pilot.press("down")
        assert "written for Codex" in page(view)


async def test_where_no_agent_loads_anything_all_are_the_same(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("7", "escape", "a")
        view = await answered(pilot)
        assert view.question.agent == ""
        assert said(pilot) == "No agent loads any of this itself: all are told the same"
