"""One yes lets memtui write to several places, and to nothing that was not shown with it."""

from pathlib import Path

import pytest

from memtui.config.settings import Gate
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.sources.allowing import allow, look_at_closed
from memtui.store import sources
from memtui.store.database import Store
from tests.sources.linked import again, linked, memory, sync


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Three projects with instructions."""
    files = [tmp_path / name / "CLAUDE.md" for name in ("tea", "mill", "yard")]
    for file in files:
        file.parent.mkdir()
        file.write_text(f"- Nobody sleeps in the {file.parent.name}.\n- Keys hang behind the bar.\n")
    return files


def test_one_yes_writes_what_was_shown_and_undo_puts_it_back(store: Store, files: list[Path]) -> None:
    linked_here = [linked(store, file, agreed=False) for file in files]
    before = [file.read_text() for file in files]
    drop(store, [memory(store, linked_here[1], "sleeps").id], by=PERSON)
    looked = look_at_closed(store)
    assert [change.path for one in looked for change in one.plan.files] == [files[1]]
    allowed = allow(store, looked, gate=Gate())
    assert (len(allowed.done), allowed.left) == (3, [])
    assert "sleeps" not in files[1].read_text()
    assert look_at_closed(store) == []
    undo(store, by=PERSON)
    for source in linked_here:
        sync(store, source)
    assert [file.read_text() for file in files] == before


def test_what_came_or_changed_since_the_look_stays_closed(store: Store, files: list[Path]) -> None:
    mill, tea = (linked(store, file, agreed=False) for file in files[:2])
    looked = look_at_closed(store)
    yard = linked(store, files[2], agreed=False)
    drop(store, [memory(store, mill, "sleeps").id], by=PERSON)
    allowed = allow(store, looked, gate=Gate())
    assert [source.id for source, _ in allowed.done] == [tea.id]
    assert [one.source.id for one in allowed.left] == [mill.id]
    assert again(store, yard).agreed_at is None
    assert "sleeps" in files[0].read_text()


def test_a_place_that_was_unlinked_since_stays_alone(store: Store, files: list[Path]) -> None:
    source = linked(store, files[0], agreed=False)
    looked = look_at_closed(store)
    with store.write() as tx:
        sources.unlink(tx, source.id)
    assert allow(store, looked, gate=Gate()).done == []


def test_a_place_whose_file_cannot_be_read_is_told_and_left(store: Store, files: list[Path]) -> None:
    source = linked(store, files[0], agreed=False)
    linked(store, files[1], agreed=False)
    drop(store, [memory(store, source, "sleeps").id], by=PERSON)
    files[0].unlink()
    files[0].mkdir()
    allowed = allow(store, look_at_closed(store), gate=Gate())
    assert files[0].is_dir()
    assert [Path(source.path) for source, done in allowed.done if not done.problem] == [files[1]]
