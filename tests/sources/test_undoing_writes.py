"""What was written to linked files comes back to the byte, whatever the order in which it is undone."""

import re
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.config.settings import Gate
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.memory import State
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.states import drop, restore
from memtui.lifecycle.undo import redo, undo
from memtui.sources import syncing
from memtui.store import journal, memories, sources
from memtui.store.database import Store
from memtui.store.opening import open_store
from memtui.store.sources import Source
from tests.formats.shelves import SHELVES, bytes_below, files_below
from tests.sources.linked import again, bytes_in, folder_of, linked, memory, sync

ACTS = ("drop", "edit", "pin", "restore", "undo", "redo", "sync", "sync")


def shelf(store: Store, folder: Path, name: str) -> Source:
    """Write a source, link it and allow writing to it."""
    format_name, make = SHELVES[name]
    source, told = syncing.link(store, make(folder), format_name, by=PERSON, gate=Gate())
    assert told.added > 2
    with store.write() as tx:
        sources.agree(tx, source.id, yes=True)
    return again(store, source)


def act(store: Store, kind: str, memory_id: int, number: int) -> None:
    """Do one thing to a memory, if it can be done now."""
    found = memories.get(store, memory_id)
    assert found is not None
    try:
        match kind:
            case "drop":
                drop(store, [memory_id], by=PERSON)
            case "edit" if found.state is State.LIVE:
                edit(store, [memory_id], Edit(text=f"{found.text} and {number}"), by=PERSON)
            case "pin" if found.state is State.LIVE:
                edit(store, [memory_id], Edit(pinned=not found.pinned), by=PERSON)
            case "restore":
                restore(store, [memory_id], by=PERSON)
            case "undo" if journal.undoable(store, limit=2)[1:]:
                undo(store, by=PERSON)
            case "redo":
                redo(store, by=PERSON)
    except Refused:
        pass


def undo_all(store: Store, source: Source, first: int, order: list[int]) -> None:
    """Take back every act since op `first`, in an order of its own, with syncs between."""
    while left := [op for op in journal.undoable(store, limit=100) if op.id > first]:
        later: set[int] = set()
        free = []
        for op in left:  # the newest first; of one memory only the newest can be taken back
            touched = {change.memory_id for change in journal.changes(store, op.id)}
            free += [op] if later.isdisjoint(touched) else []
            later |= touched
        undo(store, by=PERSON, op_id=free[(order.pop() if order else 0) % len(free)].id)
        sync(store, source)


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize("name", SHELVES)
@given(data=st.data())
@settings(max_examples=10)
def test_any_changes_taken_back_in_any_order_give_the_first_bytes(name: str, data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "tea-house")
        with open_store(Path(place, "memories.db")) as store:
            source = shelf(store, folder, name)
            before = files_below(folder)
            first = journal.ops(store, limit=1)[0].id
            ids = sorted({record.memory_id for record in sources.records(store, source.id)})
            steps = data.draw(
                st.lists(st.tuples(st.sampled_from(ACTS), st.sampled_from(ids)), min_size=2, max_size=10)
            )
            for number, (kind, memory_id) in enumerate(steps):
                if kind == "sync":
                    assert sync(store, source).problem == ""
                act(store, kind, memory_id, number)
            sync(store, source)
            undo_all(store, source, first, data.draw(st.lists(st.integers(0, 20), max_size=12)))
            sync(store, source)
            assert files_below(folder) == before


def dropped(store: Store, source: Source, *words: str) -> list[int]:
    """Drop the memories that say these words, one op each; returns the ops."""
    for one in words:
        drop(store, [memory(store, source, one).id], by=PERSON)
    return [op.id for op in journal.ops(store, limit=len(words))]


