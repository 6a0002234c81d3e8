"""`memtui init` in a project whose one folder holds what several agents are told."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Memtui

SAID = {
    "AGENTS.md": "Components are in PascalCase.",
    "CLAUDE.md": "Run the tests with make check.",
    "GEMINI.md": "The staging database is read-only.",
    ".cursor/rules/styles.mdc": "Use CSS modules, not Tailwind.",
    ".cursorrules": "Never edit the generated client.",
    ".github/instructions/api.instructions.md": "Every endpoint answers in JSON.",
    ".windsurf/rules/money.md": "Prices are whole cents.",
    ".windsurfrules": "Dates are written in ISO format.",
    ".clinerules": "The till opens at nine.",
    ".clinerules/ports.md": "The kiosk listens on port 8017.",
    ".kiro/steering/names.md": "Tables have plural names.",
}
TOGETHER = [
    ("AGENTS.md", ".cursor/rules/styles.mdc"),
    ("AGENTS.md", "CLAUDE.md", "GEMINI.md"),
    ("CLAUDE.md", ".cursor/rules/styles.mdc", ".cursorrules"),
    (".cursor/rules/styles.mdc", ".github/instructions/api.instructions.md", ".windsurf/rules/money.md"),
    ("GEMINI.md", ".windsurf/rules/money.md", ".windsurfrules", ".clinerules/ports.md"),
    ("CLAUDE.md", ".clinerules", ".windsurfrules"),
    tuple(name for name in SAID if name != ".clinerules"),
]


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shop = tmp_path / "ada" / "shop"
    (shop / ".git").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(shop.parent))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "HERMES_HOME", "COPILOT_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(shop)
    return shop


def write(shop: Path, names: tuple[str, ...]) -> dict[str, bytes]:
    for name in names:
        (shop / name).parent.mkdir(parents=True, exist_ok=True)
        (shop / name).write_text(f"# Shop\n\n- {SAID[name]}\n- Ask Ada about {name}.\n")
    return held(shop, names)


def held(shop: Path, names: tuple[str, ...]) -> dict[str, bytes]:
    return {name: (shop / name).read_bytes() for name in names if (shop / name).exists()}


@pytest.mark.few(2)
@pytest.mark.parametrize("names", TOGETHER, ids=lambda names: f"{len(names)}-{names[0]}")
def test_each_agents_rules_are_linked_and_none_is_said_to_be_gone(
    memtui: Memtui, shop: Path, names: tuple[str, ...]
) -> None:
    write(shop, names)
    found = memtui("init", "--dry-run", "--json").json["found"]["places"]
    assert memtui("init", "--yes").code == 0
    linked = json.loads(memtui("sources", "--json").out)
    assert sorted(place["path"] for place in found) == sorted(source["path"] for source in linked)
    assert {source["status"] for source in linked} == {"linked"}
    assert memtui("sources", "sync", "--json").code == 0
    assert "taken out" not in memtui("review", "list").out
    assert {row["text"] for row in memtui("list", "--json").json} >= {SAID[name] for name in names}
    again = memtui("init", "--dry-run", "--json").json["found"]
    assert (again["places"], again["linked"]) == ([], len(linked))


@pytest.mark.few(2)
@pytest.mark.usefixtures("scripted")
@pytest.mark.parametrize("names", TOGETHER, ids=lambda names: f"{len(names)}-{names[0]}")
def test_a_drop_goes_to_the_file_that_says_it_and_everything_comes_back(
    memtui: Memtui, shop: Path, names: tuple[str, ...]
) -> None:
    before = write(shop, names)
    memtui("init", "--yes")
    for source in memtui("sources", "--json").json:
        assert memtui("sources", "allow", source["path"], "--yes").code == 0
    uids = {row["text"]: row["uid"] for row in memtui("list", "--json").json}
    for name in names:
        assert memtui("drop", uids[SAID[name]]).code == 0
        now = held(shop, names)
        assert {one for one in names if now[one] != before[one]} == {name}
        assert SAID[name].encode() not in now[name]
        assert memtui("undo").code == 0
        assert held(shop, names) == before
    assert memtui("init", "--undo", "--yes").code == 0
    assert memtui("sources", "--json").json == []
    assert memtui("list", "--json").json == []
    assert held(shop, names) == before


def test_a_folder_linked_as_one_format_is_linked_beside_it_as_another(memtui: Memtui, shop: Path) -> None:
    write(shop, ("AGENTS.md", ".cursor/rules/styles.mdc"))
    memtui("sources", "link", str(shop), "--format", "cursor")
    assert memtui("init", "--yes").code == 0
    assert memtui("sources", "link", str(shop), "--format", "markdown").code == 0
    memtui("sources", "sync")
    assert "taken out" not in memtui("review", "list").out
    assert {source["format"] for source in memtui("sources", "--json").json} == {"cursor", "markdown"}


def test_a_folder_linked_for_one_agent_is_offered_for_another(memtui: Memtui, shop: Path) -> None:
    write(shop, ("AGENTS.md", ".cursor/rules/styles.mdc"))
    memtui("sources", "link", str(shop), "--format", "cursor")
    offered = memtui("init", "--dry-run", "--json").json["found"]["places"]
    assert [(place["format"], Path(place["path"]).name) for place in offered] == [("markdown", "AGENTS.md")]
    assert memtui("init", "--yes").code == 0
    assert {memory["text"] for memory in memtui("list", "--json").json} >= {
        SAID["AGENTS.md"],
        SAID[".cursor/rules/styles.mdc"],
    }
    assert memtui("init", "--dry-run", "--json").json["found"]["places"] == []
    assert "taken out" not in memtui("review", "list").out


def test_a_memory_bank_among_rules_is_read_once(memtui: Memtui, shop: Path) -> None:
    write(shop, (".clinerules/ports.md",))
    (shop / ".clinerules" / "memory-bank").mkdir()
    (shop / ".clinerules" / "memory-bank" / "activeContext.md").write_text(
        "# Now\n\nThe till is being moved.\n"
    )
    offered = memtui("init", "--dry-run", "--json").json["found"]["places"]
    assert {(place["format"], place["records"]) for place in offered} == {("cline", 2), ("memory-bank", 1)}
    assert memtui("init", "--yes").code == 0
    assert len(memtui("list", "--json").json) == 3


def test_it_says_which_files_are_for_one_agent_alone(memtui: Memtui, shop: Path) -> None:
    write(shop, ("AGENTS.md", ".cursor/rules/styles.mdc"))
    said = memtui("init", "--dry-run").err
    assert "told to no other: only Cursor what ~/shop/.cursor/rules says." in said
    (shop / ".cursor" / "rules" / "styles.mdc").unlink()
    assert "told to no other" not in memtui("init", "--dry-run").err


def test_what_is_taken_back_is_named_by_its_files(memtui: Memtui, shop: Path) -> None:
    """Not the whole of `~/.claude` was linked."""
    (shop.parent / ".claude").mkdir()
    (shop.parent / ".claude" / "CLAUDE.md").write_text("- Use tabs\n", "utf-8")
    memtui("init", "--yes", "--no-open")
    assert "~/.claude/CLAUDE.md" in memtui("sources").out
    said = memtui("init", "--undo", "--yes").err
    assert "~/.claude/CLAUDE.md (linked)" in said
    assert "~/.claude/CLAUDE.md is left alone again; 1 memory taken out." in said
