"""What scripts rely on: exit codes, what goes to which stream, and the fields of every JSON document."""

import json
from pathlib import Path

import click
import pytest

from memtui.cli.group import HEADINGS
from tests.cli.conftest import Memtui

ROW = {
    *("uid", "text", "abstract", "scope", "type", "categories", "importance", "strength", "half_life"),
    *("state", "pinned", "created_at", "updated_at", "last_accessed_at", "access_count", "origin", "source"),
}


def test_list_rows_have_the_documented_fields(memtui: Memtui, three: list[str]) -> None:
    rows = memtui("list", "--json").json
    assert [row["uid"] for row in rows] == three
    assert all(row.keys() >= ROW for row in rows)
    assert rows[0]["created_at"] == "2026-11-20T12:00:00.000Z"
    assert rows[0]["last_accessed_at"] is None


def test_show_and_add_print_one_object(memtui: Memtui) -> None:
    added = memtui("add", "Cite sources", "--type", "procedural", "--pin", "--expires", "30d", "--json").json
    assert added.keys() >= ROW | {"duplicate"}
    assert (added["pinned"], added["half_life"], added["strength"]) == (True, None, 0.5)
    assert added["expires_at"] == "2026-12-20T12:00:00.000Z"
    shown = memtui("show", added["uid"], "--json").json
    assert shown.keys() >= ROW | {"explained", "provenance", "history"}


def test_what_no_longer_holds_is_not_added(memtui: Memtui) -> None:
    refused = memtui("add", "Tea is at four", "--expires", "2020-01-01")
    assert refused.code == 2
    assert "has passed" in refused.err
    assert not memtui.db.exists()


@pytest.mark.parametrize("name", ["how-to", "How to", "procedural"])
def test_a_type_is_taken_as_a_person_or_the_store_calls_it(memtui: Memtui, name: str) -> None:
    added = memtui("add", "Cite sources", "--type", name, "--json").json
    assert added["type"] == "procedural"
    assert [row["uid"] for row in memtui("list", "type:how-to", "--json").json] == [added["uid"]]


def test_showing_and_listing_are_no_use(memtui: Memtui, three: list[str]) -> None:
    memtui("show", three[0])
    memtui("list")
    assert memtui("show", three[0], "--json").json["access_count"] == 0
    memtui("recall", "PostgreSQL", "--agent", "codex")
    assert memtui("show", three[0], "--json").json["access_count"] == 1


def test_changes_answer_alike(memtui: Memtui, three: list[str]) -> None:
    changed = {"action", "dry_run", "changed", "op", "uids"}
    for args in (
        ["pin", three[0]],
        ["unpin", three[0]],
        ["move", three[0], "/x"],
        ["drop", three[0], three[1], "--yes"],
        ["restore", three[0]],
        ["archive", three[0]],
        ["forget", "in:/user", "--yes"],
    ):
        rehearsed = memtui(*args, "--dry-run", "--json").json
        assert rehearsed.keys() >= changed
        assert (rehearsed["dry_run"], rehearsed["op"]) == (True, None)
        done = memtui(*args, "--json").json
        assert done.keys() >= changed | {"skipped", "message"}
        assert done["changed"] == rehearsed["changed"]
        assert done["uids"] == rehearsed["uids"]


def test_undo_history_stats_doctor_and_config_print_json(memtui: Memtui, three: list[str]) -> None:
    undone = memtui("undo", "2", "--yes", "--json").json
    assert [op["changed"] for op in undone["ops"]] == [1, 1]
    ops = memtui("history", "--json").json
    assert ops[0].keys() == {
        *("id", "kind", "label", "actor", "client", "version", "status", "at", "changed"),
        *("undoes", "undone_by", "undoable"),
    }
    stats = memtui("stats", "--json").json
    assert stats["by_state"] == {"live": 1, "archived": 0, "dropped": 0}
    assert len(stats["dropped_per_week"]) == 12
    doctor = memtui("doctor", "--deep", "--json").json
    assert doctor["ok"] is True
    assert {check["name"] for check in doctor["checks"]} >= {"store", "SQLite", "file", "counts", "model"}
    config = memtui("config", "--json").json
    assert config["settings"]["decay.prune_threshold"] == {"value": 0.05, "from": "default"}


