"""Two stores that exchange exports: the newer text wins, drops travel, and a clash is a card."""

import json
from pathlib import Path
from typing import Any

import pytest

from memtui.store import memories
from tests.cli.conftest import Memtui, opened

TEXT = "Atlas stores users in PostgreSQL 14"


@pytest.fixture
def other(tmp_path: Path) -> Memtui:
    return Memtui(tmp_path / "other.db")


def carry(one: Memtui, two: Memtui, *args: str, asked: tuple[str, ...] = ()) -> Any:
    """Export everything from one store, import it into the other, and return what the import says."""
    file = one.db.parent / "exchange.jsonl"
    assert one("export", "--state", "all", "-o", str(file), *asked).code == 0
    return two("import", str(file), "--json", *args).json


@pytest.fixture
def uid(memtui: Memtui, other: Memtui) -> str:
    """One memory that both stores have."""
    uid = memtui.add(TEXT, "--scope", "/project/atlas")
    assert carry(memtui, other)["added"] == 1
    return uid


def test_an_edit_follows_and_no_second_memory_arrives(memtui: Memtui, other: Memtui, uid: str) -> None:
    memtui("edit", uid, "--text", "Atlas stores users in PostgreSQL 16")
    told = carry(memtui, other)
    assert (told["updated"], told["added"], told["clashes"]) == (1, 0, 0)
    assert other.texts("--state", "all") == ["Atlas stores users in PostgreSQL 16"]
    assert carry(memtui, other)["duplicates"] == 1
    assert other("undo").code == 0
    assert other.texts() == [TEXT]


def test_edits_go_to_and_fro(memtui: Memtui, other: Memtui, uid: str) -> None:
    for number in range(15, 21):
        writer, reader = (memtui, other) if number % 2 else (other, memtui)
        writer("edit", uid, "--text", f"Atlas stores users in PostgreSQL {number}")
        assert carry(writer, reader)["updated"] == 1
        assert reader.texts("--state", "all") == [f"Atlas stores users in PostgreSQL {number}"]
        assert carry(reader, writer)["duplicates"] == 1


def test_an_older_export_changes_nothing(memtui: Memtui, other: Memtui, uid: str) -> None:
    other("edit", uid, "--text", "Atlas stores users in PostgreSQL 16")
    assert carry(memtui, other)["duplicates"] == 1
    assert other.texts("--state", "all") == ["Atlas stores users in PostgreSQL 16"]


def test_a_drop_travels_and_a_dropped_memory_does_not_come_back(
    memtui: Memtui, other: Memtui, uid: str
) -> None:
    memtui("drop", uid)
    assert carry(memtui, other)["updated"] == 1
    assert other.texts() == []
    memtui("restore", uid)
    assert carry(memtui, other)["suppressed"] == 1
    assert other.texts() == []


