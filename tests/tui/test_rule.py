"""A memory becomes a rule in the files that agents load, after a look, and is taken out byte for byte."""

from pathlib import Path

import pytest

from memtui.store import projects
from memtui.store.opening import open_store
from memtui.tui.memories.rule_dialog import RuleDialog
from tests.tui.conftest import Opened, app_of, said, under_cursor

BEFORE = b"# Atlas\n\nWrite plainly."


@pytest.fixture
def checkout(path: Path, tmp_path: Path) -> Path:
    """The folder of /project/atlas, with instructions in it."""
    folder = tmp_path / "atlas"
    folder.mkdir()
    (folder / "CLAUDE.md").write_bytes(BEFORE)
    with open_store(path) as store, store.write() as tx:
        projects.bind(tx, str(folder), "/project/atlas")
    return folder


async def test_it_is_written_after_a_look_and_the_same_key_takes_it_out(
    opened: Opened, checkout: Path
) -> None:
    page = checkout / "CLAUDE.md"
    async with opened() as pilot:
        text = under_cursor(pilot)
        await pilot.press("i")
        dialog = app_of(pilot).screen
        assert isinstance(dialog, RuleDialog)
        shown = ["".join(part.text for part in line) for line in dialog._page.lines]
        assert [line for line in shown if line.startswith("  +")] == ["  +", f"  +- {text}"]
        await pilot.press("escape")
        assert page.read_bytes() == BEFORE
        await pilot.press("i", "enter")
        assert page.read_bytes() == BEFORE + f"\n\n- {text}\n".encode()
        assert said(pilot).endswith("atlas/CLAUDE.md · u to undo; i takes it out again")
        await pilot.press("i", "enter")
        assert said(pilot).startswith("Taken out of ")
    assert [(file, file.read_bytes()) for file in checkout.iterdir()] == [(page, BEFORE)]


async def test_no_letter_that_is_typed_writes_into_a_file(opened: Opened, checkout: Path) -> None:
    async with opened() as pilot:
        await pilot.press("i", *"daily")
        assert isinstance(app_of(pilot).screen, RuleDialog)
        assert (checkout / "CLAUDE.md").read_bytes() == BEFORE
        await pilot.press("enter")
        assert (checkout / "CLAUDE.md").read_bytes() != BEFORE


async def test_undo_takes_out_the_rule_and_no_other_act_and_redo_writes_it_again(
    opened: Opened, checkout: Path
) -> None:
    page = checkout / "CLAUDE.md"
    async with opened() as pilot:
        text = under_cursor(pilot)
        await pilot.press("p", "i", "enter")
        written = page.read_bytes()
        await pilot.press("u")
        assert said(pilot) == f"Undid: writing “{text}” as a rule · ctrl+r to redo"
        assert page.read_bytes() == BEFORE
        await pilot.press("ctrl+r")
        assert page.read_bytes() == written
        await pilot.press("u", "u")
        assert said(pilot).startswith("Undid: pinning")
    assert [(file, file.read_bytes()) for file in checkout.iterdir()] == [(page, BEFORE)]


async def test_what_changed_behind_the_dialog_is_left_as_it_is(opened: Opened, checkout: Path) -> None:
    page = checkout / "CLAUDE.md"
    async with opened() as pilot:
        await pilot.press("i")
        page.write_bytes(b"Another wrote this.\n")
        await pilot.press("enter")
        assert said(pilot).endswith("was left as it is: it has changed meanwhile; look again")
    assert page.read_bytes() == b"Another wrote this.\n"


async def test_examples_go_into_no_file(opened: Opened, checkout: Path) -> None:
    async with opened(own=False) as pilot:
        await pilot.press("i")
        assert said(pilot) == "These are examples, which go into no file of yours"


async def test_where_agents_look_nowhere_it_says_so(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("i")
        assert "is not known here" in said(pilot)


async def test_the_look_says_under_which_heading_it_will_stand(opened: Opened, checkout: Path) -> None:
    (checkout / "CLAUDE.md").write_text("# Atlas\n\n## Rules\n\n- Use tabs\n\n## Notes\n\n- One till\n")
    async with opened() as pilot:
        await pilot.press("i")
        dialog = app_of(pilot).screen
        assert isinstance(dialog, RuleDialog)
        shown = " ".join("".join(part.text for part in line).strip() for line in dialog._page.lines)
        assert "CLAUDE.md, under ## Notes " in shown


async def test_a_line_that_says_so_already_is_shown_before_the_yes(opened: Opened, checkout: Path) -> None:
    (checkout / "CLAUDE.md").write_text(
        "# Atlas\n\n- Write plainly.\n- PostgreSQL 16 stores the users of Atlas.\n"
    )
    async with opened() as pilot:
        assert "PostgreSQL 16" in under_cursor(pilot)
        await pilot.press("i")
        dialog = app_of(pilot).screen
        assert isinstance(dialog, RuleDialog)
        shown = " ".join("".join(part.text for part in line).strip() for line in dialog._page.lines)
        said_there = "! Line 4 there is about the same: “PostgreSQL 16 stores the users of Atlas.”"
        assert said_there in shown
        await pilot.press("escape")
