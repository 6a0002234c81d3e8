from pathlib import Path

from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.memory import Draft
from memtui.lifecycle.add import add
from memtui.lifecycle.purge import purge
from memtui.lifecycle.states import drop
from memtui.store import sources
from memtui.store.database import Store
from tests.sources.linked import folder_of, linked, memory, sync


def test_a_purge_takes_its_text_out_of_the_old_bytes_of_files_that_only_quote_it(
    store: Store, tmp_path: Path
) -> None:
    source = linked(store, folder_of(tmp_path))
    quoting = add(store, Draft(text="Deploys go out on Fridays, never later.", scope="/user"), by=PERSON)
    drop(store, [memory(store, source, "nobody works").id, quoting.memory.id], by=PERSON)
    sync(store, source)
    assert any(b"Fridays" in data for _, data in sources.kept_bytes(store))
    purge(store, [quoting.memory.id], by=PERSON)
    assert not any(b"Fridays" in data for _, data in sources.kept_bytes(store))


def test_the_files_in_which_a_memory_stands_are_known_until_it_is_taken_out(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    found = memory(store, source, "9100")
    assert sources.linked_files_of(store, [found.id]) == [str(folder / "MEMORY.md")]
    drop(store, [found.id], by=PERSON)
    sync(store, source)
    assert sources.linked_files_of(store, [found.id]) == []
