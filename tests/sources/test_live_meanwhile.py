"""What somebody else does to a live store between our reading and our writing stays as they did it."""

from collections.abc import Callable, Collection, Mapping
from pathlib import Path

import pytest

from memtui.config.settings import Gate
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.live_stores.protocol import Row
from memtui.sources import syncing
from memtui.store import sources
from memtui.store.database import Store
from memtui.store.sources import Source
from tests.live_stores import shelf as shelves
from tests.live_stores.shelf import Shelf, read, write
from tests.sources.linked import memory, sync
from tests.sources.shelved import TEA, TILL
from tests.sources.shelved import shelf as _shelf  # the fixture

shelf = _shelf

COFFEE = {"text": "Ada drinks coffee", "at": "2026-05-06"}
Meanwhile = Callable[[dict[str, object]], None]


@pytest.fixture
def source(store: Store, shelf: Path) -> Source:
    found, _ = syncing.link(store, f"shelf:{shelf}", by=PERSON, gate=Gate())
    with store.write() as tx:
        sources.agree(tx, found.id, yes=True)
    return found


@pytest.fixture
def meanwhile(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Let somebody else replace the rows just before memtui looks what is there, to write."""
    looking = shelves.Opened.get

    def replace(rows: dict[str, object]) -> None:
        def get(opened: shelves.Opened, keys: Collection[str]) -> Mapping[str, Row]:
            write(shelf, rows)
            return looking(opened, keys)

        monkeypatch.setattr(shelves.Opened, "get", get)

    return replace


def left(store: Store, source: Source) -> list[str]:
    done = sync(store, source)
    assert (done.problem, done.written) == ("", [])
    return [skipped.reason for skipped in done.left]


def test_a_row_with_other_words_is_not_dropped(
    store: Store, source: Source, shelf: Path, meanwhile: Meanwhile
) -> None:
    drop(store, [memory(store, source, "tea").id], by=PERSON)
    meanwhile({"k1": COFFEE, "k2": TILL})
    assert len(left(store, source)) == 1
    assert read(shelf) == {"k1": COFFEE, "k2": TILL}


def test_a_row_with_other_words_is_not_reworded(
    store: Store, source: Source, shelf: Path, meanwhile: Meanwhile
) -> None:
    edit(store, [memory(store, source, "tea").id], Edit(text="Ada drinks black tea"), by=PERSON)
    meanwhile({"k1": COFFEE, "k2": TILL})
    assert len(left(store, source)) == 1
    assert read(shelf) == {"k1": COFFEE, "k2": TILL}


def test_a_row_that_is_gone_is_not_put_back_by_an_edit(
    store: Store, source: Source, shelf: Path, meanwhile: Meanwhile
) -> None:
    edit(store, [memory(store, source, "tea").id], Edit(text="Ada drinks black tea"), by=PERSON)
    meanwhile({"k2": TILL})
    assert len(left(store, source)) == 1
    assert read(shelf) == {"k2": TILL}


def test_a_row_that_comes_back_takes_no_other_ones_place(
    store: Store, source: Source, shelf: Path, meanwhile: Meanwhile
) -> None:
    drop(store, [memory(store, source, "tea").id], by=PERSON)
    sync(store, source)
    undo(store, by=PERSON)
    meanwhile({"k1": COFFEE, "k2": TILL})
    assert len(left(store, source)) == 1
    assert read(shelf) == {"k1": COFFEE, "k2": TILL}


def test_a_row_with_a_secret_is_not_reworded(store: Store, shelf: Path) -> None:
    rows = {"k1": {"text": "The password of the till is plughfred7xyzzy", "at": "2026-01-02"}, "k2": TILL}
    write(shelf, rows)
    source, _ = syncing.link(store, f"shelf:{shelf}", by=PERSON, gate=Gate())
    with store.write() as tx:
        sources.agree(tx, source.id, yes=True)
    edit(store, [memory(store, source, "password").id], Edit(text="The till has a password"), by=PERSON)
    assert left(store, source) == ["it holds a secret, which memtui keeps none of; change it there"]
    assert read(shelf) == rows


def test_a_kind_of_store_that_memtui_only_reads_is_not_written_whatever_was_agreed(
    store: Store, source: Source, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Shelf, "only_read", "it has no way to change a memory")
    drop(store, [memory(store, source, "tea").id], by=PERSON)
    assert left(store, source) == []
    assert read(shelf) == {"k1": TEA, "k2": TILL}
