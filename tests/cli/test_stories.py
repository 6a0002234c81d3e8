"""What people do with the command line, told in commands."""

import json
from pathlib import Path

import pytest

from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.proposal import Finding
from memtui.lifecycle.propose import propose
from memtui.store.opening import open_store
from tests.cli.conftest import Memtui, Ran


def test_add_list_drop_undo(memtui: Memtui) -> None:
    uid = memtui.add("Atlas stores users in PostgreSQL 16", "--scope", "project/atlas/")
    assert memtui.texts() == ["Atlas stores users in PostgreSQL 16"]
    assert memtui("drop", uid[:12]).code == 0
    assert memtui.texts("--state", "live") == []
    assert memtui.texts("is:dropped") == ["Atlas stores users in PostgreSQL 16"]
    undone = memtui("undo")
    assert (undone.code, undone.err) == (0, "Undid: drop of “Atlas stores users in PostgreSQL 16”\n")
    assert memtui.texts() == ["Atlas stores users in PostgreSQL 16"]
    assert memtui("redo").code == 0
    assert memtui.texts() == []


def test_forget_looks_first_then_forgets_then_takes_it_back(memtui: Memtui, three: list[str]) -> None:
    rehearsed = memtui("forget", "--scope", "/project/atlas", "--dry-run")
    assert rehearsed.code == 0
    assert "PostgreSQL" in rehearsed.out
    assert "Would forget 2 memories" in rehearsed.err
    refused = memtui("forget", "--scope", "/project/atlas")
    assert (refused.code, refused.out) == (1, "")
    assert "add --yes" in refused.err
    assert len(memtui.texts()) == 3
    assert memtui("forget", "--scope", "/project/atlas", "--yes").err == "Forgot 2 memories\n"
    assert memtui.texts() == ["User prefers tabs"]
    assert memtui("undo").code == 0
    assert len(memtui.texts()) == 3


def test_export_then_import_into_an_empty_store_brings_everything_back(
    memtui: Memtui, three: list[str], tmp_path: Path
) -> None:
    memtui("drop", three[1])
    memtui("edit", three[0], "--category", "decision", "--category", "infra", "--expires", "1y")
    memtui("pin", three[2])
    backup = tmp_path / "backup.jsonl"
    assert memtui("export", "--state", "all", "-o", str(backup)).code == 0
    other = Memtui(tmp_path / "other.db")
    assert other("import", str(backup)).code == 0
    assert other("export", "--state", "all").lines == memtui("export", "--state", "all").lines
    again = other("import", str(backup), "--json")
    assert (again.json["added"], again.json["duplicates"]) == (0, 3)


def test_importing_from_stdin_below_a_scope(memtui: Memtui) -> None:
    lines = '{"text": "one", "scope": "/a"}\n{"text": "two"}\nnot json\n'
    ran = memtui("import", "-", "--scope", "team", "--json", stdin=lines)
    assert ran.code == 1
    assert (ran.json["added"], ran.json["skipped"]) == (2, 1)
    assert ran.json["reasons"][0]["where"] == "line 3"
    assert sorted(row["scope"] for row in memtui("list", "--json").json) == ["/team", "/team/a"]


def test_what_is_imported_into_a_project_makes_no_second_one_in_it(memtui: Memtui, tmp_path: Path) -> None:
    notes = tmp_path / "shop" / "memory" / "notes.md"
    notes.parent.mkdir(parents=True)
    notes.write_text("# Notes\n\n- The till is grey and old\n- Lids are of tin\n")
    lines = [
        ("one", "/project/garden"),
        ("two", "/project/tea/till"),
        ("three", "/user"),
        ("four", "/team/a"),
    ]
    rows = "".join(json.dumps({"text": text, "scope": scope}) + "\n" for text, scope in lines)
    assert memtui("import", str(notes), "--scope", "/project/tea").code == 0
    assert memtui("import", "-", "--scope", "/project/tea", stdin=rows).code == 0
    filed = {row["text"]: row["scope"] for row in memtui("list", "--json").json}
    assert filed == {
        "The till is grey and old": "/project/tea",
        "Lids are of tin": "/project/tea",
        "one": "/project/tea/garden",
        "two": "/project/tea/till",
        "three": "/project/tea",
        "four": "/project/tea/team/a",
    }


def test_a_rehearsed_import_adds_nothing(memtui: Memtui) -> None:
    ran = memtui("import", "-", "--dry-run", stdin='{"text": "one"}\n')
    assert ran.err.startswith("Would add 1 memory")
    assert memtui("list").code == 3


@pytest.mark.usefixtures("scripted")
def test_what_was_dropped_does_not_come_back_by_import(memtui: Memtui) -> None:
    memtui("drop", memtui.add("Stale fact"))
    line = '{"text": "Stale fact"}\n'
    assert memtui("import", "-", "--json", stdin=line).json["suppressed"] == 1
    assert memtui("import", "-", "--allow-dropped", "--json", stdin=line).json["added"] == 1