@pytest.mark.parametrize("turn", [1, -1])
def test_drops_that_share_one_write_come_back_one_by_one_to_the_byte(
    store: Store, tmp_path: Path, turn: int
) -> None:
    source = shelf(store, tmp_path / "shop", "claude")
    before = files_below(tmp_path / "shop")
    ops = dropped(store, source, "8080", "9100", "Fridays", "baker")
    sync(store, source)
    for op_id in ops[::turn]:
        undo(store, by=PERSON, op_id=op_id)
        sync(store, source)
    assert files_below(tmp_path / "shop") == before


def test_drops_written_one_after_another_come_back_to_their_places(store: Store, tmp_path: Path) -> None:
    source = shelf(store, tmp_path / "shop", "markdown")
    before = files_below(tmp_path / "shop")
    for words in ("rinse", "refill"):
        dropped(store, source, words)
        sync(store, source)
    undo(store, by=PERSON)
    sync(store, source)
    assert b"1. Never refill a cup\n+ guests" in bytes_below(tmp_path / "shop")["CLAUDE.md"]
    undo(store, by=PERSON)
    sync(store, source)
    assert files_below(tmp_path / "shop") == before


@pytest.mark.few(1)
@pytest.mark.parametrize("name", SHELVES)
def test_what_is_restored_by_name_has_its_old_bytes_place_and_fields(
    store: Store, tmp_path: Path, name: str
) -> None:
    source = shelf(store, tmp_path / "shop", name)
    before = files_below(tmp_path / "shop")
    ids = sorted({record.memory_id for record in sources.records(store, source.id)})
    for memory_id in ids:
        drop(store, [memory_id], by=PERSON)
        sync(store, source)
    for memory_id in ids:
        restore(store, [memory_id], by=PERSON)
        sync(store, source)
    assert files_below(tmp_path / "shop") == before


