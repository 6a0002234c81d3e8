"""A place that is linked anew, its memories having been taken out, has lines as old as they were before."""

import os
from pathlib import Path

import pytest

from memtui.config.settings import Gate
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.dating import is_undated
from memtui.domain.instant import Instant
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.sources import syncing
from memtui.sources.synced import Synced
from memtui.store import memories, sources
from memtui.store.database import Store
from memtui.store.sources import Source
from tests.formats.shelves import SHELVES, files_below
from tests.sources.linked import again, sync

MAY = 1_778_000_000.0


def linked_in_may(store: Store, folder: Path, name: str) -> tuple[Source, Synced]:
    """Link a source whose files were saved in May, and allow writing to it."""
    format_name, make = SHELVES[name]
    path = make(folder)
    for file in files_below(folder):
        os.utime(folder / file, (MAY, MAY))
    source, told = syncing.link(store, path, format_name, by=PERSON, gate=Gate())
    with store.write() as tx:
        sources.agree(tx, source.id, yes=True)
    return again(store, source), told


def linked_anew(store: Store, source: Source, told: Synced) -> None:
    """Unlink a source, take out what its link brought, and link it again."""
    syncing.let_go(store, again(store, source), gate=Gate(), unlink=True)
    for op_id in told.ops:
        undo(store, by=PERSON, op_id=op_id)
    syncing.link(store, source.path, source.format, by=PERSON, gate=Gate())


def days(store: Store, source: Source) -> dict[str, tuple[Instant, bool]]:
    """Return when each statement is from, and whether it may be older."""
    ids = [record.memory_id for record in sources.records(store, source.id)]
    return {one.text: (one.created_at, is_undated(one)) for one in memories.get_many(store, ids)}


DATED_BY_FILE = [name for name in SHELVES if name != "memtui"]


@pytest.mark.parametrize("name", DATED_BY_FILE)
def test_what_was_written_and_taken_back_leaves_all_lines_as_old_as_they_were(
    store: Store, tmp_path: Path, name: str
) -> None:
    source, told = linked_in_may(store, tmp_path / "shop", name)
    before = days(store, source)
    assert MAY in {day for day, _ in before.values()}
    drop(store, [sources.records(store, source.id)[1].memory_id], by=PERSON)
    sync(store, source)
    undo(store, by=PERSON)
    linked_anew(store, source, told)
    assert days(store, source) == before


@pytest.mark.parametrize("name", DATED_BY_FILE)
def test_what_was_dropped_makes_the_lines_beside_it_no_younger(
    store: Store, tmp_path: Path, name: str
) -> None:
    source, told = linked_in_may(store, tmp_path / "shop", name)
    before = days(store, source)
    drop(store, [sources.records(store, source.id)[1].memory_id], by=PERSON)
    sync(store, source)
    linked_anew(store, source, told)
    assert days(store, source) == before
