"""What is typed or pasted into the box: how it lands there, and what of it is never shown or kept."""

from pathlib import Path

import pytest

from tests.tui.conftest import Opened, said, until
from tests.tui.extracting import ISSUE, SECRET, extracting, paste, read, screen_of, stored

pytestmark = pytest.mark.usefixtures("warm_children")


async def test_a_secret_reaches_neither_the_store_nor_the_screen(opened: Opened, path: Path) -> None:
    async with opened() as pilot:
        view = await read(pilot, f"{ISSUE} The deploy token is {SECRET} until May.")
        assert "left out" in screen_of(pilot)
        await pilot.press("Y", "s")
        for _ in range(view.facts.count):
            assert SECRET not in screen_of(pilot)
            await pilot.press("j")
        await pilot.press("tab")
        assert SECRET not in screen_of(pilot)
    for file in path.parent.iterdir():
        assert SECRET.encode() not in file.read_bytes()


@pytest.mark.long
async def test_a_large_text_with_a_secret_is_cleaned_by_the_child(opened: Opened, path: Path) -> None:
    async with opened() as pilot:
        view = await read(
            pilot, f"Our api_key = {SECRET} is used. {ISSUE}\n\n" + "lorem ipsum dolor\n" * 6_000
        )
        assert any("key" in kind for kind in view.extraction.report.redacted)
        await pilot.press("Y", "s")
        assert stored(pilot)
    assert SECRET.encode() not in path.read_bytes()


@pytest.mark.long
async def test_hostile_text_is_shown_in_its_visible_form(opened: Opened) -> None:
    hostile = "The team decided that \x1b]52;c;aGk=\x07 the [red]gateway[/] uses port 8443 \u202eafter May."
    async with opened() as pilot:
        view = await read(pilot, f"{hostile} {ISSUE}")
        for _ in range(view.facts.count + 1):
            shown = screen_of(pilot)
            assert "\x1b" not in shown
            assert "\u202e" not in shown
            await pilot.press("j")
        await pilot.press("tab", "tab")
        assert "\x1b" not in screen_of(pilot)


async def test_a_binary_paste_is_refused_with_a_sentence(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("4")
        await paste(pilot, "\x00\x01\x02PK" * 50)
        assert said(pilot).startswith("That is binary")
        assert extracting(pilot).extraction.text == ""


async def test_a_large_paste_is_shown_by_its_size_and_beginning(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("4")
        await paste(pilot, "The build takes nine minutes on the old runner.\n" * 50_000)
        assert "2.4 MB of text" in screen_of(pilot)
        await pilot.press("i")
        assert "too much to edit here" in said(pilot)
        assert not extracting(pilot).writing


async def test_typing_leaves_the_keys_to_the_text_until_esc(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("4", "i", *"qx 1", "left", "left", "escape")
        view = extracting(pilot)
        assert (view.extraction.text, view.writing) == ("qx 1", False)
        await pilot.press("i", *" yes", "ctrl+s")
        assert said(pilot) == "There are no facts yet: esc ends the typing, then x reads the text"
        await pilot.press("ctrl+e")
        assert view.extraction.text == "qx 1 yes"
        await until(pilot, lambda: view.extraction.child is None)
        assert "nothing worth keeping" in screen_of(pilot)


async def test_a_paste_into_the_box_lands_in_it(opened: Opened) -> None:
    async with opened() as pilot:
        await pilot.press("4", "i", *"Note: ")
        await paste(pilot, "\x1b[2Jhello")
        await pilot.press("escape")
        assert extracting(pilot).extraction.text == "Note: ␛[2Jhello"
