"""What `doctor` says about the model: only what is true without asking it, and the next step."""

from pathlib import Path

import pytest

from tests.cli.conftest import Memtui
from tests.llm.programs import put


def model_check(memtui: Memtui, name: str = "model") -> dict[str, str]:
    checks = memtui("doctor", "--json").json["checks"]
    return next((check for check in checks if check["name"] == name), {})


def test_no_model_is_no_fault(memtui: Memtui, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MEMTUI_LLM_MODEL", raising=False)
    assert model_check(memtui)["found"] == "none; memtui works by rules alone"


def test_programs_on_the_path_are_offered_and_none_is_run(
    memtui: Memtui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MEMTUI_LLM_MODEL", raising=False)
    fakes = [put(tmp_path / "bin", name, "") for name in ("codex", "claude")]
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    check = model_check(memtui)
    assert check["found"] == "none; memtui works by rules alone"
    assert check["advice"].startswith("Claude Code, Codex on this machine can be asked")
    assert "`memtui config set llm.model cli/claude`" in check["advice"]
    assert [fake.runs() for fake in fakes] == [[], []]


def test_a_program_that_is_set_is_looked_for_and_not_run(
    memtui: Memtui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = put(tmp_path / "bin", "claude", "")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("MEMTUI_LLM_MODEL", "cli/claude")
    check = model_check(memtui)
    assert (check["status"], check["found"]) == (
        "ok",
        "cli/claude; on this machine, asked as you are signed in",
    )
    assert fake.runs() == []


def test_a_program_that_is_set_and_gone_is_a_problem(memtui: Memtui, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMTUI_LLM_MODEL", "cli/codex")
    monkeypatch.setenv("PATH", "")
    check = model_check(memtui)
    assert check["status"] == "problem"
    assert "Codex is not on this machine" in check["advice"]


def test_a_missing_variable_is_named(memtui: Memtui, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMTUI_LLM_MODEL", "openai/gpt-4o-mini")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    check = model_check(memtui)
    assert check["status"] == "problem"
    assert "needs the environment variable OPENAI_API_KEY" in check["advice"]
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-9f31c07ab2d84e65")
    check = model_check(memtui)
    assert (check["status"], check["advice"]) == ("ok", "")
    assert "sk-test" not in str(check)


def test_a_wrong_name_is_said(memtui: Memtui, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMTUI_LLM_MODEL", "gpt-4o-mni")
    assert "Did you mean gpt-4o-mini" in model_check(memtui)["advice"]


def test_a_local_model_needs_nothing(memtui: Memtui, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMTUI_LLM_MODEL", "ollama/llama3.2")
    monkeypatch.setenv("MEMTUI_LLM_API_BASE", "http://me:hidden@127.0.0.1:11434/?key=hidden")
    check = model_check(memtui)
    assert check["status"] == "ok"
    assert check["found"].startswith("ollama/llama3.2 at http://127.0.0.1:11434/;")


def test_a_model_without_a_known_price_is_a_note(memtui: Memtui, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMTUI_LLM_MODEL", "openai/some-model")
    monkeypatch.setenv("MEMTUI_LLM_API_BASE", "https://models.example.org/v1")
    check = model_check(memtui)
    assert check["status"] == "note"
    assert "what it costs is not known" in check["found"]


def test_a_prompt_of_ones_own_is_checked(
    memtui: Memtui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "config.toml"
    settings.write_text("")
    (tmp_path / "prompts").mkdir()
    (tmp_path / "prompts" / "extract.md").write_text("just words")
    monkeypatch.setenv("MEMTUI_CONFIG", str(settings))
    assert "starts with no header" in model_check(memtui, "prompts")["found"]
