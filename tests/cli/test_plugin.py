"""`memtui plugin`: writes the folder, and says how it is installed and what stands in its way."""

from pathlib import Path

import pytest

from tests.cli.conftest import Memtui


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def test_it_is_written_beside_the_store_and_says_what_installs_it(memtui: Memtui, home: Path) -> None:
    ran = memtui("plugin", "claude-code")
    folder = home / "plugins" / "claude-code"
    assert ran.code == 0
    assert ran.lines == [
        f"claude plugin marketplace add {folder}",
        "claude plugin install memtui@memtui",
    ]
    assert (folder / "memtui/.claude-plugin/plugin.json").is_file()
    assert "heard twice" not in ran.err


def test_the_document_names_each_file(memtui: Memtui, home: Path) -> None:
    told = memtui("plugin", "codex", str(home / "mine"), "--json").json
    assert (told["program"], told["folder"]) == ("codex", str(home / "mine"))
    assert all((home / "mine" / name).is_file() for name in told["files"])


def test_a_folder_of_somebody_else_is_left_as_it_is(memtui: Memtui, home: Path) -> None:
    (home / "mine").mkdir()
    (home / "mine" / "letter.txt").write_text("Dear Ada")
    ran = memtui("plugin", "gemini", str(home / "mine"))
    assert (ran.code, ran.out) == (1, "")
    assert "other files" in ran.err
    assert [path.name for path in (home / "mine").iterdir()] == ["letter.txt"]


@pytest.mark.usefixtures("scripted")
def test_hooks_that_stand_in_the_settings_too_are_named(memtui: Memtui, home: Path) -> None:
    assert memtui("hooks", "install", "claude-code", "--yes").code == 0
    assert "hooks from memtui in its own settings too" in memtui("plugin", "claude-code").err


@pytest.mark.usefixtures("scripted")
def test_hooks_are_not_put_in_where_the_plugin_brings_them(memtui: Memtui, home: Path) -> None:
    settings = home / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text('{"enabledPlugins": {"memtui@memtui": true}}')
    ran = memtui("hooks", "install", "claude-code", "--yes")
    assert ran.code == 0
    assert "plugin" in ran.err
    assert settings.read_text() == '{"enabledPlugins": {"memtui@memtui": true}}'
    found = {one["client"]: one["found"] for one in memtui("hooks", "status", "--json").json["clients"]}
    assert found["claude-code"] == "by its plugin"
