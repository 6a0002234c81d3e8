import json
import os
from pathlib import Path

import pytest

from memtui.formats.claude_code.format import ClaudeCode
from memtui.formats.finding import Found
from memtui.formats.protocol import Skipped
from memtui.formats.registry import reader_for
from memtui.sources.places import scan
from tests.formats.reading import drafts, write
from tests.formats.samples import CODEX, FACT, GRAPH, HERMES, HERMES_USER, INDEX, INSTRUCTIONS, claude_mem
from tests.sources.splitting import folder_of_tills


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


def graph(file: Path) -> Path:
    return write(file, "".join(json.dumps(row) + "\n" for row in GRAPH))


def found(home: Path, cwd: Path | None = None, **environment: str) -> dict[tuple[str, str], Found]:
    def place(path: Path) -> str:
        return path.relative_to(home.parent).as_posix()

    return {(one.format, place(one.path)): one for one in scan(home, environment, cwd)}


def furnished(home: Path) -> None:
    memory = home / ".claude/projects/-home-r-tea/memory"
    write(memory / "MEMORY.md", "- [Boat](boat.md) — boats\n- Lamps stay on\n")
    write(memory / "boat.md", FACT)
    write(home / ".claude/CLAUDE.md", "- Be brief\n- Be kind\n")
    write(home / ".claude/agent-memory/tester/MEMORY.md", INDEX)
    write(home / ".codex/memories/MEMORY.md", CODEX)
    write(home / ".codex/AGENTS.md", "Be exact.\n")
    write(home / ".gemini/GEMINI.md", "Be quick.\n")
    write(home / ".hermes/memories/MEMORY.md", HERMES)
    write(home / ".hermes/memories/USER.md", HERMES_USER)
    payload = {"action": "add", "target": "user", "content": "Has cats"}
    write(home / ".hermes/pending/memory/a.json", json.dumps({"id": "a", "payload": payload}))
    (home / ".claude-mem").mkdir()
    claude_mem(home / ".claude-mem/claude-mem.db")
    graph(home / "graphs/memory.jsonl")
    server = {"env": {"MEMORY_FILE_PATH": str(home / "graphs/memory.jsonl")}}
    write(home / ".claude.json", json.dumps({"projects": {"/x": {"mcpServers": {"memory": server}}}}))


@pytest.mark.parametrize(
    ("settings", "told", "folders"),
    [
        ("home/.claude/settings.json", "~/notes/memory", {"home/notes/memory"}),
        ("home/shop/.claude/settings.json", "kept/memory", {"home/shop/kept/memory"}),
        ("home/shop/.claude/settings.local.json", "~/shop/kept/memory", {"home/shop/kept/memory"}),
        ("home/shop/.claude/settings.json", "~/notes/memory", set()),
        ("home/.claude/settings.json", 7, set()),
        ("home/.claude/settings.json", "  ", set()),
    ],
)
def test_the_folder_that_settings_name_for_memory_is_found(
    home: Path, settings: str, told: object, folders: set[str]
) -> None:
    write(home / "notes/memory/MEMORY.md", "- Lamps stay on\n")
    write(home / "shop/kept/memory/MEMORY.md", "- Doors stay shut\n")
    write(home.parent / settings, json.dumps({"autoMemoryDirectory": told}))
    assert {path for format_, path in found(home, home / "shop") if format_ == "claude"} == folders


@pytest.mark.parametrize("written", ["{", "[]", "[" * 100_000, '{"autoMemoryDirectory": "a\\u0000b"}'])
def test_settings_that_name_no_folder_are_passed_over(home: Path, written: str) -> None:
    write(home / ".claude/settings.json", written)
    assert found(home) == {}


