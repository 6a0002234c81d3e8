"""`memtui sources` as a person's shell runs it: real processes, one home folder, the files of an agent."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Memtui
from tests.cli.test_process import run, warm_command

FACTS = {"port": "The till listens on 8080", "lid": "Cups have lids", "bell": "The bell rings at nine"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What Claude Code remembers of a project, in a home of its own."""
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "HERMES_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("MEMTUI_SCRIPTED", "1")
    (tmp_path / "till").mkdir()
    monkeypatch.chdir(tmp_path / "till")
    folder = tmp_path / ".claude" / "projects" / "-till" / "memory"
    folder.mkdir(parents=True)
    for name, text in FACTS.items():
        (folder / f"{name}.md").write_text(f"---\nname: {name}\ntype: project\n---\n\n{text}.\n")
    (folder / "MEMORY.md").write_text("".join(f"- [{name}]({name}.md) - {name}\n" for name in FACTS))
    return folder


def sources(memtui: Memtui, *args: str, code: int = 0) -> str:
    """Run `memtui sources ARGS` as a process of its own; return all that it says."""
    ran = run([*warm_command(), "sources", *args], memtui.db)
    assert ran.returncode == code, ran.stderr
    return ran.stdout + ran.stderr


def dropped(memtui: Memtui, text: str) -> None:
    (row,) = memtui("list", text, "--json").json
    assert run([*warm_command(), "drop", row["uid"]], memtui.db).returncode == 0


def test_scan_finds_what_an_agent_keeps_and_says_what_is_linked(memtui: Memtui, folder: Path) -> None:
    (line, *_) = sources(memtui, "scan").splitlines()
    assert line.split() == ["claude", str(folder), "3", "memories"]
    assert memtui.texts() == []
    sources(memtui, "link", str(folder))
    assert sources(memtui, "scan").splitlines()[0].endswith("3 memories  linked")
    for file in folder.iterdir():
        file.unlink()
    assert "Nothing was found" in sources(memtui, "scan", code=3)


def test_forbid_stops_the_writing_until_it_is_allowed_again(memtui: Memtui, folder: Path) -> None:
    sources(memtui, "link", str(folder))
    sources(memtui, "allow", str(folder), "--yes")
    dropped(memtui, "lids")
    assert not (folder / "lid.md").exists()
    assert f"memtui sources allow {folder}" in sources(memtui, "forbid", str(folder))
    dropped(memtui, "bell")
    (folder / "port.md").write_text("---\nname: port\ntype: project\n---\n\nThe till listens on 9090.\n")
    sources(memtui, "sync")
    assert (folder / "bell.md").exists()
    assert any("9090" in text for text in memtui.texts())
    assert "reads only  1 to write" in sources(memtui, "status")
    sources(memtui, "allow", str(folder), "--yes")
    assert not (folder / "bell.md").exists()


def test_unlink_leaves_the_files_alone_and_keeps_the_memories(memtui: Memtui, folder: Path) -> None:
    sources(memtui, "link", str(folder))
    sources(memtui, "allow", str(folder), "--yes")
    assert f"memtui sources link {folder}" in sources(memtui, "unlink", str(folder))
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    dropped(memtui, "lids")
    assert "Nothing is linked" in sources(memtui, "sync", code=3)
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before
    assert len(memtui.texts()) == 2
    assert "is not linked" in sources(memtui, "forbid", str(folder), code=3)
    sources(memtui, "link", str(folder))
    assert "reads only" in sources(memtui, "status")


def test_seen_is_what_the_agent_loads_of_the_folder_one_is_in(memtui: Memtui, folder: Path) -> None:
    Path("CLAUDE.md").write_text("Use tabs\n")
    told = sources(memtui, "seen", "--agent", "claude-code")
    assert "===== Claude Code in" in told
    assert "Use tabs" in told
    assert "Use tabs" not in sources(memtui, "seen", "--agent", "codex", code=3)
    assert not memtui.db.exists()


def test_what_is_left_out_is_counted_where_only_the_first_of_it_is_named(
    memtui: Memtui, folder: Path, tmp_path: Path
) -> None:
    many = tmp_path / "many.jsonl"
    many.write_text('{"text": "The till listens on 8080"}\n' + "{broken\n" * 25)
    said = sources(memtui, "link", str(many))
    assert said.count("left out line") == 10
    assert f"… and 15 more; memtui sources sync {many} --wholly --json has them all" in said
    told = json.loads(
        run([*warm_command(), "sources", "sync", str(many), "--wholly", "--json"], memtui.db).stdout
    )
    assert len(told[0]["skipped"]) == 25


def test_an_import_says_in_json_how_many_reasons_and_names_it_leaves_out(
    memtui: Memtui, tmp_path: Path
) -> None:
    many = tmp_path / "many.jsonl"
    many.write_text("".join(f'{{"text": "Shelf {n} holds cups"}}\n' for n in range(1_100)) + "{broken\n" * 25)
    told = memtui("import", str(many), "--json").json
    assert (len(told["reasons"]), told["reasons_left_out"]) == (10, 15)
    assert (len(told["uids"]), told["uids_left_out"]) == (1_000, 100)


def test_an_import_names_in_json_what_else_the_folder_holds(memtui: Memtui, tmp_path: Path) -> None:
    (tmp_path / "CLAUDE.md").write_text("- Rinse the cups\n")
    rules = tmp_path / ".kiro/steering"
    rules.mkdir(parents=True)
    (rules / "tea.md").write_text("- Warm the pot\n")
    told = memtui("import", str(tmp_path), "--json").json
    assert (told["added"], told["others"]) == (1, [{"format": "kiro", "path": str(rules)}])
    assert memtui("import", str(rules), "--json").json["others"] == []


def test_a_file_that_is_left_out_is_named_by_its_path(memtui: Memtui, folder: Path, tmp_path: Path) -> None:
    del folder
    shop = tmp_path / "shop"
    shop.mkdir()
    (shop / "AGENTS.md").write_text("# Shop\n\n- Rinse the pot\n")
    (shop / "README.md").write_text("# Shop\n\n- What it is\n")
    assert "left out ~/shop/README.md: no instructions" in sources(memtui, "link", str(shop))
