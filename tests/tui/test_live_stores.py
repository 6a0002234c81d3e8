"""Live stores on the screen: linked by an address, followed, and written to after a yes."""

from pathlib import Path

import pytest

from memtui.live_stores import registry
from memtui.store import sources
from memtui.tui.sources.verbs import PathPrompt
from tests.live_stores.shelf import Shelf, read, write
from tests.tui.conftest import Opened, app_of, listed, said, until
from tests.tui.linked import go_to, sources_of, words


@pytest.mark.long
async def test_an_address_is_linked_allowed_and_kept_in_step(
    opened: Opened, empty: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "live_stores", lambda: (Shelf(),))
    file = tmp_path / "shelf.json"
    rows = {"k1": {"text": "Ada drinks green tea", "at": "1"}, "k2": {"text": "Tills use 8080", "at": "2"}}
    write(file, rows)
    async with opened(empty) as pilot:
        await pilot.press("S")
        await pilot.press("a")
        prompt = app_of(pilot)._prompt
        assert isinstance(prompt, PathPrompt)
        prompt.input.value = f"shelf:ada:secret@{file}"
        await pilot.press("enter")
        await until(pilot, lambda: "Linked; 2 memories added" in said(pilot))
        await until(pilot, lambda: sources_of(pilot).list.row is not None)
        await until(pilot, lambda: "are not written to it" in words(pilot))
        assert "secret" not in words(pilot)
        await pilot.press("w")
        await until(pilot, lambda: len(app_of(pilot).screen_stack) > 1)
        await pilot.press("enter")
        await until(pilot, lambda: sources.get_all(app_of(pilot).store)[0].agreed_at is not None)
        await pilot.press("1")
        await go_to(pilot, "green tea")
        await pilot.press("d")
        await until(pilot, lambda: read(file) == {"k2": rows["k2"]})
        await pilot.press("u")
        await until(pilot, lambda: read(file) == rows)
        write(file, {**rows, "k3": {"text": "Bob is a baker", "at": "3"}})
        await until(pilot, lambda: any("Bob is a baker" in row for row in listed(pilot)))
