"""What `memtui extract` keeps of a model's answer: a true quote under a false statement is not enough."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Memtui
from tests.llm.server import ModelServer, Reply, serving

MINUTES = (
    "Weekly sync, 2026-03-02\n\n"
    "Ada moved the users table to PostgreSQL 16 on Friday. Ben is looking at DuckDB for the reports but has "
    "not decided yet. We will not migrate the audit log this quarter. The nightly backup takes 40 "
    "minutes and "
    "the restore test takes 3 hours.\n"
)
CHINESE = "周会记录，2026年3月2日\n王芳上周五把用户表迁移到了PostgreSQL 16。审计日志本季度不迁移。\n"


def fact(text: str, quote: str) -> dict[str, object]:
    return {"text": text, "quote": quote, "type": "semantic", "importance": 0.8, "categories": ["finding"]}


def extracted(
    memtui: Memtui, server: ModelServer, monkeypatch: pytest.MonkeyPatch, text: str, *more: str
) -> dict[str, str]:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    monkeypatch.setenv("MEMTUI_LLM_API_BASE", server.base)
    ran = memtui("extract", "--model", "openai/loopback", "--yes", "--json", *more, stdin=text)
    assert ran.code == 0, ran.err
    return {found["text"]: found["outcome"] for found in ran.json["facts"]}


def test_the_opposite_a_doubt_another_person_and_a_reason_are_held_back(
    memtui: Memtui, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved = "Ada moved the users table to PostgreSQL 16 on Friday."
    looking = "Ben is looking at DuckDB for the reports but has not decided yet."
    log, backup = "We will not migrate the audit log this quarter.", "The nightly backup takes 40 minutes"
    false = [
        fact("The audit log will be migrated this quarter.", log),
        fact("Ben chose DuckDB for the reports.", looking),
        fact("Ben moved the users table to PostgreSQL 16.", moved),
        fact("The users table moved to PostgreSQL 16, so hosting got cheaper and queries faster.", moved),
        fact("The restore test takes 40 minutes.", backup),
        fact("Customer passwords are hashed with an outdated algorithm.", backup),
    ]
    true = [
        fact("Ada moved the users table to PostgreSQL 16 on 2026-02-27.", moved),
        fact("Ben is considering DuckDB for reporting; nothing is decided.", looking),
        fact("The audit log is not migrated in Q1 2026.", log),
    ]
    with serving(Reply(json.dumps({"facts": [*false, *true]}))) as server:
        outcomes = extracted(memtui, server, monkeypatch, MINUTES)
    assert {str(each["text"]) for each in false} == {t for t, o in outcomes.items() if o == "invented"}
    assert {outcomes[str(each["text"])] for each in true} == {"new"}


def test_chinese_statements_are_read_as_such(memtui: Memtui, monkeypatch: pytest.MonkeyPatch) -> None:
    true = fact("王芳在2026-02-27将用户表迁移到PostgreSQL 16。", "王芳上周五把用户表迁移到了PostgreSQL 16")
    false = fact("审计日志本季度迁移。", "审计日志本季度不迁移")
    with serving(Reply(json.dumps({"facts": [true, false]}))) as server:
        outcomes = extracted(memtui, server, monkeypatch, CHINESE)
    assert list(outcomes.values()) == ["new", "invented"]


def test_a_memory_is_as_old_as_its_document(memtui: Memtui, monkeypatch: pytest.MonkeyPatch) -> None:
    true = fact("Ada moved the users table to PostgreSQL 16.", "Ada moved the users table to PostgreSQL 16")
    with serving(Reply(json.dumps({"facts": [true]}))) as server:
        extracted(memtui, server, monkeypatch, MINUTES)
    (stored,) = memtui("list", "--json").json
    assert stored["created_at"].startswith("2026-03-02")


def test_each_window_is_told_what_the_text_is_and_when_it_was_written(
    memtui: Memtui, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    notes = tmp_path / "sync.md"
    paragraph = "The team looked at the numbers of the shop and found nothing new in them. " * 40
    notes.write_text(f"Weekly sync, 2026-03-02\n\n{paragraph}\n\n## Storage\n\n" + f"{paragraph}\n\n" * 12)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    with serving(Reply('{"facts": []}')) as server:
        monkeypatch.setenv("MEMTUI_LLM_API_BASE", server.base)
        ran = memtui("extract", str(notes), "--model", "openai/loopback", "--yes", "--json")
        assert ran.code == 0, ran.err
        told = [server.said(request) for request in range(len(server.requests))]
    assert len(told) > 1
    assert all("Today is 2026-03-02, a Monday." in each for each in told)
    assert all("Title: Weekly sync, 2026-03-02\n" in each and "File: sync.md" in each for each in told)
    last = next(each for each in told if "Right before:" in each)
    assert "Under: Storage" in last


def test_a_name_from_another_window_is_known(memtui: Memtui, monkeypatch: pytest.MonkeyPatch) -> None:
    filler = "The team looked at the numbers of the shop and found nothing new in them. " * 40
    text = (
        "Marguerite leads the storage work.\n\n" + f"{filler}\n\n" * 12 + "She chose PostgreSQL 16 for it.\n"
    )
    found = fact("Marguerite chose PostgreSQL 16 for the storage work.", "She chose PostgreSQL 16 for it.")

    def reply(body: dict[str, object]) -> Reply:
        return Reply(json.dumps({"facts": [found] if "She chose" in str(body["messages"]) else []}))

    with serving(reply) as server:
        outcomes = extracted(memtui, server, monkeypatch, text)
    assert list(outcomes.values()) == ["new"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("우리는 데이터베이스로 포스트그레스를 사용합니다.", "Korean"),
        ("We hebben besloten om vanaf juni twee servers te huren. Herstart ze nooit op vrijdag.", "Dutch"),
        (
            "Serwery wynajmujemy od czerwca, płaci za nie księgowość. Nigdy nie włączaj ich w święta.",
            "in another language",
        ),
    ],
)
def test_a_language_that_the_rules_do_not_read_is_said(memtui: Memtui, text: str, language: str) -> None:
    ran = memtui("extract", "--offline", "--dry-run", stdin=f"{text}\n")
    assert ran.code == 0
    assert f"the text is {language}, which the rules do not read: set llm.model for it" in ran.err


def test_minutes_in_english_are_read(memtui: Memtui) -> None:
    assert "do not read" not in memtui("extract", "--offline", "--dry-run", stdin=MINUTES).err


def test_a_name_makes_no_other_language(memtui: Memtui) -> None:
    text = "Backup nightly 02:30. Lena owns billing, Łukasz signs releases.\n"
    assert "do not read" not in memtui("extract", "--offline", "--dry-run", stdin=text).err