@pytest.mark.parametrize("into", [(), ("-o", "live.jsonl")])
def test_an_export_of_what_lives_says_that_drops_stay_behind(
    memtui: Memtui, uid: str, into: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    memtui.add("Releases: tag, wait for CI")
    assert "--state all" not in memtui("export", *into).err
    memtui("drop", uid)
    assert "1 dropped memory stays here; --state all takes drops along." in memtui("export", *into).err
    for whole in (("--state", "all"), ("--scope", "/elsewhere"), ("is:pinned",)):
        assert "takes drops along" not in memtui("export", *whole, *into).err


def test_what_both_sides_wrote_is_a_card(
    memtui: Memtui, other: Memtui, uid: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    memtui("edit", uid, "--text", "Atlas stores users in PostgreSQL 16")
    monkeypatch.setenv("MEMTUI_NOW", "2026-11-20T12:00:01Z")
    other("edit", uid, "--text", "Atlas stores users in MySQL")
    told = carry(memtui, other)
    assert (told["clashes"], told["updated"], told["added"]) == (1, 0, 0)
    assert other.texts("--state", "all") == ["Atlas stores users in MySQL"]
    (card,) = other("review", "list", "--json").json
    assert "changed both here and in exchange.jsonl" in card["reason"]


def test_what_was_changed_more_often_here_keeps_its_count_of_changes(
    memtui: Memtui, other: Memtui, uid: str
) -> None:
    for importance in ("0.6", "0.7", "0.8"):
        other("edit", uid, "--importance", importance)
    memtui("edit", uid, "--text", "Atlas stores users in PostgreSQL 16")
    assert carry(memtui, other)["updated"] == 1
    with opened(memtui) as one, opened(other) as two:
        (theirs,), (ours,) = memories.by_uid(one, [uid]).values(), memories.by_uid(two, [uid]).values()
    assert (theirs.text, theirs.version, ours.version) == (ours.text, 2, 5)


def test_a_line_that_was_edited_by_hand_is_the_newer_one(memtui: Memtui, uid: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    memtui("export", "-o", str(file))
    line = json.loads(file.read_text())
    file.write_text(json.dumps({**line, "text": "Atlas stores users in SQLite"}))
    assert memtui("import", str(file), "--json").json["updated"] == 1
    assert memtui.texts("--state", "all") == ["Atlas stores users in SQLite"]
    assert uid == line["uid"]


def test_what_is_filed_elsewhere_is_another_memory(memtui: Memtui, uid: str) -> None:
    assert carry(memtui, memtui, "--scope", "/copy")["added"] == 1
    assert memtui.texts() == [TEXT, TEXT]
    assert memtui("show", uid, "--json").json["scope"] == "/project/atlas"


# -- purges ----------------------------------------------------------------------------------------

SPELLED_OTHERWISE = "Atlas stores users in postgresql 14."


@pytest.mark.usefixtures("scripted")
def test_what_is_purged_in_one_store_stays_away_from_the_other(memtui: Memtui, other: Memtui) -> None:
    memtui("purge", memtui.add(TEXT, "--scope", "/project/atlas"), "--yes")
    assert carry(memtui, other, asked=("--with-purged",))["purged"] == {"kept": 1, "cards": 0}
    file = other.db.parent / "later.jsonl"
    file.write_text(json.dumps({"text": SPELLED_OTHERWISE, "scope": "/project/atlas"}))
    assert other("import", str(file), "--json").json["suppressed"] == 1
    assert other.texts("--state", "all") == []


@pytest.mark.usefixtures("scripted")
def test_what_was_purged_elsewhere_and_is_here_becomes_a_card(
    memtui: Memtui, other: Memtui, uid: str
) -> None:
    memtui("purge", uid, "--yes")
    assert carry(memtui, other, asked=("--with-purged",))["purged"] == {"kept": 1, "cards": 1}
    assert other.texts() == [TEXT]
    (card,) = other("review", "list", "--json").json
    assert card["reason"] == "it was purged where exchange.jsonl is from"
    assert other("review", "accept", str(card["id"]), "--yes").code == 0
    assert other.texts() == []
    assert carry(memtui, other, asked=("--with-purged",))["purged"] == {"kept": 0, "cards": 0}


@pytest.mark.usefixtures("scripted")
def test_purges_go_on_to_a_third_store(memtui: Memtui, other: Memtui, tmp_path: Path) -> None:
    memtui("purge", memtui.add(TEXT), "--yes")
    third = Memtui(tmp_path / "third.db")
    third.add(TEXT)
    carry(memtui, other, asked=("--with-purged",))
    assert carry(other, third, asked=("--with-purged",))["purged"] == {"kept": 1, "cards": 1}


@pytest.mark.usefixtures("scripted")
def test_an_export_tells_nothing_of_purges_unless_it_is_asked(
    memtui: Memtui, other: Memtui, uid: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    memtui("purge", uid, "--yes")
    memtui.add("Releases: tag, wait for CI")
    assert "purged" not in memtui("export").out
    told = memtui("export", "--with-purged").out
    assert '"purged"' in told
    assert "Atlas" not in told
    monkeypatch.delenv("MEMTUI_SCRIPTED")
    assert memtui("export", "--with-purged").code == 1


def test_a_tombstone_that_is_none_is_left_out(other: Memtui, tmp_path: Path) -> None:
    file = tmp_path / "odd.jsonl"
    lines = [{"purged": "zz", "key": "00" * 32}, {"purged": "00", "key": "00"}, {"purged": 7}]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    told = other("import", str(file), "--json").json
    assert (told["purged"]["kept"], told["skipped"]) == (0, 3)


def test_an_import_that_leaves_records_out_says_which_and_does_not_end_as_if_all_were_kept(
    memtui: Memtui, tmp_path: Path
) -> None:
    file = tmp_path / "some.jsonl"
    rows = [{"text": "The mailer listens on port 25"}, {"text": "The cache is Redis", "origin": "user"}]
    file.write_text("\n".join(map(json.dumps, rows)))
    ran = memtui("import", str(file), "--format", "memtui")
    assert "1 left out" in ran.err
    assert "origin is one of person, " in ran.err
    assert "not 'user'" in ran.err
    assert (ran.code, len(memtui.texts())) == (1, 1)