def test_the_same_text_twice_is_said_to_be_a_duplicate(memtui: Memtui) -> None:
    first = memtui.add("User prefers tabs")
    again = memtui("add", "user prefers  tabs.")
    assert again.out.strip() == first
    assert "Already known" in again.err
    assert memtui("add", "User prefers tabs", "--json").json["duplicate"] is True


def test_editing_changes_what_is_named_and_nothing_else(memtui: Memtui, three: list[str]) -> None:
    before = memtui("show", three[0], "--json").json
    ran = memtui("edit", three[0], "--text", "-", "--importance", "0.4", stdin="Atlas uses PostgreSQL 17\n")
    assert ran.code == 0
    after = memtui("show", three[0], "--json").json
    assert (after["text"], after["importance"]) == ("Atlas uses PostgreSQL 17", 0.4)
    assert all(after[key] == before[key] for key in ("uid", "scope", "type", "created_at", "pinned"))
    assert memtui("edit", three[0]).code == 2


def test_pin_move_and_archive_several(memtui: Memtui, three: list[str]) -> None:
    assert memtui("pin", *three, "--yes").err == "Pinned 3 memories\n"
    assert memtui("unpin", three[0]).code == 0
    assert len(memtui.texts("is:pinned")) == 2
    assert memtui("move", *three[:2], "/archive/atlas", "--yes").code == 0
    assert len(memtui.texts("in:/archive/atlas")) == 2
    assert memtui("archive", "--scope", "/archive", "--yes").code == 0
    assert memtui.texts() == ["User prefers tabs"]
    assert memtui("restore", three[0]).code == 0
    assert memtui("undo", "9", "--yes").code == 0
    assert memtui.texts("--state", "all") == []


def test_an_agents_op_is_undone_by_its_number(memtui: Memtui, three: list[str]) -> None:
    first = memtui("history", "--json").json[-1]
    assert (first["kind"], first["actor"], first["client"], first["changed"]) == (
        "add",
        "script",
        "script",
        1,
    )
    assert memtui("undo", "--op", str(first["id"])).code == 0
    assert len(memtui.texts()) == 2
    assert memtui("undo", "--op", str(first["id"])).code == 1
    changes = memtui("history", "--op", str(first["id"]), "--json").json["changes"]
    assert changes[0]["field"] == "state"


def test_what_an_op_changed_is_told_in_words(memtui: Memtui, three: list[str]) -> None:
    memtui("edit", three[0], "--importance", "0.5", "--scope", "/project/shop", "--category", "infra")
    memtui("drop", three[2], "--yes")
    memtui("undo")

    def told(op: int) -> list[str]:
        return [" ".join(line.split()) for line in memtui("history", "--op", str(op)).out.splitlines()[1:]]

    assert told(1) == ["added Atlas stores users in PostgreSQL 16"]
    (edited,) = told(4)
    assert "moved from /project/atlas to /project/shop" in edited
    assert "importance 0.90 → 0.50" in edited
    assert "categories +infra" in edited
    assert edited.endswith("Atlas stores users in PostgreSQL 16")
    assert told(5) == ["dropped User prefers tabs"]
    assert told(6) == ["restored User prefers tabs"]
    shown = memtui("show", three[2]).out
    assert "undo: restored" in shown
    assert " drop  (" in shown


def test_travelling_in_time_shows_later_strengths(memtui: Memtui, three: list[str]) -> None:
    def strength(ran: Ran) -> float:
        return float(ran.json[0]["strength"])

    assert strength(memtui("list", "--json", "in:/project/atlas")) == 0.9
    assert strength(memtui("list", "--json", "--at", "30d", "in:/project/atlas")) == 0.45
    assert strength(memtui("list", "--json", "--at", "2026-12-20T12:00Z", "in:/project/atlas")) == 0.45


def test_purge_leaves_no_trace(memtui: Memtui, three: list[str], monkeypatch: object) -> None:
    refused = memtui("purge", three[0])
    assert refused.code == 1
    assert "so it asks a person" in refused.err
    config = memtui.db.parent / "config.toml"
    config.write_text("[review]\nscripted = true\n")
    done = memtui("purge", three[0], "--json")
    assert done.code == 0, done.err
    assert (done.json["changed"], done.json["found_in"]) == (1, [])
    assert memtui("show", three[0]).code == 3
    assert b"PostgreSQL" not in memtui.db.read_bytes()
    assert memtui("undo").code == 0
    assert len(memtui.texts("--state", "all")) == 1


