"""What takes the place of a memory from a linked file is read before it is saved, and changes that file."""

from pathlib import Path

from memtui.capture.facts import Outcome
from tests.sources.linked import bytes_in
from tests.tui.conftest import Opened, until
from tests.tui.extracting import read, screen_of, verdicts

TUESDAYS = "From now on deploys go out on Tuesdays, never later."


async def test_the_file_is_named_before_the_yes_edited_by_the_save_and_u_puts_back_every_byte(
    opened: Opened, agreed: Path, folder: Path
) -> None:
    before = bytes_in(folder)
    async with opened(agreed) as pilot:
        view = await read(pilot, TUESDAYS)
        assert verdicts(view) == [Outcome.UPDATES]
        assert "deploy.md will say" in screen_of(pilot)
        await pilot.press("y", "s")
        await until(pilot, lambda: bytes_in(folder) != before)
        after = bytes_in(folder)
        assert (after.keys(), view.facts.rows[0].stored) == (before.keys(), True)
        assert b"on Tuesdays" in after["deploy.md"]
        assert b"nobody works on Saturdays" in after["deploy.md"]
        await pilot.press("u")
        await until(pilot, lambda: bytes_in(folder) == before)
