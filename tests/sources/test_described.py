"""An edit of a fact changes the value in its description and in the line of the index, and undo all of it."""

from pathlib import Path

import pytest

from memtui.config import Settings
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import redo, undo
from memtui.review.queue import CardRef, card
from memtui.review.verdicts import accept
from memtui.sources.edited_along import edited_along, written_words
from memtui.store import memories
from memtui.store.database import Store
from tests.lifecycle.worlds import PERSON
from tests.review.planting import found as finding
from tests.review.planting import plant, queued
from tests.sources.linked import bytes_in, folder_of, linked, memory, sync

INDEX = (
    "# Shop\r\n\r\n- [Postgres 14](pg-14.md) — we run Postgres 14\r\n- [Rosa](rosa.md) — in team 14\r\n"
    "\r\n## Notes\r\n- the till listens on 14\r\n"
)
FACT = (
    "---\nname: postgres\ndescription: 'we run Postgres 14'  # by hand\nmetadata:\n  type: project\n"
    "  originSessionId: 14\n---\n\nWe run Postgres 14 for the bookings.\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = folder_of(tmp_path)
    (made / "MEMORY.md").write_bytes(INDEX.encode())
    (made / "pg-14.md").write_bytes(FACT.encode())
    return made


def reword(store: Store, memory_id: int, old: str, new: str) -> None:
    text = memories.get_many(store, [memory_id])[0].text
    edit(store, [memory_id], Edit(text=text.replace(old, new)), by=PERSON)


def test_the_value_is_changed_in_the_body_the_description_and_the_index(store: Store, folder: Path) -> None:
    source = linked(store, folder)
    before = bytes_in(folder)
    found = memory(store, source, "bookings")
    reword(store, found.id, "14", "16")
    told = sync(store, source)
    index = INDEX.replace("[Postgres 14]", "[Postgres 16]").replace("run Postgres 14", "run Postgres 16")
    fact = FACT.replace("run Postgres 14", "run Postgres 16")
    assert bytes_in(folder) == {**before, "MEMORY.md": index.encode(), "pg-14.md": fact.encode()}
    assert memories.get_many(store, [found.id])[0].abstract == "we run Postgres 16"
    assert told.warnings == []


def test_undo_gives_all_bytes_and_times_back_and_redo_changes_them_again(store: Store, folder: Path) -> None:
    source = linked(store, folder)
    before = bytes_in(folder)
    times = {file.name: file.stat().st_mtime_ns for file in folder.iterdir()}
    found = memory(store, source, "bookings")
    reword(store, found.id, "14", "16")
    sync(store, source)
    after = bytes_in(folder)
    reword(store, found.id, "16", "17")
    sync(store, source)
    assert bytes_in(folder)["MEMORY.md"] == after["MEMORY.md"].replace(b"Postgres 16", b"Postgres 17")
    undo(store, by=PERSON)
    sync(store, source)
    assert bytes_in(folder) == after
    undo(store, by=PERSON)
    sync(store, source)
    assert bytes_in(folder) == before
    assert {file.name: file.stat().st_mtime_ns for file in folder.iterdir()} == times
    assert memories.get_many(store, [found.id])[0].abstract == "we run Postgres 14"
    redo(store, by=PERSON)
    sync(store, source)
    assert bytes_in(folder) == after


def test_a_line_that_repeats_the_description_follows_it_and_what_is_not_sure_is_named_once(
    store: Store, folder: Path
) -> None:
    source = linked(store, folder)
    before = bytes_in(folder)
    found = memory(store, source, "bookings")
    edit(store, [found.id], Edit(text="MySQL keeps what is booked."), by=PERSON)
    told = sync(store, source)
    was, now = b"we run Postgres 14", b"MySQL keeps what is booked"
    assert bytes_in(folder)["MEMORY.md"] == before["MEMORY.md"].replace(was, now)
    assert told.warnings == [
        "MEMORY.md line 3 still says of pg-14.md: - [Postgres 14](pg-14.md) — MySQL keeps what is booked",
    ]
    drop(store, [memory(store, source, "till").id], by=PERSON)
    told = sync(store, source)
    assert [file.name for file in told.written] == ["MEMORY.md"]
    assert told.warnings == []
    undo(store, by=PERSON)
    undo(store, by=PERSON)
    sync(store, source)
    assert bytes_in(folder) == before


def test_a_row_of_a_table_and_a_description_of_several_lines_follow(store: Store, folder: Path) -> None:
    rows = "# Shop\n\n| File | What |\n|---|---|\n| pg-14.md | we run Postgres 14, with care |\n"
    rows += "| rosa.md | who she is, and what she does all day |\n| deploy.md | when to ship |\n"
    (folder / "MEMORY.md").write_text(rows)
    fact = FACT.replace("'we run Postgres 14'  # by hand", ">\n  we run\n  Postgres 14")
    (folder / "pg-14.md").write_text(fact)
    source = linked(store, folder)
    reword(store, memory(store, source, "bookings").id, "Postgres 14", "MySQL 9")
    sync(store, source)
    assert (folder / "MEMORY.md").read_text() == rows.replace("Postgres 14", "MySQL 9")
    assert (folder / "pg-14.md").read_text() == fact.replace("Postgres 14", "MySQL 9")


def test_what_an_agent_changes_in_the_file_brings_its_own_description(store: Store, folder: Path) -> None:
    source = linked(store, folder)
    found = memory(store, source, "bookings")
    (folder / "pg-14.md").write_text(
        FACT.replace("we run Postgres 14", "the database").replace("14 for", "16 for")
    )
    sync(store, source)
    assert memories.get_many(store, [found.id])[0].abstract == "the database"
    before = bytes_in(folder)
    edit(store, [found.id], Edit(pinned=True), by=PERSON)
    sync(store, source)
    assert b"description: 'the database'" in bytes_in(folder)["pg-14.md"]
    assert bytes_in(folder)["MEMORY.md"] == before["MEMORY.md"]


def test_a_description_that_cannot_be_written_is_named(store: Store, folder: Path) -> None:
    fact = FACT.replace("'we run Postgres 14'  # by hand", "|\n  we run Postgres 14\n  on one host")
    (folder / "pg-14.md").write_text(fact)
    source = linked(store, folder)
    edit(store, [memory(store, source, "bookings").id], Edit(text="MySQL keeps it."), by=PERSON)
    (first, *_) = sync(store, source).warnings
    assert first == "pg-14.md still describes it as: we run Postgres 14 on one host"


def test_before_it_the_person_is_told_what_else_changes_and_what_does_not(store: Store, folder: Path) -> None:
    source = linked(store, folder)
    found = memory(store, source, "bookings")
    assert edited_along(store, found, found.text.replace("14", "16")) == [
        "pg-14.md will say, too: description: 'we run Postgres 16' # by hand",
        "MEMORY.md will say, too: - [Postgres 16](pg-14.md) — we run Postgres 16",
    ]
    assert edited_along(store, found, "MySQL keeps what is booked.") == [
        "pg-14.md will say, too: description: MySQL keeps what is booked",
        "MEMORY.md will say, too: - [Postgres 14](pg-14.md) — MySQL keeps what is booked",
        "MEMORY.md line 3 still says of pg-14.md: - [Postgres 14](pg-14.md) — MySQL keeps what is booked",
    ]
    assert edited_along(store, found, found.text.replace("bookings", "orders")) == []
    assert written_words(store, found) == (
        "pg-14.md, and to its description and MEMORY.md where they repeat what you change"
    )
    assert written_words(store, memory(store, source, "till")) == "MEMORY.md"


def test_a_card_names_the_lines_before_its_yes_and_the_yes_changes_them(store: Store, folder: Path) -> None:
    source = linked(store, folder)
    found = memory(store, source, "bookings")
    newer = plant(store, "We run Postgres 16 for the bookings.", scope=found.scope)
    change = Change(Deed.KEEP, found.id, (newer.id,), text=newer.text)
    (proposal,) = queued(store, finding(Kind.CONFLICT, [newer, found], change))
    shown = card(store, CardRef((proposal.id,), proposal.kind, "", 1.0))
    assert "MEMORY.md will say, too: - [Postgres 16](pg-14.md) — we run Postgres 16" in [
        line.text for line in shown.if_yes
    ]
    before = bytes_in(folder)
    accept(store, Settings(), [proposal.id], by=PERSON)
    sync(store, source)
    assert b"we run Postgres 16" in bytes_in(folder)["MEMORY.md"]
    assert b"'we run Postgres 16'" in bytes_in(folder)["pg-14.md"]
    undo(store, by=PERSON)
    sync(store, source)
    assert bytes_in(folder) == before


def test_a_description_that_only_names_the_subject_stays_and_nothing_is_warned_of(
    store: Store, tmp_path: Path
) -> None:
    made = folder_of(tmp_path)
    index = "- [Till port](till.md) — where the API listens\n"
    (made / "MEMORY.md").write_text(index)
    head = "---\nname: Till port\ndescription: where the API listens\n---\n\n"
    (made / "till.md").write_text(head + "The API listens on port 7000.\n")
    source = linked(store, made)
    now = "The api isn't on 7000 any more. It's 7071 since the move."
    edit(store, [memory(store, source, "7000").id], Edit(text=now), by=PERSON)
    told = sync(store, source)
    assert (made / "till.md").read_text() == f"{head}{now}\n"
    assert (made / "MEMORY.md").read_text() == index
    assert told.warnings == []


def test_a_description_that_gave_the_value_becomes_the_new_text_and_not_only_what_that_denies(
    store: Store, tmp_path: Path
) -> None:
    made = folder_of(tmp_path)
    (made / "MEMORY.md").write_text("- [Till port](till.md) — till on 7000\n")
    head = "---\nname: Till port\ndescription: till on 7000\n---\n\n"
    (made / "till.md").write_text(head + "The till listens on port 7000.\n")
    source = linked(store, made)
    now = "The till isn't on 7000 any more. It's 7071 since the move."
    edit(store, [memory(store, source, "till").id], Edit(text=now), by=PERSON)
    told = sync(store, source)
    assert (made / "MEMORY.md").read_text() == f"- [Till port](till.md) — {now[:-1]}\n"
    assert f'description: "{now[:-1]}"' in (made / "till.md").read_text()
    assert told.warnings == []
