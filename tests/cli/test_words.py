"""What a person reads has a person's words, and the statement behind a heading; scripts get the store's."""

import json
from pathlib import Path

import pytest

from memtui.cli.failures import Code
from tests.cli.conftest import Memtui
from tests.cli.test_process import at_terminal


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("semantic", "fact"),
        ("procedural", "how-to"),
        ("episodic", "what happened"),
        ("constitutional", "rule"),
    ],
)
def test_types_are_called_as_on_the_screen(memtui: Memtui, name: str, label: str) -> None:
    uid = memtui.add("The kiln is fired on Mondays", "--type", name)
    assert f"  {label}  " in memtui("list").out
    assert f"type         {label}\n" in memtui("show", uid).out
    assert name not in memtui("list").out + memtui("show", uid).out
    assert json.loads(memtui("list", "--json").out)[0]["type"] == name


def test_extracted_facts_are_called_so_too(memtui: Memtui, tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("We decided that Atlas uses PostgreSQL 16 because of JSONB.\n", "utf-8")
    out = memtui("extract", str(text), "--dry-run").out
    assert "  fact           Atlas uses PostgreSQL 16" in out.replace("We decided that ", "")


def test_a_list_shows_the_statement_behind_a_description(memtui: Memtui) -> None:
    uid = memtui.add("Staging runs PostgreSQL 16")
    memtui("edit", uid, "--abstract", "which database version runs where")
    row = "which database version runs where: Staging runs PostgreSQL 16"
    assert row in memtui("list").out
    assert row in memtui("recall", "which database does staging run").out


@pytest.mark.parametrize(
    ("typed", "meant"), [("search", "recall"), ("ls", "list"), ("delete", "drop"), ("reviw", "review")]
)
def test_a_command_of_another_program_is_answered_with_ours(memtui: Memtui, typed: str, meant: str) -> None:
    ran = memtui(typed, "postgres")
    assert ran.code == 2
    assert f"There is no command {typed!r}. Did you mean {meant}?" in ran.err


def test_a_command_that_is_like_none_is_answered_with_where_they_are_listed(memtui: Memtui) -> None:
    assert "`memtui --help` lists them." in memtui("qqqq").err


def test_recall_without_a_question_says_what_is_missing_once(memtui: Memtui) -> None:
    ran = memtui("recall")
    assert ran.code == 2
    assert "The question is missing: " in ran.err
    assert ran.err.count("Usage:") == 1
    assert "Commands:" not in ran.err


@pytest.mark.parametrize("command", [("list",), ("forget", "--dry-run")])
def test_a_scope_that_nothing_is_filed_in_is_said_with_the_nearest(
    memtui: Memtui, command: tuple[str, ...]
) -> None:
    memtui.add("The lake is filled at night", "--scope", "/project/lakehouse")
    ran = memtui(*command, "--scope", "/project/lakehous")
    assert ran.code == 3
    assert "Nothing is filed in /project/lakehous. Did you mean /project/lakehouse?" in ran.err
    far = memtui(*command, "--scope", "/zzz").err
    assert "Nothing is filed in /zzz." in far
    assert "Did you mean" not in far


def test_a_scope_is_found_by_a_part_of_its_path_where_nothing_changes(memtui: Memtui) -> None:
    memtui("add", "The pump is read once a minute", "--scope", "/project/lakehouse")
    assert "once a minute" in memtui("list", "in:lake").out
    assert "once a minute" in memtui("export", "in:lake").out
    assert memtui("list", "in:zzz").err.strip().startswith("Nothing matches in:/zzz.")
    assert "filed" not in memtui("list", "harbour", "--scope", "/project/lakehouse").err


def test_sentences_break_at_spaces_at_the_edge_of_a_terminal(memtui: Memtui) -> None:
    memtui.add("The kiln is fired on Mondays")
    _, shown = at_terminal(memtui.db, "init", "--undo", columns=40)
    lines = shown.splitlines()
    assert " ".join(lines) == memtui("init", "--undo").err.rstrip("\n")
    assert len(lines) == 2
    assert all(len(line) <= 40 for line in lines)


def test_a_hook_called_by_hand_says_who_calls_it(memtui: Memtui) -> None:
    code, shown = at_terminal(memtui.db, "hook", "claude-code")
    assert code == 0
    assert "Agents call `memtui hook EVENT`" in shown


def test_two_tokens_in_one_word_of_a_shell_are_two(memtui: Memtui) -> None:
    memtui.add("The kiln is fired on Mondays", "--scope", "/project/kiln")
    assert "kiln" in memtui("list", "in:/project/kiln below:0.9").out
    assert memtui("list", "in:/project/kiln below:0.1").err.startswith(
        "Nothing matches in:/project/kiln below:0.1."
    )
    assert "The kiln" in memtui("history", "in:/project/kiln did:add").out


def test_a_file_is_asked_for_by_a_part_of_its_path(memtui: Memtui, tmp_path: Path) -> None:
    notes = tmp_path / "testing_habits.md"
    notes.write_text("# Testing\n\n- Run the unit tests before each commit.\n", "utf-8")
    memtui.add("The kiln is fired on Mondays")
    assert memtui("sources", "link", str(notes)).code == 0
    assert [row["text"] for row in memtui("list", "file:testing_habits", "--json").json] == [
        "Run the unit tests before each commit."
    ]
    assert memtui("list", "file:nowhere").err.startswith("Nothing matches file:nowhere.")


@pytest.mark.parametrize("typed", ["orchar", "orchrad"])
def test_what_only_comes_near_a_word_is_named_where_nothing_has_it(memtui: Memtui, typed: str) -> None:
    memtui.add("The orchard is watered at dawn")
    ran = memtui("list", typed)
    assert (ran.code, ran.out) == (Code.NOTHING, "")
    assert "1 memory comes near, such as “The orchard is watered at dawn”" in ran.err
    assert "near" not in memtui("list", "harbour").err
    assert memtui("list", typed, "--json").err == f"Nothing matches {typed}.\n"  # which no program reads


def test_a_filter_over_all_states_is_told_in_words(memtui: Memtui) -> None:
    memtui("add", "The kiln is fired on Mondays")
    assert memtui("list", "sauna", "--state", "all").err.startswith("Nothing matches sauna in any state.")
    assert memtui("list", "sauna").err.startswith("Nothing matches sauna.")
