"""Secrets on the command line: refused with a way to insist, shown to no one but a person at a terminal."""

import pytest

from memtui.domain.text import HEADLINE_LENGTH
from memtui.store import sessions
from memtui.store.opening import open_store
from tests.cli.conftest import Memtui
from tests.cli.test_process import at_terminal

TOKEN = "glsa_" + "a1B2c3D4" * 4 + "_0a1b2c3d"
LOOK_ALIKE = "The cache token: " + "zQ9x8W7v6U5t4S3r2Q1p0 is a fixture of the tests"


def test_a_token_in_prose_is_refused_and_the_way_to_insist_is_named(memtui: Memtui) -> None:
    ran = memtui("add", f"The Grafana token is {TOKEN}")
    assert (ran.code, ran.out) == (1, "")
    assert "Grafana token, characters 22 to 67" in ran.err
    assert "--not-secret" in ran.err
    assert TOKEN not in ran.err


@pytest.fixture
def leaked(memtui: Memtui) -> Memtui:
    """A store in which an older version left a token in every field of a memory."""
    memtui.add("a fact", "--category", "infra")
    with open_store(memtui.db) as store, store.write() as tx:
        tx.execute(
            "UPDATE memories SET text = ?, abstract = ?, provenance = json_object(?, ?)",
            (f"The token is {TOKEN}", TOKEN, "quote", TOKEN),
        )
        tx.execute("UPDATE op_changes SET after = ?", (TOKEN,))
        tx.execute("UPDATE ops SET detail = ?", (TOKEN,))
    return memtui


def test_no_command_prints_a_secret(leaked: Memtui) -> None:
    uid = leaked("list", "--json").json[0]["uid"]
    for args in (
        ["list"],
        ["show", uid],
        ["show", uid, "--json"],
        ["history", "--json"],
        ["history", "--op", "1"],
        ["history", "--op", "1", "--json"],
        ["export"],
        ["drop", uid, "--dry-run"],
        ["pin", uid, "--json"],
        ["edit", uid, "--importance", "0.7", "--json"],
        ["recall", "token", "--json"],
        ["recall", "token"],
        ["undo", "--dry-run"],
    ):
        ran = leaked(*args)
        assert ran.code in {0, 3}, ran.err
        assert TOKEN not in ran.out + ran.err, args
    assert leaked.texts() == ["The token is [redacted Grafana token]"]


def test_no_part_of_a_secret_is_left_where_a_line_is_cut(leaked: Memtui) -> None:
    with open_store(leaked.db) as store, store.write() as tx:
        words = "a fact that is told at length "
        text = (words * 7)[: HEADLINE_LENGTH - 24] + TOKEN
        tx.execute("UPDATE memories SET text = ?, abstract = ''", (text,))
        tx.execute("DELETE FROM op_changes")
        sessions.note_shown(tx, "a-session", [1])
    leaked("review", "run")
    for args in (["list"], ["told", "a-session"], ["review", "list"], ["review", "list", "--json"]):
        ran = leaked(*args)
        assert "a fact that is told" in ran.out, args
        assert TOKEN[:12] not in ran.out, args


def test_only_a_person_sees_it_in_the_clear(leaked: Memtui, monkeypatch: pytest.MonkeyPatch) -> None:
    uid = leaked("list", "--json").json[0]["uid"]
    for args in (["list"], ["show", uid], ["history"], ["export"]):
        ran = leaked(*args, "--secrets")
        assert (ran.code, TOKEN in ran.out) == (1, False)
    monkeypatch.setenv("MEMTUI_SCRIPTED", "1")
    assert TOKEN in leaked("list", "--secrets").out
    assert TOKEN in leaked("show", uid, "--secrets", "--json").out
    ran = leaked("export", "--secrets")
    assert TOKEN in ran.out
    assert "masked" not in ran.err


def test_an_export_says_how_many_secrets_it_masks(leaked: Memtui) -> None:
    assert "are masked; --secrets writes them as they are." in leaked("export").err


def test_a_person_insists_and_nothing_masks_or_flags_it_again(memtui: Memtui) -> None:
    assert memtui("add", LOOK_ALIKE, "--not-secret").code == 1
    code, shown = at_terminal(memtui.db, "add", LOOK_ALIKE, "--not-secret")
    assert code == 0, shown
    assert memtui.texts() == [LOOK_ALIKE]
    (row,) = memtui("list", "--json").json
    assert memtui("edit", row["uid"], "--text", f"{LOOK_ALIKE}.").code == 0
    assert LOOK_ALIKE in memtui("show", row["uid"]).out
    assert LOOK_ALIKE in memtui("recall", "cache token", "--json").json[0]["text"]
    assert memtui("review", "run", "--json").code in {0, 3}
    assert "secret" not in memtui("review", "list", "--json").out
    assert memtui("edit", row["uid"], "--text", f"token {TOKEN}").code == 1


def test_no_script_insists_even_where_scripts_decide(memtui: Memtui, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMTUI_SCRIPTED", "1")
    ran = memtui("add", LOOK_ALIKE, "--not-secret")
    assert (ran.code, "nly a person" in ran.err) == (1, True)
