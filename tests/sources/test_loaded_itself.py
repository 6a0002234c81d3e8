"""A session is not told what its agent reads in its own files, and is told what those do not say yet."""

import os
from pathlib import Path

import pytest

from memtui.hooks.injecting import for_start
from memtui.lifecycle.change import Edit, edit
from memtui.store import sources
from memtui.store.database import Store
from tests.lifecycle.worlds import PERSON, added
from tests.sources.linked import linked, memory

RULES = "# Rules\n\n## Style\n\n- Indent with tabs\n- Never use npm\n"


@pytest.fixture
def shop(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project with a linked CLAUDE.md that tells two things; its store knows a third."""
    home, folder = tmp_path / "home", tmp_path / "home" / "shop"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n", "utf-8")
    (folder / "CLAUDE.md").write_text(RULES, "utf-8")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    monkeypatch.setenv("MEMTUI_TEMPORARY", str(tmp_path / "elsewhere"))
    source = linked(store, folder / "CLAUDE.md")
    added(store, "The shop listens on 8080", memory(store, source, "tabs").scope)
    return folder


def told(store: Store, folder: Path, client: str = "claude-code") -> list[str]:
    """Return which of three words the session of an agent is told."""
    block = for_start(store, "", str(folder), client=client)
    return [word for word in ("tabs", "npm", "8080") if word in block]


def test_a_session_is_not_told_what_its_agent_loads(store: Store, shop: Path) -> None:
    assert told(store, shop) == ["8080"]
    assert told(store, shop, "codex") == ["tabs", "npm", "8080"]
    assert told(store, shop, "") == ["tabs", "npm", "8080"]


def test_it_is_told_what_the_file_does_not_say_yet(store: Store, shop: Path) -> None:
    (source,) = sources.get_all(store)
    edit(store, [memory(store, source, "tabs").id], Edit(text="Style: Indent with two tabs"), by=PERSON)
    assert told(store, shop) == ["tabs", "8080"]


def test_of_a_file_that_changed_since_it_counts_what_it_says_now(store: Store, shop: Path) -> None:
    file = shop / "CLAUDE.md"
    file.write_text("# Rules\n\nNew: write short sentences.\n\n## Style\n\n- Never use   npm.\n", "utf-8")
    os.utime(file, ns=(1, 1))
    assert told(store, shop) == ["tabs", "8080"]


def test_what_its_agent_cuts_off_is_told(store: Store, shop: Path, tmp_path: Path) -> None:
    slug = "".join(sign if sign.isalnum() else "-" for sign in str(shop))
    index = tmp_path / "home" / ".claude" / "projects" / slug / "memory" / "MEMORY.md"
    index.parent.mkdir(parents=True)
    lines = ["- Lids are of tin", *("" for _ in range(250)), "- Pots are of iron"]
    index.write_text("# Memory\n\n" + "\n".join(lines) + "\n", "utf-8")
    linked(store, index.parent)
    block = for_start(store, "", str(shop), client="claude-code")
    assert ("tin" in block, "iron" in block) == (False, True)


def test_a_folder_that_is_gone_keeps_nothing_back(store: Store, shop: Path) -> None:
    (shop / "CLAUDE.md").unlink()
    assert told(store, shop) == ["tabs", "npm", "8080"]