def test_everything_in_a_known_place_is_found_with_its_count(home: Path) -> None:
    furnished(home)
    assert {key: one.records for key, one in found(home).items()} == {
        ("claude", "home/.claude/projects/-home-r-tea/memory"): 2,
        ("claude", "home/.claude/agent-memory/tester"): 3,
        ("markdown", "home/.claude"): 2,
        ("codex", "home/.codex/memories"): 4,
        ("hermes", "home/.hermes/memories"): 5,
        ("claude-mem", "home/.claude-mem/claude-mem.db"): 4,
        ("markdown", "home/.codex/AGENTS.md"): 1,
        ("markdown", "home/.gemini/GEMINI.md"): 1,
        ("mcp", "home/graphs/memory.jsonl"): 3,
    }
    assert found(home)["hermes", "home/.hermes/memories"].waiting == 1
    assert all(one.bytes and one.newest and not one.problem for one in found(home).values())


def test_a_file_that_is_a_list_counts_as_the_memories_it_becomes(home: Path) -> None:
    folder = folder_of_tills(home)
    write(folder / "no-text.md", b"\0")
    (one,) = [each for each in scan(home, {}, home / "shop") if each.format == "claude"]
    assert (one.records, one.problem) == (4, "")
    assert len(drafts(ClaudeCode(), folder)) == 4


def test_what_is_found_can_be_imported_and_has_as_many_records(home: Path) -> None:
    furnished(home)
    for one in scan(home, {}):
        records = list(reader_for(one.path, one.format).read(one.path))
        assert sum(not isinstance(record, Skipped) for record in records) == one.records


def test_the_environment_says_where_else(home: Path, tmp_path: Path) -> None:
    write(tmp_path / "c/projects/x/memory/MEMORY.md", INDEX)
    write(tmp_path / "x/memories/MEMORY.md", CODEX)
    write(tmp_path / "h/memories/MEMORY.md", HERMES)
    graph(tmp_path / "g.json")
    furnished(home)
    keys = found(
        home,
        CLAUDE_CONFIG_DIR=str(tmp_path / "c"),
        CODEX_HOME=str(tmp_path / "x"),
        HERMES_HOME=str(tmp_path / "h"),
        MEMORY_FILE_PATH=str(tmp_path / "g.json"),
        CLAUDE_MEM_DATA_DIR=str(tmp_path / "nowhere"),
        XDG_CONFIG_HOME="",
    )
    assert {("claude", "c/projects/x/memory"), ("codex", "x/memories"), ("mcp", "g.json")} <= keys.keys()
    assert ("hermes", "h/memories") in keys
    assert not {place for _, place in keys if place.startswith(("home/.claude", "home/.codex/mem"))}


def test_a_projects_files_are_found_from_it(home: Path, tmp_path: Path) -> None:
    project = tmp_path / "shop"
    write(project / "AGENTS.md", INSTRUCTIONS)
    write(project / ".claude/rules/tea.md", "- Rinse\n")
    write(project / ".claude/memory/MEMORY.md", INDEX)
    write(project / ".claude/agent-memory-local/critic/MEMORY.md", INDEX)
    graph(project / "memory.jsonl")
    assert {key: one.records for key, one in found(home, project).items()} == {
        ("claude", "shop/.claude/memory"): 3,
        ("claude", "shop/.claude/agent-memory-local/critic"): 3,
        ("markdown", "shop"): 6,
        ("mcp", "shop/memory.jsonl"): 3,
    }


def test_what_is_kept_beside_the_code_is_found_too(home: Path, tmp_path: Path) -> None:
    project = tmp_path / "shop"
    write(project / ".claude/directives/tea.md", "- Always rinse\n")
    write(project / ".claude/memory.md", "# Notes\n\n- The till is slow\n")
    write(project / ".roo/memory_banks/activeContext.md", "# Context\n\n- Lids are next\n")
    write(project / "PROGRESS.md", "# Progress\n\n## Lids\n\n- Cut ten\n")
    assert {key: one.records for key, one in found(home, project).items()} == {
        ("markdown", "shop"): 1,
        ("memory-bank", "shop/.claude/memory.md"): 1,
        ("memory-bank", "shop/.roo/memory_banks"): 1,
        ("progress", "shop/PROGRESS.md"): 1,
    }
    assert reader_for(project / ".claude/directives").name == "markdown"


