"""What nobody foresaw while linked files are kept in step is said, and the thread goes on after it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from memtui.config.places import from_home
from memtui.sources.synced import Synced
from memtui.store import sources
from memtui.store.opening import open_store
from memtui.store.sources import Standing
from memtui.tui.background.in_step import told_words
from tests.conftest import FrozenClock
from tests.formats.packages import DIARY, bring, forget
from tests.sources.linked import linked
from tests.tui.conftest import INDEX, Opened, app_of, listed, said, until
from tests.tui.linked import opened_sources, sources_of, words

FRAIL = DIARY.replace(
    'yield Draft("Dear diary.")',
    'yield Draft({"fine": "Dear diary, it rains"}[path.read_text().strip()])',
)
"""A format that ends by an error of its own on a file that says anything but `fine`."""


@pytest.fixture
def diary(
    tmp_path: Path, agreed: Path, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """A file of a format of another package, linked beside a folder of Claude Code."""
    packages = tmp_path / "packages"
    packages.mkdir()
    monkeypatch.syspath_prepend(packages)
    bring(packages, "diaries", FRAIL, diary="Diary")
    file = tmp_path / "day.diary"
    file.write_text("fine")
    with open_store(agreed, clock=clock) as store:
        linked(store, file, agreed=False)
    yield file
    forget()


def standings(pilot: Pilot[int]) -> list[Standing]:
    return [source.status for source in sources.get_all(app_of(pilot).store)]


@pytest.mark.long
async def test_a_format_that_fails_is_named_while_other_files_are_followed_and_is_followed_again(
    opened: Opened, agreed: Path, folder: Path, diary: Path
) -> None:
    async with opened(agreed) as pilot:
        diary.write_text("a day that the format does not know")
        why = "could not be brought in step: KeyError: 'a day that the format does not know'"
        await until(pilot, lambda: why in said(pilot))
        (folder / "MEMORY.md").write_text(INDEX + "- the scale is at 192.168.0.7\n")
        await until(pilot, lambda: any("192.168.0.7" in row for row in listed(pilot)))
        await opened_sources(pilot)
        sources_of(pilot).reload(str(diary))
        await until(pilot, lambda: why in " ".join(words(pilot).split()))
        diary.write_text("fine")
        await until(pilot, lambda: set(standings(pilot)) == {Standing.LINKED})


def spoil_plan(at: Path, clock: FrozenClock, *, mend: bool = False) -> None:
    """Note a write that a killed memtui left, with old bytes that are no bytes of its own."""
    with open_store(at, clock=clock) as store, store.write() as tx:
        tx.execute("DELETE FROM write_backs")
        if not mend:
            tx.execute(
                "INSERT INTO write_backs "
                "(source_id, at, status, file, ops, before, holes, records, outcome, since) "
                "VALUES (1, 0, 'pending', 'x', '[]', X'00', '[]', '[]', '[]', 0)"
            )


async def test_what_ends_all_following_is_said_there_and_in_sources_until_it_goes_on(
    opened: Opened, agreed: Path, folder: Path, clock: FrozenClock
) -> None:
    spoil_plan(agreed, clock)
    why = "Linked files are not kept in step: error: Error -5 while decompressing data"
    async with opened(agreed) as pilot:
        await until(pilot, lambda: said(pilot).startswith(why))
        await opened_sources(pilot)
        await until(pilot, lambda: f"! {why}" in words(pilot))
        assert "s tries now, memtui by itself every half minute" in words(pilot)
        spoil_plan(agreed, clock, mend=True)
        (folder / "MEMORY.md").write_text(INDEX + "- the scale is at 192.168.0.7\n")
        await pilot.press("s")
        await until(pilot, lambda: not app_of(pilot).in_step.trouble)
        await until(pilot, lambda: "not kept in step" not in words(pilot))
        (folder / "MEMORY.md").write_text(INDEX + "- the oven is at 192.168.0.8\n")
        await pilot.press("1")
        await until(pilot, lambda: any("192.168.0.8" in row for row in listed(pilot)))


BLIND = (
    DIARY
    + """
    agent = "diarist"

    def view(self, place):
        raise KeyError("nothing is known of this folder")
"""
)


@pytest.mark.usefixtures("diary")
async def test_sources_says_why_it_can_list_nothing(opened: Opened, agreed: Path, tmp_path: Path) -> None:
    bring(tmp_path / "packages", "blind", BLIND.replace('"diary"', '"blind"'), blind="Diary")
    async with opened(agreed) as pilot:
        await pilot.press("S")
        why = "Sources could not be read: KeyError: 'nothing is known of this folder'"
        await until(pilot, lambda: sources_of(pilot).list.empty == (why,))
        assert said(pilot) == why


async def test_the_notice_of_a_file_that_is_gone_says_in_which_linked_folder(
    opened: Opened, agreed: Path, folder: Path
) -> None:
    async with opened(agreed) as pilot:
        for file in folder.iterdir():
            file.unlink()
        await until(pilot, lambda: f"{from_home(folder)}: There is no " in said(pilot))


def test_the_notice_of_a_file_that_is_protected_names_it_once(agreed: Path, folder: Path) -> None:
    with open_store(agreed) as store:
        (source,) = sources.get_all(store)
    protected = Synced(problem=f"{folder / 'deploy.md'} is read-only and was left as it is")
    assert told_words(source, protected) == (protected.problem, "error")
