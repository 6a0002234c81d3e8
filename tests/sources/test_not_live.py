"""What a file says is archived, dropped, deprecated, superseded or a draft stays in the file as it is."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from memtui.config.settings import Gate
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.memory import Draft, State
from memtui.lifecycle.add import add
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop, restore
from memtui.lifecycle.undo import undo
from memtui.sources import syncing
from memtui.sources.exporting import export
from memtui.store import sources
from memtui.store.database import Store
from memtui.store.sources import Source
from tests.sources.linked import again, bytes_in, memory, sync
from tests.sources.test_exporting import FOLDERS, PLAIN, RICH

LIDS = "Lids are made of tin"
COLD = replace(PLAIN, uid=RICH.uid, text="Tea is poured at noon", state=State.ARCHIVED)


def _exported(name: str, *states: State) -> Callable[[Path], Path]:
    """Return what writes an export of a live memory and one of each other state."""
    others = [replace(COLD, uid=COLD.uid[:-1] + state[0].upper(), state=state) for state in states]

    def write(folder: Path) -> Path:
        target = folder / ("out" if name in FOLDERS else "out.x")
        export(
            name, iter([PLAIN, *(replace(one, text=f"{one.text}, {one.state}") for one in others)]), target
        )
        return target

    return write


def _holds(folder: Path, words: str) -> bool:
    return any(words.encode() in data for name, data in bytes_in(folder).items() if name != "index.md")


def _written(name: str, text: str) -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return folder if name.endswith(".md") else file

    return write


OKF = "---\ntype: Fact\nstatus: deprecated\n---\n\nThe till is made of oak.\n"
ROWS = [{"id": "a1", "memory": LIDS, "user_id": "r"}, {"id": "a2", "memory": "Tea", "is_deleted": True}]
LINES = [
    {"id": "l1", "type": "lesson", "content": "The till beeps twice", "ts": "2026-02-20"},
    {"id": "l2", "type": "lesson", "content": "The till beeps once", "supersedes": "l1", "ts": "2026-02-21"},
]


def _with_a_draft(folder: Path) -> Path:
    """Write what Hermes keeps, and something that it asks a person to allow."""
    asks = {"action": "remove", "target": "memory", "content": "", "old_text": "Lids"}
    for name, text in {
        "memories/MEMORY.md": f"{LIDS}\n",
        "pending/memory/a.json": json.dumps({"id": "a", "payload": asks, "origin": "x", "created_at": 1.7e9}),
    }.items():
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_text(text)
    return folder


SHELVES = {
    "memtui": ("memtui", _exported("memtui", State.ARCHIVED, State.DROPPED)),
    "claude": ("claude", _exported("claude", State.ARCHIVED)),
    "mem0": ("mem0", _exported("mem0", State.ARCHIVED, State.DROPPED)),
    "okf": ("okf", _exported("okf", State.ARCHIVED)),
    "okf, by its head": ("okf", _written("till.md", OKF)),
    "mem0, deleted": ("mem0", _written("x.json", json.dumps({"results": ROWS}))),
    "a draft": ("hermes", _with_a_draft),
    "superseded": ("insights", _written("x.jsonl", "".join(f"{json.dumps(line)}\n" for line in LINES))),
}


def _agreed(store: Store, path: Path, format_name: str) -> Source:
    source, told = syncing.link(store, path, format_name, by=PERSON, gate=Gate())
    assert (told.problem, told.pending) == ("", 0)
    with store.write() as tx:
        sources.agree(tx, source.id, yes=True)
    return again(store, source)


@pytest.mark.parametrize("name", SHELVES)
def test_where_nothing_is_done_here_nothing_is_to_be_written(store: Store, tmp_path: Path, name: str) -> None:
    format_name, write = SHELVES[name]
    folder = tmp_path / "shelf"
    folder.mkdir()
    path = write(folder)
    before = bytes_in(folder)
    source = _agreed(store, path, format_name)
    assert syncing.pending(store, source) == []
    assert syncing.plan_pending(store, source).files == []
    told = sync(store, source)
    assert (told.written, told.left, bytes_in(folder)) == ([], [], before)


@pytest.mark.parametrize("name", ["memtui", "claude", "mem0", "okf"])
def test_what_is_done_here_with_what_came_in_archived_is_written_and_undone(
    store: Store, tmp_path: Path, name: str
) -> None:
    folder = tmp_path / "shelf"
    folder.mkdir()
    source = _agreed(store, _exported(name, State.ARCHIVED)(folder), name)
    before = bytes_in(folder)
    lids, cold = memory(store, source, LIDS), memory(store, source, "noon")
    edit(store, [cold.id], Edit(text="Tea is poured at dusk"), by=PERSON)
    sync(store, source)
    assert _holds(folder, "dusk")
    drop(store, [cold.id], by=PERSON)
    sync(store, source)
    assert (_holds(folder, "dusk"), _holds(folder, LIDS)) == (False, True)
    for _ in range(2):
        undo(store, by=PERSON)
    sync(store, source)
    assert (memory(store, source, "noon").state, bytes_in(folder)) == (State.ARCHIVED, before)
    restore(store, [cold.id], by=PERSON)
    drop(store, [lids.id], by=PERSON)
    sync(store, source)
    assert (_holds(folder, "noon"), _holds(folder, LIDS)) == (True, False)
    for _ in range(2):
        undo(store, by=PERSON)
    sync(store, source)
    assert bytes_in(folder) == before


def test_what_came_in_archived_and_was_taken_out_of_the_file_stays_out(store: Store, tmp_path: Path) -> None:
    file = _exported("memtui", State.ARCHIVED)(tmp_path)
    source = _agreed(store, file, "memtui")
    cold = memory(store, source, "noon")
    kept = [line for line in file.read_text().splitlines(keepends=True) if "noon" not in line]
    file.write_text("".join(kept))
    sync(store, source)
    edit(store, [cold.id], Edit(text="Tea is poured at dusk"), by=PERSON)
    assert sync(store, source).written == []
    assert file.read_text() == "".join(kept)


def test_a_file_that_archives_what_is_here_keeps_it(store: Store, tmp_path: Path) -> None:
    inserted = add(store, Draft.of(PLAIN), by=PERSON).memory
    file = tmp_path / "newer.jsonl"
    export("memtui", iter([replace(inserted, state=State.ARCHIVED, version=inserted.version + 1)]), file)
    before = file.read_bytes()
    source = _agreed(store, file, "memtui")
    assert memory(store, source, LIDS).state is State.ARCHIVED
    assert syncing.plan_pending(store, source).files == []
    sync(store, source)
    assert file.read_bytes() == before