def test_an_undone_add_can_be_purged_by_its_uid(memtui: Memtui, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMTUI_SCRIPTED", "1")
    uid = memtui.add("The zyxgrault passphrase is quuxplugh")
    assert memtui("undo").code == 0
    assert memtui("show", uid).code == 3
    assert memtui("purge", uid, "--json").json["verified"]
    assert b"quuxplugh" not in memtui.db.read_bytes()
    assert memtui("purge", uid).code == 3


def test_a_proposal_is_purged_by_its_number(memtui: Memtui, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMTUI_SCRIPTED", "1")
    with open_store(memtui.db) as store:
        draft = {"text": "The zyxgrault passphrase is quuxplugh", "scope": "/project"}
        suggested = Finding(
            Kind.LEARNED, "agent/add", (), "asked for", Change(Deed.LEARN, draft=draft), "/project"
        )
        (card,) = propose(store, [suggested]).ids
    assert memtui("review", "reject", str(card)).code == 0
    assert memtui("purge", "--proposal", str(card), "--json").json["changed"] == 1
    assert b"quuxplugh" not in memtui.db.read_bytes()
    assert memtui("purge", "--proposal", str(card)).code == 1


@pytest.mark.usefixtures("scripted")
def test_a_dropped_text_is_not_added_again_without_a_word(memtui: Memtui) -> None:
    uid = memtui("add", "Ada likes tea").out.strip()
    memtui("drop", uid)
    refused = memtui("add", "Ada likes tea.")
    assert refused.code == 1
    assert "You dropped this text before" in refused.err
    assert memtui("add", "Ada likes tea.", "--allow-dropped").code == 0
    assert memtui.texts() == ["Ada likes tea."]


def test_what_is_left_out_of_a_text_is_said(memtui: Memtui) -> None:
    ran = memtui("add", "Ports are 8080 <think>or 9090?</think> and 8081")
    assert ran.code == 0
    assert "Left out of the text" in ran.err
    assert "9090" not in memtui.texts()[0]


def test_a_token_that_is_none_is_named_with_the_one_that_was_meant(memtui: Memtui) -> None:
    memtui("add", "one")
    ran = memtui("list", "category:decision")
    assert ran.code == 2
    assert "write cat:decision" in ran.err


def test_only_its_owner_may_read_a_new_store(memtui: Memtui, tmp_path: Path) -> None:
    path = tmp_path / "mine" / "memories.db"
    assert memtui("--db", str(path), "add", "one").code == 0
    assert path.stat().st_mode & 0o077 == 0
    assert path.parent.stat().st_mode & 0o077 == 0


def test_history_says_where_a_memory_was_moved(memtui: Memtui) -> None:
    uid = memtui("add", "one").out.strip()
    memtui("move", uid, "/project/atlas")
    assert "(to /project/atlas)" in memtui("history").out


def test_history_lists_what_words_and_tokens_ask_for(memtui: Memtui) -> None:
    memtui("add", "Cups have lids", "--scope", "/project/atlas")
    uid = memtui("add", "The till listens on 8080").out.strip()
    memtui("drop", uid)
    found = memtui("history", "till", "did:drop")
    assert [line.split("  ")[-1] for line in found.lines] == ["drop of “The till listens on 8080”"]
    assert [op["kind"] for op in memtui("history", "in:atlas", "--json").json] == ["add"]
    assert len(memtui("history", "by:script", "--limit", "2").lines) == 2
    nothing = memtui("history", "saucers")
    assert (nothing.code, nothing.out) == (3, "")
    assert "Nothing matches" in nothing.err
    wrong = memtui("history", "did:fly")
    assert wrong.code == 2
    assert "did:fly is not understood" in wrong.err


def test_undo_in_the_demo_leaves_the_examples(memtui: Memtui, tmp_path: Path) -> None:
    path = tmp_path / "demo.db"
    assert memtui("demo", "--keep", str(path)).code == 0
    before = memtui("--db", str(path), "list").lines
    assert "linked files" not in memtui("--db", str(path), "history").out
    assert memtui("--db", str(path), "undo").code == 3
    assert memtui("--db", str(path), "list").lines == before != []


def test_undo_can_be_rehearsed(memtui: Memtui) -> None:
    memtui("add", "one")
    memtui("add", "two")
    ran = memtui("undo", "2", "--dry-run")
    assert ran.code == 0
    assert ran.err.splitlines() == [
        "2 counts back from the latest. Only change no. 2, adding of “two”: `memtui undo --op 2`.",
        "Would undo: adding of “two”.",
        "Would undo: adding of “one”.",
    ]
    assert sorted(memtui.texts()) == ["one", "two"]


def test_what_is_so_already_is_done(memtui: Memtui, three: list[str]) -> None:
    memtui("pin", three[0])
    again = memtui("pin", three[0], "--json")
    assert (again.code, again.json["changed"]) == (0, 0)
    assert "already" in again.err


def test_an_empty_file_is_not_told_by_a_format(memtui: Memtui, tmp_path: Path) -> None:
    (tmp_path / "empty.md").touch()
    ran = memtui("import", str(tmp_path / "empty.md"))
    assert (ran.code, ran.err) == (3, f"There are no memories in {tmp_path / 'empty.md'}.\n")