def test_a_plan_of_people_is_no_progress_of_agents(home: Path, tmp_path: Path) -> None:
    file = write(tmp_path / "studies/PROGRESS.md", "# Progress\n\n## Week 1\n\n- Waves\n")
    assert found(home, file.parent) == {}
    write(file.parent / "CLAUDE.md", "")
    assert ("progress", "studies/PROGRESS.md") in found(home, file.parent)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"decisions.md": "- Tin lids\n", "risks.md": "- Rust\n"}, ("markdown", 2)),
        ({"MEMORY.md": "- [Boat](boat.md) — boats\n- Lamps stay on\n", "boat.md": FACT}, ("claude", 2)),
        ({"README.md": "- What the module does\n"}, None),
        ({"notes.md": "- Tin lids\n", "store.py": "", "index.py": "", "rows.py": ""}, None),
        ({"2026-02-03.md": "- Rain\n", "../AGENTS.md": "- Be kind\n"}, ("openclaw", 2)),
    ],
    ids=("notes", "Claude Code's", "a readme", "code", "a diary"),
)
def test_the_memory_folder_of_a_project_is_read_as_what_it_is(
    home: Path, tmp_path: Path, files: dict[str, str], expected: tuple[str, int] | None
) -> None:
    project = tmp_path / "shop"
    for name, text in files.items():
        write(project / "memory" / name, text)
    told = [(one.format, one.records) for one in scan(home, {}, project)]
    assert told == ([] if expected is None else [expected])


def test_links_that_lead_out_are_named_and_not_followed(home: Path, tmp_path: Path) -> None:
    outside = write(tmp_path / "outside/memory/MEMORY.md", INDEX)
    write(home / ".claude/projects/a/memory/MEMORY.md", INDEX)
    (home / ".claude/projects/a/memory/out.md").symlink_to(outside)
    (home / ".claude/projects/b").mkdir()
    (home / ".claude/projects/b/memory").symlink_to(outside.parent)
    (home / ".claude/CLAUDE.md").symlink_to(outside)
    told = found(home)
    assert told["claude", "home/.claude/projects/a/memory"].records == 3
    assert {key[1]: one.problem for key, one in told.items()} == {
        "home/.claude/projects/a/memory": "out.md is a link that leads out; not followed",
        "home/.claude/projects/b/memory": "memory is a link that leads out; not followed",
        "home/.claude": "CLAUDE.md is a link that leads out; not followed",
    }


def test_a_configuration_that_is_a_link_itself_is_followed(home: Path, tmp_path: Path) -> None:
    write(tmp_path / "dotfiles/claude/projects/a/memory/MEMORY.md", INDEX)
    (home / ".claude").symlink_to(tmp_path / "dotfiles/claude")
    assert found(home)["claude", "home/.claude/projects/a/memory"].records == 3


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_cannot_be_read_is_named(home: Path) -> None:
    file = write(home / ".codex/AGENTS.md", "x\n")
    file.chmod(0)
    assert "Permission denied" in found(home)["markdown", "home/.codex/AGENTS.md"].problem


def test_files_that_make_no_sense_are_named_and_the_rest_is_found(home: Path) -> None:
    furnished(home)
    write(home / ".codex/AGENTS.md", b"\x00\x01")
    write(home / ".claude-mem/claude-mem.db", b"SQLite format 3\x00" + b"x" * 999)
    write(home / ".claude.json", "[" * 99_999)
    told = found(home)
    assert told["markdown", "home/.codex/AGENTS.md"].problem == "AGENTS.md: a binary file"
    assert told["claude", "home/.claude/projects/-home-r-tea/memory"].records == 2
    assert ("claude-mem", "home/.claude-mem/claude-mem.db") not in told


def test_an_empty_home_has_nothing(home: Path) -> None:
    assert found(home, home / "gone") == {}


def test_nothing_is_changed_by_looking(home: Path) -> None:
    furnished(home)

    def state() -> list[tuple[Path, int]]:
        return [(path, path.stat().st_mtime_ns) for path in sorted(home.rglob("*"))]

    before = state()
    assert found(home)
    assert state() == before
