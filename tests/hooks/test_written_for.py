"""What a person wrote for one agent is told to no other, from outside: a home, its links, a hook's answer."""

from pathlib import Path

import pytest

from memtui.store.database import Store
from tests.hooks.test_hook import hook, injected
from tests.sources.linked import linked

FILES = {
    ".claude/CLAUDE.md": "- Use uv for Python environments, never pip\n\n@more.md\n",
    ".claude/more.md": "- Answer in haiku\n",
    ".codex/AGENTS.md": "- Use poetry for Python environments\n",
    "shop/AGENTS.md": "- The till of the shop listens on port 8080\n",
    "shop/.cursor/rules/sql.mdc": "---\nalwaysApply: true\n---\n\n- Write SQL keywords in capitals\n",
    "shop/.git/HEAD": "ref: refs/heads/main\n",
}
WORDS = ("uv", "poetry", "8080", "capitals", "haiku", "tabs")


@pytest.fixture
def home(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home with instructions for several agents, all of them linked."""
    home = tmp_path / "home"
    for name, text in FILES.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, "utf-8")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("MEMTUI_TEMPORARY", str(tmp_path / "elsewhere"))
    for variable in ("CLAUDE_CONFIG_DIR", "CODEX_HOME"):
        monkeypatch.delenv(variable, raising=False)
    for place in (".claude/CLAUDE.md", ".codex/AGENTS.md", "shop/AGENTS.md", "shop/.cursor/rules"):
        linked(store, home / place)
    return home


def at_start(store: Store, home: Path, client: str, settings: str = "") -> list[str]:
    """Start a session in the project, and return which words its hook tells."""
    said = {"session_id": f"of {client}", "cwd": str(home / "shop"), "workspace_roots": [str(home / "shop")]}
    printed = hook(store.path, "SessionStart", said, client=client, MEMTUI_CONFIG=settings)
    return [word for word in WORDS if f" {word}" in printed]


def test_what_is_written_for_one_agent_is_told_to_no_other(store: Store, home: Path) -> None:
    # Claude Code reads no AGENTS.md, so of that it is told; its own file it reads itself.
    assert at_start(store, home, "claude-code") == ["8080"]
    assert at_start(store, home, "codex") == []
    assert at_start(store, home, "gemini") == ["8080"]


def test_a_folder_of_another_name_is_still_that_agents_own(
    store: Store, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "own").mkdir()
    (home / "own" / "AGENTS.md").write_text("Indent everything with tabs.\n", "utf-8")
    monkeypatch.setenv("CODEX_HOME", str(home / "own"))
    linked(store, home / "own" / "AGENTS.md")
    assert at_start(store, home, "claude-code") == ["8080"]
    monkeypatch.delenv("CODEX_HOME")
    assert at_start(store, home, "claude-code") == ["8080", "tabs"]


def test_a_prompt_brings_up_nothing_that_is_written_for_another(store: Store, home: Path) -> None:
    said = {"session_id": "one", "cwd": str(home / "shop"), "prompt": "Which Python environments do we use?"}
    assert hook(store.path, "UserPromptSubmit", said, client="gemini") == ""
    said["prompt"] = "On which port does the till of the shop listen, and do SQL keywords have capitals?"
    told = injected(hook(store.path, "UserPromptSubmit", said, client="gemini"), "UserPromptSubmit")
    assert "8080" in told
    assert "capitals" not in told


def test_a_line_that_stands_in_the_files_of_two_is_for_both(store: Store, home: Path) -> None:
    (home / ".gemini").mkdir()
    (home / ".gemini" / "GEMINI.md").write_text(FILES[".codex/AGENTS.md"], "utf-8")
    linked(store, home / ".gemini" / "GEMINI.md")
    (home / ".gemini" / "GEMINI.md").write_text("", "utf-8")  # so that it does not load it itself
    assert at_start(store, home, "gemini") == ["poetry", "8080"]
    assert at_start(store, home, "claude-code") == ["8080"]


def test_a_setting_tells_all_of_it_to_all(store: Store, home: Path) -> None:
    settings = home / "memtui.toml"
    settings.write_text("[recall]\ninstructions_of_others = true\n", "utf-8")
    told = at_start(store, home, "claude-code", str(settings))
    assert told == ["poetry", "8080", "capitals"]
