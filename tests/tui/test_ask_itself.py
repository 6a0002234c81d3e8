"""Ask says which memories an agent loads itself, so that its hook leaves them out."""

from pathlib import Path

from memtui.store.opening import open_store
from tests.conftest import FrozenClock
from tests.sources.linked import linked
from tests.tui.conftest import Opened
from tests.tui.test_ask import answered, page


async def test_what_an_agent_loads_itself_is_said(
    opened: Opened, empty: Path, folder: Path, clock: FrozenClock
) -> None:
    rules = folder.parents[2] / "CLAUDE.md"
    rules.write_text("# Rules\n\n- Indent with tabs\n- Never use npm\n", "utf-8")
    with open_store(empty, clock=clock) as store:
        linked(store, rules)
    async with opened(empty, size=(120, 36)) as pilot:
        await pilot.press("7", "escape")
        view = await answered(pilot)
        assert view.status().count == "2 told, 0 not, 2 of them Claude Code loads itself"
        assert "also in CLAUDE.md" in "".join(s.text for s in view.list.draw(0, 100))
        assert "an agent that loads it itself: Claude Code from CLAUDE.md" in page(view)
