"""`memtui told`: what sessions were told, what it cost, and what of it was used."""

from pathlib import Path

import pytest

from memtui.domain.actor import PERSON_AT_CLI, Actor, ActorKind
from memtui.domain.instant import DAY, from_iso, to_iso
from memtui.lifecycle.access import Use, touch
from memtui.recall.told_block import frame_tokens
from memtui.store import sessions
from memtui.store.database import Store
from memtui.store.opening import open_store
from tests.cli.conftest import NOW, Memtui

AGENT = Actor(ActorKind.AGENT, "claude-code", session="of-its-server")


def at(memtui: Memtui, later: float = 0.0) -> Store:
    return open_store(memtui.db, clock=lambda: from_iso(NOW) + later)


@pytest.fixture
def told(memtui: Memtui) -> Memtui:
    """Two sessions: the first was told two memories and used one, the second one and used none."""
    for text in ("Atlas stores users in PostgreSQL 16", "Releases: tag, wait for CI", "User prefers tabs"):
        memtui.add(text)
    with at(memtui) as store, store.write() as tx:
        sessions.note_shown(tx, "first-session", [1, 2])
    with at(memtui, 60.0) as store:
        touch(store, [1], by=AGENT)
    with at(memtui, 120.0) as store, store.write() as tx:
        sessions.note_shown(tx, "second", [1])
    return memtui


def test_sessions_are_listed_with_their_tokens_and_what_was_used(told: Memtui) -> None:
    rows = told("told", "--json").json
    assert [(row["session"], row["memories"], row["used"]) for row in rows] == [
        ("second", 1, 0),
        ("first-session", 2, 1),
    ]
    assert 0 < rows[0]["tokens"] < rows[1]["tokens"]
    assert told("told").lines[1].split()[:1] == ["first-sessio"]


def test_one_session_is_told_memory_by_memory(told: Memtui) -> None:
    rows = told("told", "first", "--json").json
    assert [(row["text"], row["used"]) for row in rows] == [
        ("Atlas stores users in PostgreSQL 16", True),
        ("Releases: tag, wait for CI", False),
    ]
    whole = sum(row["tokens"] for row in rows) + frame_tokens()
    assert told("told", "--json").json[1]["tokens"] == whole
    assert f"about {whole} tokens with what stands around them" in told("told", "first").err
    assert told("told", "first").lines[0].endswith("used  Atlas stores users in PostgreSQL 16")


def test_what_was_compacted_away_is_told_still(told: Memtui) -> None:
    with at(told, 300.0) as store, store.write() as tx:
        sessions.lose_shown(tx, "first-session")
    assert [row["before_it"] for row in told("told", "first", "--json").json] == [False, False]


def test_what_is_told_again_after_a_compaction_is_two_tellings(told: Memtui) -> None:
    with at(told, 300.0) as store, store.write() as tx:
        sessions.lose_shown(tx, "first-session")
    with at(told, 360.0) as store, store.write() as tx:
        sessions.note_shown(tx, "first-session", [1])
    rows = told("told", "first", "--json").json
    assert [(row["text"][:5], row["before_it"]) for row in rows] == [
        ("Atlas", False),
        ("Relea", False),
        ("Atlas", True),
    ]
    session = next(row for row in told("told", "--json").json if row["session"] == "first-session")
    assert (session["memories"], session["tokens"]) == (
        2,
        sum(row["tokens"] for row in rows) + 2 * frame_tokens(),
    )


def test_a_use_counts_for_the_session_that_was_told_last(told: Memtui) -> None:
    with at(told, 180.0) as store, store.write() as tx:
        sessions.note_shown(tx, "third", [2])
    with at(told, 240.0) as store:
        touch(store, [2], by=AGENT)
    used = {row["session"]: row["used"] for row in told("told", "--json").json}
    assert used == {"third": 1, "second": 0, "first-session": 1}
    with at(told, 300.0) as store:
        touch(store, [1], by=AGENT)
    assert [row["used"] for row in told("told", "second", "--json").json] == [True]


@pytest.mark.parametrize("agent", [False, True])
def test_what_a_person_asks_for_or_confirms_is_no_use_by_the_session_that_was_told_it(
    told: Memtui, monkeypatch: pytest.MonkeyPatch, agent: bool
) -> None:
    monkeypatch.setenv("MEMTUI_NOW", to_iso(from_iso(NOW) + 240.0))
    with at(told, 180.0) as store:
        touch(store, [1], by=PERSON_AT_CLI, use=Use.CONFIRMED)
    asking = ["--agent", "codex"] if agent else []
    assert told("recall", "Which database does Atlas store users in?", *asking).code == 0
    assert [row["used"] for row in told("told", "second", "--json").json] == [agent]


def test_what_the_next_session_of_an_agent_would_be_told_is_printed_without_what_it_loads(
    memtui: Memtui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = tmp_path / "ada" / "shop"
    (shop / ".git").mkdir(parents=True)
    (shop / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (shop / "CLAUDE.md").write_text("# Shop\n\n- Never use npm\n")
    monkeypatch.setenv("HOME", str(tmp_path / "ada"))
    monkeypatch.setenv("MEMTUI_TEMPORARY", str(tmp_path / "elsewhere"))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    monkeypatch.chdir(shop)
    assert memtui("sources", "link", "CLAUDE.md").code == 0
    ran = memtui("told", "--next", "claude-code")
    assert (ran.code, ran.out) == (3, "")
    assert "told nothing here. 1 memory that it loads itself is left out." in ran.err
    assert "Never use npm" in memtui("told", "--next", "codex").out
    assert memtui("told", "--next", "codex", "--json").code == 2
    assert memtui("told").code == 3


def test_a_use_long_after_is_not_one_of_what_was_told(told: Memtui) -> None:
    with at(told, DAY + 121.0) as store:
        touch(store, [2], by=AGENT)
    assert [row["used"] for row in told("told", "--json").json] == [0, 1]


def test_nothing_told_and_a_name_that_fits_none_or_several_are_said(memtui: Memtui) -> None:
    memtui.begin()
    assert memtui("told").code == 3
    memtui.add("Tea is at four")
    with at(memtui) as store, store.write() as tx:
        sessions.note_shown(tx, "s-1", [1])
        sessions.note_shown(tx, "s-2", [1])
    assert memtui("told", "s-").code == 2
    assert memtui("told", "x").code == 3
    assert memtui("told", "s-1").code == 0


def test_a_temporary_folder_is_named_as_the_reason_why_nothing_is_told(
    told: Memtui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MEMTUI_TEMPORARY", str(tmp_path))
    assert "temporary" in told("told", "--next", "claude-code").err
    (project,) = [row for row in told("doctor", "--json").json["checks"] if row["name"] == "project"]
    assert "MEMTUI_TEMPORARY=none" in project["advice"]
    monkeypatch.setenv("MEMTUI_TEMPORARY", "none")
    assert "temporary" not in told("told", "--next", "claude-code").err