def takes_json(command: click.Command) -> bool:
    """Say whether a command has the option, or all commands of a group that does nothing by itself."""
    if any("--json" in option.opts for option in command.params):
        return True
    return isinstance(command, click.Group) and all(map(takes_json, command.commands.values()))


def test_every_command_takes_json_and_help(memtui: Memtui) -> None:
    for heading in HEADINGS:
        for name, entry in heading.commands.items():
            assert memtui(name, "--help").code == 0
            assert entry.load().help
            assert name in {"demo", "mcp", "hook", "schema", "completion"} or takes_json(entry.load())


@pytest.mark.parametrize(
    ("code", "args"),
    [
        (0, ["list"]),
        (0, ["drop", "UID"]),
        (0, ["stats"]),
        (0, ["restore", "UID"]),
        (0, ["unpin", "UID"]),
        (0, ["edit", "UID", "--importance", "0.9"]),
        (1, ["forget"]),
        (1, ["forget", "in:/", "--yes"]),
        (1, ["add", "   "]),
        (1, ["drop", "UID", "OTHER"]),
        (1, ["purge", "UID"]),
        (1, []),
        (2, ["list", "--state", "gone"]),
        (2, ["list", "older:7days"]),
        (2, ["list", "in:/a/../b"]),
        (2, ["list", "--scope", "/a", "in:/b"]),
        (2, ["list", "--at", "soon"]),
        (2, ["add", "x", "--scope", "../etc"]),
        (2, ["add", "x", "--importance", "7"]),
        (2, ["add", "x", "--category", "two words"]),
        (2, ["add"]),
        (2, ["archive"]),
        (2, ["lits"]),
        (3, ["list", "nothing-has-this-word"]),
        (3, ["list", "--offset", "10"]),
        (3, ["show", "01ZZZZ"]),
        (3, ["drop", "UID", "01ZZZZ", "--yes"]),
        (3, ["forget", "in:/nowhere", "--yes"]),
        (3, ["forget", "in:/user", "is:dropped", "--yes"]),
        (3, ["redo"]),
        (3, ["export", "in:/nowhere"]),
        (3, ["history", "--op", "999"]),
        (3, ["undo", "--op", "999"]),
        (3, ["config", "get", "decay.nothing"]),
    ],
)
def test_exit_codes(memtui: Memtui, three: list[str], code: int, args: list[str]) -> None:
    named = {"UID": three[0], "OTHER": three[1]}
    ran = memtui(*(named.get(arg, arg) for arg in args))
    assert ran.code == code, ran.err
    assert "Traceback" not in ran.err
    if code:
        assert ran.err.strip()
        assert ran.out == ""
    if code in {1, 2}:
        assert len(memtui.texts()) == 3


@pytest.mark.parametrize("command", ["list", "stats", "history", "recall ask port"])
def test_what_only_looks_makes_no_store_at_a_mistyped_place(tmp_path: Path, command: str) -> None:
    place = tmp_path / "typo" / "store.db"
    ran = Memtui(place)(*command.split())
    assert (ran.code, ran.out) == (1, "")
    assert f"There is no store at {place}" in ran.err
    assert not place.parent.exists()


def test_an_empty_list_is_still_one_document(memtui: Memtui) -> None:
    memtui.begin()
    ran = memtui("list", "--json")
    assert (ran.code, ran.json) == (3, [])
    assert "No memories in" in ran.err


def test_a_prefix_that_fits_several_is_refused_and_names_them(memtui: Memtui, three: list[str]) -> None:
    ran = memtui("drop", three[0][:6])
    assert ran.code != 0
    assert three[0] in ran.err
    assert len(memtui.texts()) == 3


def test_doctor_makes_no_store(memtui: Memtui) -> None:
    ran = memtui("doctor", "--json")
    assert (ran.code, ran.json["ok"]) == (0, True)
    assert not memtui.db.exists()


