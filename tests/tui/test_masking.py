"""No view shows a secret that an older version let in, and a person may insist that a text holds none."""

from pathlib import Path

import pytest

from memtui.config.settings import Settings
from memtui.review.passes import run_pass
from memtui.store import memories
from memtui.store.opening import open_store
from memtui.tui.memories.form import MemoryForm
from tests.conftest import FrozenClock
from tests.tui.conftest import Opened, app_of, said

TOKEN = "glsa_" + "a1B2c3D4" * 4 + "_0a1b2c3d"
LOOK_ALIKE = "token=" + "zQ9x8W7v6U5t4S3r2Q1p0"


@pytest.fixture
def leaked(path: Path, clock: FrozenClock) -> Path:
    """A store whose memories all hold a token."""
    with open_store(path, clock=clock) as store, store.write() as tx:
        tx.execute(
            "UPDATE memories SET text = ? || id, abstract = '', provenance = json_object('quote', ?)",
            (f"{TOKEN} opens the door of ", TOKEN),
        )
        tx.execute("UPDATE ops SET detail = ?", (TOKEN,))
    return path


@pytest.mark.few(3)
@pytest.mark.parametrize("keys", ["1", "1jj", "1o", "d", "dd2", "ddu", "4", "5", "5l", "6", "m", "D"])
async def test_no_view_shows_it(opened: Opened, leaked: Path, keys: str) -> None:
    async with opened(leaked) as pilot:
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
            shown = pilot.app.export_screenshot().replace("&#160;", " ")
            assert TOKEN not in shown
            assert TOKEN[:30] not in shown


@pytest.mark.few(1)
@pytest.mark.parametrize("keys", ["1du5j", "1dr5", "2y5"])
async def test_no_part_of_it_is_left_where_a_line_is_cut(
    opened: Opened, leaked: Path, clock: FrozenClock, keys: str
) -> None:
    with open_store(leaked, clock=clock) as store:
        with store.write() as tx:
            tx.execute("UPDATE memories SET text = 'What is said ends in the middle ' || text || ' ' || text")
        run_pass(store, Settings())
        with store.write() as tx:
            tx.execute("UPDATE proposals SET reason = ?", (f"it says {TOKEN}",))
    async with opened(leaked) as pilot:
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
            assert TOKEN[:9] not in pilot.app.export_screenshot().replace("&#160;", " ")


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "keys", ["1", "hjj", "hjjl", "hjj/", "hjjX", "hjjm", "hjja", "4", "6", "hjj4", "hjjb"]
)
async def test_no_view_shows_one_in_the_name_of_a_scope(
    opened: Opened, path: Path, clock: FrozenClock, keys: str
) -> None:
    with open_store(path, clock=clock) as store, store.write() as tx:
        for table in ("memories", "scopes"):
            tx.execute(f"UPDATE {table} SET scope = '/team/' || ? WHERE scope = '/team/ops'", (TOKEN,))
    async with opened(path) as pilot:
        await pilot.press("h", "G")
        for key in keys:
            assert TOKEN[:12] not in pilot.app.export_screenshot()
            await pilot.press(key)
            await pilot.pause()
        assert TOKEN[:12] not in pilot.app.export_screenshot()


async def test_one_key_shows_the_secret_under_the_cursor_until_it_moves(opened: Opened, leaked: Path) -> None:
    async with opened(leaked) as pilot:
        await pilot.press("R")
        assert TOKEN[:30] in pilot.app.export_screenshot()
        await pilot.press("j")
        assert TOKEN[:12] not in pilot.app.export_screenshot()
        assert said(pilot) == "The secret is masked again"
        await pilot.press("k", "R", "R")
        assert TOKEN[:12] not in pilot.app.export_screenshot()


async def test_what_holds_no_secret_has_none_to_show(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("R")
        assert said(pilot) == "There is no masked secret in this memory"


async def test_a_second_step_insists_that_it_is_no_secret(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("a", *LOOK_ALIKE, "ctrl+s")
        await pilot.pause()
        form = pilot.app.screen
        assert isinstance(form, MemoryForm)
        assert form._said.startswith("! This looks like a secret (token, characters 7 to 27)")
        await pilot.press("escape", "ctrl+s", "y")
        await pilot.pause()
        (stored,) = memories.get_many(app_of(pilot).store, [6])
        assert (stored.text, "not_secret" in stored.provenance) == (LOOK_ALIKE, True)
