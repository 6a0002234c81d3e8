"""A prompt brings up nothing that the agent reads in its own files."""

from pathlib import Path

import pytest

from memtui.store import told
from memtui.store.database import Store
from tests.hooks.test_hook import hook, injected
from tests.lifecycle.worlds import added
from tests.sources.linked import linked, memory

RULES = "# Shop\n\n- The billing service of the shop listens on port 5544\n- Never use npm\n"


@pytest.fixture
def shop(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project with a linked CLAUDE.md; its store knows something else besides."""
    folder = tmp_path / "home" / "shop"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n", "utf-8")
    (folder / "CLAUDE.md").write_text(RULES, "utf-8")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    monkeypatch.setenv("MEMTUI_TEMPORARY", str(tmp_path / "elsewhere"))
    source = linked(store, folder / "CLAUDE.md")
    added(store, "Ada restarts the billing service on Thursdays", memory(store, source, "npm").scope)
    return folder


def with_prompt(store: Store, shop: Path, prompt: str, client: str = "") -> list[str]:
    """Send a prompt in the project, and return which of two words its hook tells."""
    said = {"session_id": f"a session of {client}", "cwd": str(shop), "prompt": prompt}
    printed = hook(store.path, "UserPromptSubmit", said, client=client)
    block = injected(printed, "UserPromptSubmit") if printed else ""
    return [word for word in ("5544", "Thursdays") if word in block]


def test_a_prompt_brings_up_what_the_agent_does_not_read_itself(store: Store, shop: Path) -> None:
    assert with_prompt(store, shop, "Who restarts the billing service, and on which port?") == ["Thursdays"]
    assert with_prompt(store, shop, "On which port does the billing service listen?", "codex") == [
        "5544",
        "Thursdays",
    ]
    assert [(each.session, each.memories) for each in told.sessions(store, 9)] == [
        ("a session of ", 1),
        ("a session of codex", 2),
    ]


def test_what_the_file_does_not_say_any_more_is_told(store: Store, shop: Path) -> None:
    (shop / "CLAUDE.md").write_text("# Shop\n\n- Never use npm\n", "utf-8")
    assert "5544" in with_prompt(store, shop, "On which port does the billing service listen?")