def test_limit_offset_and_sort(memtui: Memtui, three: list[str]) -> None:
    assert memtui.texts("--limit", "1", "--offset", "1") == ["Releases: tag, wait for CI"]
    assert memtui.texts("--sort", "scope")[-1] == "User prefers tabs"
    assert len(memtui.texts("--limit", "0")) == 3


def test_export_to_stdout_is_json_lines_and_with_json_an_array(memtui: Memtui, three: list[str]) -> None:
    lines = [json.loads(line) for line in memtui("export").lines]
    assert lines == memtui("export", "--json").json
    assert lines[0].keys() == {
        *("uid", "text", "abstract", "scope", "type", "categories", "importance", "pinned", "state"),
        *("created_at", "updated_at", "last_accessed_at", "access_count", "session_count"),
        *("expires_at", "origin", "provenance", "version"),
    }


def test_export_of_nothing_says_how_a_file_is_named_to_who_took_the_filter_for_one(
    memtui: Memtui, three: list[str]
) -> None:
    done = memtui("export", "out.jsonl")
    assert done.code == 3
    assert "To write to a file: memtui export --output out.jsonl" in done.err
    assert "--output" not in memtui("export", "xylophone", "in:/project/none").err


def test_export_never_overwrites_the_store(memtui: Memtui, three: list[str]) -> None:
    ran = memtui("export", "-o", str(memtui.db))
    assert ran.code == 1
    assert len(memtui.texts()) == 3


def test_config_commands(memtui: Memtui, tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    args = ["--config", str(path), "config"]
    assert memtui(*args).code == 1
    assert memtui(*args, "path").out == f"{path}\n"
    assert memtui(*args, "init").code == 0
    assert memtui(*args, "set", "decay.prune_threshold", "0.2").code == 0
    assert memtui(*args, "get", "decay.prune_threshold").out == "0.2\n"
    assert memtui(*args, "get", "ttl.decision").out == "365d\n"
    assert memtui(*args, "set", "decay.prune_threshold", "2").code == 2
    shown = memtui(*args).out
    assert "decay.prune_threshold = 0.2" in shown
    assert "line " in shown


def test_settings_reach_the_store(memtui: Memtui, three: list[str], tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[decay]\nhalf_life_days = 15\nexempt_scopes = []\n[dekay]\n")
    ran = memtui("list", "--json")
    assert ran.json[0]["half_life"] == 15.0
    assert "dekay is no setting; did you mean decay?" in ran.err


def test_demo_keeps_a_store_of_examples(memtui: Memtui, tmp_path: Path) -> None:
    kept = tmp_path / "demo.db"
    assert memtui("demo", "--keep", str(kept)).code == 0
    assert len(Memtui(kept)("list", "--json").json) > 100
    assert memtui("demo", "--keep", str(kept)).code == 1


@pytest.mark.parametrize(
    ("key", "pointer"),
    [
        ("foo.bar", "`memtui config` lists them"),
        ("nosuch.key", "`memtui config` lists them"),
        ("theme", "did you mean screen.theme?"),
        ("decay.stretsh", "did you mean decay.stretch?"),
    ],
)
def test_what_is_no_setting_is_told_with_where_to_look(memtui: Memtui, key: str, pointer: str) -> None:
    for command in (("get", key), ("set", key, "1")):
        assert f"is no setting; {pointer}" in memtui("config", *command).err


def test_a_value_that_is_not_allowed_is_told_without_a_line_of_the_file(memtui: Memtui) -> None:
    refused = memtui("config", "set", "recall.start_tokens", "banana")
    assert (refused.code, refused.err.partition(" is ")[0]) == (2, "recall.start_tokens")
    assert "line" not in refused.err


def test_a_file_that_is_no_session_is_named_once_in_a_short_line(memtui: Memtui, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("hi there")
    (line,) = memtui("capture", str(file)).err.splitlines()
    assert line.startswith("notes.txt: it is no log of a session that memtui reads: claude-code, codex, ")
    assert line.count("notes.txt") == 1
    assert not line.endswith("…")
