"""A file that cannot be removed keeps all that goes with it, and the notice says what to do."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.lifecycle.states import drop
from memtui.store.database import Store
from tests.sources.linked import bytes_in, folder_of, linked, memory, sync


@pytest.fixture
def protect() -> Iterator[Callable[[Path], None]]:
    """Return what protects a file or a folder against any change; it is taken off again."""
    protected: list[Path] = []

    def on(path: Path) -> None:
        chattr = shutil.which("chattr")
        if (
            chattr is None
            or subprocess.run([chattr, "+i", path], check=False, capture_output=True).returncode
        ):
            pytest.skip("nothing can be protected here")
        protected.append(path)

    yield on
    for path in filter(Path.exists, protected):
        subprocess.run(["chattr", "-i", path], check=True)


def test_a_note_that_cannot_be_removed_keeps_its_line_in_the_index_and_the_notice_says_why(
    store: Store, tmp_path: Path, protect: Callable[[Path], None]
) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    before = bytes_in(folder)
    protect(folder / "rosa.md")
    drop(store, [memory(store, source, "baker").id], by=PERSON)
    told = sync(store, source)
    assert bytes_in(folder) == before
    assert told.written == []
    assert "rosa.md is protected against any change" in told.problem
    assert "nothing was written and agents read it as before" in told.problem
    assert "`chattr -i rosa.md`" in told.problem
    subprocess.run(["chattr", "-i", folder / "rosa.md"], check=True)
    assert len(sync(store, source).written) == 2
    assert "rosa.md" not in bytes_in(folder)
    assert b"rosa.md" not in bytes_in(folder)["MEMORY.md"]


def test_in_a_folder_that_lets_nothing_go_neither_a_note_nor_its_line_goes(
    store: Store, tmp_path: Path, protect: Callable[[Path], None]
) -> None:
    folder = folder_of(tmp_path)
    below = folder / "people"
    below.mkdir()
    (folder / "rosa.md").rename(below / "rosa.md")
    index = folder / "MEMORY.md"
    index.write_text(index.read_text().replace("(rosa.md)", "(people/rosa.md)"))
    source = linked(store, folder)
    before = bytes_in(folder)
    protect(below)
    drop(store, [memory(store, source, "baker").id], by=PERSON)
    told = sync(store, source)
    assert bytes_in(folder) == before
    assert "people lets no file be changed in it" in told.problem
