"""`memtui recall save`, `check`, `list` and `remove`."""

import pytest

from tests.cli.conftest import Memtui


@pytest.mark.long
def test_a_saved_answer_that_changes_is_said_with_the_code_1(memtui: Memtui, three: list[str]) -> None:
    ran = memtui("recall", "save", "where are users stored?", "--scope", "/project/atlas")
    assert ran.code == 0
    assert "Atlas stores users in PostgreSQL 16" in ran.out
    assert memtui("recall", "check").code == 0
    memtui("drop", three[0], "--yes")
    ran = memtui("recall", "check")
    assert ran.code == 1
    assert "went      Atlas stores users in PostgreSQL 16" in ran.out
    assert "1 answer of 1 changed" in ran.err
    (row,) = memtui("recall", "check", "--json").json
    assert (row["changed"], row["went"]) == (True, [three[0]])
    memtui("undo")
    assert memtui("recall", "check").code == 0


@pytest.mark.long
def test_saving_again_accepts_the_answer_of_now(memtui: Memtui, three: list[str]) -> None:
    question = ("recall", "save", "users", "--scope", "/project/atlas")
    memtui(*question)
    memtui("drop", three[0], "--yes")
    assert memtui("recall", "check").code == 1
    assert "Accepted the new answer" in memtui(*question).err
    assert memtui("recall", "check").code == 0


def test_they_are_listed_removed_and_brought_back(memtui: Memtui, three: list[str]) -> None:
    assert memtui("recall", "list").code == 3
    memtui("recall", "save")
    memtui("recall", "save", "users", "--prompt")
    rows = memtui("recall", "list", "--json").json
    assert [(row["question"], row["as"]) for row in rows] == [("", "start"), ("users", "prompt")]
    assert memtui("recall", "remove", str(rows[1]["id"])).code == 0
    assert len(memtui("recall", "list", "--json").json) == 1
    memtui("undo")
    assert len(memtui("recall", "list", "--json").json) == 2
    assert memtui("recall", "remove", "99").code == 1


def test_nothing_saved_is_said(memtui: Memtui, three: list[str]) -> None:
    ran = memtui("recall", "check")
    assert (ran.code, ran.err) == (3, "No question is saved.\n")


def test_a_question_may_begin_with_the_name_of_a_command(memtui: Memtui, three: list[str]) -> None:
    assert "PostgreSQL" in memtui("recall", "--", "check", "PostgreSQL").out
    assert "PostgreSQL" in memtui("recall", "PostgreSQL").out
    assert memtui("recall", "check", "PostgreSQL").code == 2