@pytest.mark.long
def test_sixty_single_changes_are_undone_to_the_byte(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text("".join(f"{'-*'[n % 2]}  the cup {n} is clean\n" for n in range(60)))
    source = linked(store, file)
    before = file.read_bytes()
    for record in sources.records(store, source.id):
        drop(store, [record.memory_id], by=PERSON)
        sync(store, source)
    for _ in range(60):
        undo(store, by=PERSON)
        sync(store, source)
    assert file.read_bytes() == before


@pytest.mark.parametrize("by_name", [False, True])
def test_a_file_over_its_limit_gets_back_what_was_dropped(
    store: Store, tmp_path: Path, by_name: bool
) -> None:
    file = tmp_path / "memories" / "MEMORY.md"
    file.parent.mkdir()
    file.write_text("\n§\n".join(f"Entry {n} is " + "long " * 80 for n in range(9)))
    source = linked(store, file)
    before = file.read_bytes()
    found = memory(store, source, "Entry 4")
    drop(store, [found.id], by=PERSON)
    assert sync(store, source).written == [file]
    if by_name:
        restore(store, [found.id], by=PERSON)
    else:
        undo(store, by=PERSON)
    assert sync(store, source).left == []
    assert file.read_bytes() == before


@pytest.mark.few(3)
@pytest.mark.parametrize("name", ["markdown", "list", "hermes", "mcp", "mem0", "memtui", "codex"])
def test_a_record_keeps_its_bytes_and_place_when_somebody_else_changed_the_file_meanwhile(
    store: Store, tmp_path: Path, name: str
) -> None:
    source = shelf(store, tmp_path / "shop", name)
    first = min(sources.records(store, source.id), key=lambda record: record.memory_id)
    last = max(
        sources.records(store, source.id), key=lambda record: (record.file == first.file, record.memory_id)
    )
    found = memories.get(store, last.memory_id)
    assert found is not None
    file, old = Path(first.file), Path(first.file).read_bytes()
    drop(store, [first.memory_id], by=PERSON)
    sync(store, source)
    word = found.text.split()[-1].strip(".").encode()
    theirs = file.read_bytes().replace(word, b"Otherwise")
    file.write_bytes(theirs)
    sync(store, source)
    restore(store, [first.memory_id], by=PERSON)
    assert sync(store, source).left == []
    assert file.read_bytes() == old.replace(word, b"Otherwise")


def test_a_fact_comes_back_with_its_pointer_when_the_index_was_changed_meanwhile(
    store: Store, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path)
    source = linked(store, folder)
    before = bytes_in(folder)
    index = folder / "MEMORY.md"
    for was, becomes in (("8080", "8088"), ("9100", "9101")):
        dropped(store, source, "Fridays")
        sync(store, source)
        index.write_text(index.read_text().replace(was, becomes))
        sync(store, source)
        undo(store, by=PERSON)
        sync(store, source)
        before["MEMORY.md"] = before["MEMORY.md"].replace(was.encode(), becomes.encode())
        assert bytes_in(folder) == before


THEIRS = {
    "claude": ("memory/MEMORY.md", "- somebody says {}\n"),
    "markdown": ("CLAUDE.md", "\n- somebody says {}\n"),
    "hermes": ("memories/MEMORY.md", "\n§\nSomebody says {}.\n"),
    "mcp": (
        "memory.jsonl",
        '{{"type": "entity", "name": "N{}", "entityType": "x", "observations": ["new"]}}\n',
    ),
    "memtui": ("x.jsonl", '\n{{"text": "Somebody says {}"}}'),
    "list": ("list.txt", "- somebody says {}\n"),
}
"""What another program adds to which file."""


def lines_below(folder: Path) -> Counter[tuple[str, str]]:
    """Count the lines of all files; of a line that points to a file, that it does."""
    return Counter(
        (name, f"→{link[1]}" if (link := re.search(r"(?:\]\(|\[\[)(\w+)", line)) else line.strip())
        for name, data in bytes_below(folder).items()
        for line in data.decode().splitlines()
        if line.strip() not in {"", "§"}
    )


@pytest.mark.few(1)
@pytest.mark.parametrize("name", THEIRS)
@given(data=st.data())
@settings(max_examples=8)
def test_what_others_write_in_between_stays_and_all_of_ours_comes_back_to_it(
    name: str, data: st.DataObject
) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "tea-house")
        with open_store(Path(place, "memories.db")) as store:
            source = shelf(store, folder, name)
            expected = lines_below(folder)
            file, line = THEIRS[name]
            ids = sorted({record.memory_id for record in sources.records(store, source.id)})
            acts = st.tuples(
                st.sampled_from(["drop", "drop", "restore", "theirs", "sync", "sync"]), st.sampled_from(ids)
            )
            for number, (kind, memory_id) in enumerate(data.draw(st.lists(acts, min_size=2, max_size=10))):
                if kind == "sync":
                    assert sync(store, source).problem == ""
                elif kind == "theirs":
                    (folder / file).write_bytes((folder / file).read_bytes() + line.format(number).encode())
                    expected += Counter([(file, line.format(number).split("§")[-1].strip())])
                else:
                    act(store, kind, memory_id, number)
            sync(store, source)
            gone = [one.id for one in memories.get_many(store, ids) if one.state is not State.LIVE]
            for memory_id in data.draw(st.permutations(gone)):
                restore(store, [memory_id], by=PERSON)
                told = sync(store, source)
                assert (told.problem, told.left, told.proposed) == ("", [], 0)
            assert lines_below(folder) == expected


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_neighbours_that_went_together_come_back_in_their_places_beside_what_others_wrote(
    store: Store, tmp_path: Path, order: tuple[int, int]
) -> None:
    source = shelf(store, tmp_path, "mcp")
    file = tmp_path / "memory.jsonl"
    before, theirs = file.read_bytes(), THEIRS["mcp"][1].format(1).encode()
    drop(store, [1, 2], by=PERSON)
    sync(store, source)
    file.write_bytes(file.read_bytes() + theirs)
    sync(store, source)
    for memory_id in order:
        restore(store, [memory_id], by=PERSON)
        sync(store, source)
    assert file.read_bytes() == before + theirs
