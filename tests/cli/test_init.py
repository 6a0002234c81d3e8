"""`memtui init` on a made home with agents in it: one step in, and all of it back."""

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Memtui, OpenedScreen
from tests.cli.test_process import at_terminal

CLAUDE_JSON = '{\n  "numStartups": 4,\n  "mcpServers": {"weather": {"command": "npx", "args": []}}\n}\n'
CODEX_TOML = 'model = "o9"\n\n[features]\nhooks = true\n'
FILES = {
    ".claude/CLAUDE.md": "# Me\n\n- Answer in British English\n- Ask before a migration\n",
    ".claude/settings.json": '{"model": "opus"}\n',
    ".claude.json": CLAUDE_JSON,
    ".codex/AGENTS.md": "# Rules\n\n- Never push to main\n- Run the tests before a commit\n",
    ".codex/config.toml": CODEX_TOML,
    ".hermes/memories/MEMORY.md": "The shop runs on Debian 12\n§\nBackups run at 03:00\n",
    ".gemini/settings.json": '{"theme": "dark"}',
    ".cursor/mcp.json": '{\n\t"mcpServers": {}\n}\n',
    ".copilot/note": "",
    ".codeium/windsurf/note": "",
    ".config/opencode/opencode.json": '{"theme": "dark"}',
    ".hermes/config.yaml": "model: o9\n",
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "ada"
    for name, text in FILES.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text)
    work = home / "shop"
    (work / ".git").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "HERMES_HOME", "COPILOT_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(work)
    return home


def held(home: Path) -> dict[str, str]:
    """Return every file below the home folder."""
    return {
        str(path.relative_to(home)): path.read_text() for path in sorted(home.rglob("*")) if path.is_file()
    }


def test_a_home_below_a_temporary_folder_is_said(
    memtui: Memtui, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMTUI_TEMPORARY", str(home / "elsewhere"))
    assert "temporary folder" not in memtui("init", "--dry-run").err
    monkeypatch.setenv("MEMTUI_TEMPORARY", str(home.parent))
    said = memtui("init", "--dry-run").err
    assert f"Your home folder {home} lies in a temporary folder, so no agent is told" in said
    name, value = said.partition("    export ")[2].splitlines()[0].split("=")
    monkeypatch.setenv(name, value)
    assert "temporary folder" not in memtui("init", "--dry-run").err


def test_a_dry_run_tells_what_there_is_and_changes_nothing(memtui: Memtui, home: Path) -> None:
    ran = memtui("init", "--dry-run", "--json")
    assert ran.code == 0
    assert {place["format"] for place in ran.json["found"]["places"]} >= {"markdown", "hermes"}
    assert {(one["part"], one["program"]) for one in ran.json["found"]["settings"]} == {
        ("hooks", "claude-code"),
        ("hooks", "codex"),
        ("hooks", "gemini"),
        ("hooks", "cursor"),
        ("hooks", "copilot"),
        *(("server", name) for name in ("claude-code", "codex", "cursor", "gemini")),
        *(("server", name) for name in ("windsurf", "copilot", "opencode", "hermes")),
    }
    assert held(home) == FILES
    assert memtui.texts() == []


def test_a_dry_run_names_each_link_and_each_settings_file_with_how_much_would_go_in(
    memtui: Memtui, home: Path
) -> None:
    said = memtui("init", "--dry-run").err
    found = said.partition("What your agents remember on this machine\n")[2].partition("\n\n")[0]
    assert said.count("~/.codex/AGENTS.md\n") == found.count("~/.codex/AGENTS.md\n") == 1
    places = [line for line in found.splitlines() if " memories " in line or " memory " in line]
    assert f"\nAll {len(places)} places above would be linked, on a yes, and only read.\n" in said
    hooks, server = said.split(" Would be written, on a yes:\n")[1:]
    assert re.search(r"^  Codex  ~/.codex/hooks.json  \d\d lines$", hooks, re.MULTILINE)
    assert "  Codex  ~/.codex/config.toml  4 lines\n" in server
    assert said.endswith("Nothing was changed.\n")
    assert held(home) == FILES


def test_a_dry_run_leaves_out_what_is_not_wanted(memtui: Memtui, home: Path) -> None:
    said = memtui("init", "--dry-run", "--no-mcp").err
    assert "Server:" not in said
    assert "Hooks:" in said
    assert "Hooks:" not in memtui("init", "--dry-run", "--no-hooks").err


def test_one_yes_links_what_is_there_and_writes_nothing_to_anyone(memtui: Memtui, home: Path) -> None:
    ran = memtui("init", "--yes", "--json")
    assert ran.code == 0, ran.err
    assert ran.json["added"] == len(memtui.texts()) == 6
    assert ran.json["written"] == []
    assert held(home) == FILES
    assert "takes all of this back" in ran.err
    again = memtui("init", "--yes")
    assert again.code == 0
    assert "linked already" in again.err


def test_the_projects_that_agents_have_worked_in_are_found_from_anywhere(
    memtui: Memtui, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = home / "src" / "orchard"
    (project / ".serena" / "memories").mkdir(parents=True)
    (project / ".serena" / "memories" / "style.md").write_text("# Style\n\n- Trees are planted in rows\n")
    (project / "AGENTS.md").write_text("# Rules\n\n- Prune in March\n")
    (home / ".claude.json").write_text(json.dumps({"projects": {str(project): {}}}))
    monkeypatch.setenv("MEMTUI_TEMPORARY", "none")
    monkeypatch.chdir(home)
    ran = memtui("init", "--yes", "--no-hooks", "--no-mcp")
    assert "~/src/orchard/.serena/memories" in ran.err
    assert {"Trees are planted in rows", "Prune in March"} <= {
        text.split(": ")[-1] for text in memtui.texts()
    }
    assert re.search(r"^Linked \d places: \d+ memories\.$", ran.err, re.MULTILINE)


def test_nobody_to_ask_means_that_nothing_is_done(memtui: Memtui, home: Path) -> None:
    assert memtui("init").code == 1
    assert memtui("init", "--yes", "--hooks").code == 1
    assert held(home) == FILES


@pytest.mark.usefixtures("scripted")
def test_hooks_and_servers_go_where_they_are_wanted_and_all_of_it_comes_back(
    memtui: Memtui, home: Path
) -> None:
    kept = memtui.add("Ada keeps bees")
    (home / ".claude.json").chmod(0o640)
    os.utime(home / ".claude.json", (1, 1))
    folders = {path for path in home.rglob("*") if path.is_dir()}
    ran = memtui("init", "--yes", "--hooks", "--mcp")
    assert ran.code == 0, ran.err
    copies = memtui.db.with_name(f"{memtui.db.name}.settings")
    assert f"kept in {copies}." in ran.err
    assert copies.stat().st_mode & 0o777 == 0o700
    assert CLAUDE_JSON in [copy.read_text() for copy in copies.iterdir()]
    servers = json.loads((home / ".claude.json").read_text())["mcpServers"]
    assert servers["weather"] == {"command": "npx", "args": []}
    assert servers["memtui"]["args"][-1] == "mcp"
    assert "[mcp_servers.memtui]" in (home / ".codex/config.toml").read_text()
    assert json.loads((home / ".copilot/mcp-config.json").read_text())["mcpServers"]["memtui"]["tools"] == [
        "*"
    ]
    assert "hook Stop" in (home / ".claude/settings.json").read_text()
    assert "hook Stop" in (home / ".codex/hooks.json").read_text()
    assert "hook stop --client cursor" in (home / ".cursor/hooks.json").read_text()
    assert "hook Stop --client copilot" in (home / ".copilot/hooks/memtui.json").read_text()
    gemini = json.loads((home / ".gemini/settings.json").read_text())
    assert (list(gemini["mcpServers"]), len(gemini["hooks"])) == (["memtui"], 5)
    assert "mcp_servers:\n  memtui:\n" in (home / ".hermes/config.yaml").read_text()
    assert json.loads((home / ".config/opencode/opencode.json").read_text())["mcp"]["memtui"]["enabled"]
    back = memtui("init", "--undo", "--yes")
    assert {path for path in home.rglob("*") if path.is_dir()} == folders
    assert back.code == 0, back.err
    assert held(home) == FILES
    was = (home / ".claude.json").stat()
    assert (was.st_mode & 0o777, was.st_mtime) == (0o640, 1)
    assert not copies.exists()
    assert [row["uid"] for row in memtui("list", "--json").json] == [kept]
    assert memtui("init", "--undo", "--yes").code == 3


@pytest.mark.usefixtures("scripted")
def test_a_program_with_the_plugin_is_not_set_up_a_second_time(memtui: Memtui, home: Path) -> None:
    settings = home / ".claude/settings.json"
    settings.write_text('{"enabledPlugins": {"memtui@memtui": true}}')
    ran = memtui("init", "--yes", "--hooks", "--mcp", "--json")
    assert ran.code == 0, ran.err
    assert settings.read_text() == '{"enabledPlugins": {"memtui@memtui": true}}'
    assert (home / ".claude.json").read_text() == CLAUDE_JSON
    in_place = {(one["part"], one["label"]) for one in ran.json["found"]["in_place"]}
    assert in_place == {("hooks", "Claude Code"), ("server", "Claude Code")}


@pytest.mark.usefixtures("scripted")
def test_what_was_changed_since_stays_and_only_ours_goes(memtui: Memtui, home: Path) -> None:
    assert memtui("init", "--yes", "--mcp", "--no-hooks").code == 0
    settings = home / ".gemini/settings.json"
    settings.write_text(settings.read_text().replace('"dark"', '"light"'))
    uid = next(row["uid"] for row in memtui("list", "--json").json if "Debian" in row["text"])
    assert memtui("edit", uid, "--text", "The shop runs on Debian 13").code == 0
    back = memtui("init", "--undo", "--yes")
    assert back.code == 0, back.err
    assert json.loads(settings.read_text()) == {"theme": "light"}
    assert memtui.texts() == ["The shop runs on Debian 13"]
    assert "1 memory changed since kept" in back.err


@pytest.mark.usefixtures("scripted", "home")
def test_what_stands_in_no_file_is_counted_with_the_way_to_write_it_out(memtui: Memtui) -> None:
    assert memtui("init", "--yes", "--no-mcp", "--no-hooks").code == 0
    assert "in no file" not in memtui("init", "--undo", "--dry-run").err
    for text in ("The oven needs an hour", "Flour comes on Mondays"):
        assert memtui("add", text).code == 0
    said = " ".join(memtui("init", "--undo", "--dry-run").err.split())
    assert "2 memories that you wrote or that came from sessions stand in no file" in said
    assert "`memtui export -o FILE` writes them out first" in said


@pytest.mark.usefixtures("scripted")
def test_nothing_is_made_for_an_agent_that_nobody_uses(memtui: Memtui, home: Path) -> None:
    for top in {Path(name).parts[0] for name in FILES if not name.startswith(".claude")}:
        shutil.rmtree(home / top)
    before = held(home).keys()
    assert memtui("init", "--yes", "--hooks", "--mcp").code == 0
    assert held(home).keys() == before
    assert "hook Stop" in (home / ".claude/settings.json").read_text()


@pytest.mark.usefixtures("scripted")
def test_a_file_that_init_made_stays_with_what_was_added_to_it(memtui: Memtui, home: Path) -> None:
    assert memtui("init", "--yes", "--mcp", "--no-hooks").code == 0
    made = home / ".copilot/mcp-config.json"
    told = json.loads(made.read_text())
    told["mcpServers"]["weather"] = {"command": "npx"}
    made.write_text(json.dumps(told))
    assert memtui("init", "--undo", "--yes").code == 0
    assert json.loads(made.read_text()) == {"mcpServers": {"weather": {"command": "npx"}}}


@pytest.mark.usefixtures("scripted")
def test_a_file_whose_copy_is_gone_loses_only_ours(memtui: Memtui, home: Path) -> None:
    assert memtui("init", "--yes", "--mcp", "--no-hooks").code == 0
    for copy in memtui.db.with_name(f"{memtui.db.name}.settings").iterdir():
        copy.unlink()
    back = memtui("init", "--undo", "--yes")
    assert back.code == 0, back.err
    assert json.loads((home / ".gemini/settings.json").read_text()) == {"theme": "dark"}
    assert json.loads((home / ".claude.json").read_text()) == json.loads(CLAUDE_JSON)


@pytest.mark.usefixtures("scripted")
def test_it_is_said_which_files_keep_what_was_changed_in_them_until_that_is_undone(
    memtui: Memtui, home: Path
) -> None:
    assert memtui("init", "--yes").code == 0
    rules = home / ".codex/AGENTS.md"
    assert memtui("sources", "allow", str(rules), "--yes").code == 0
    before = rules.read_bytes()
    uid = next(row["uid"] for row in memtui("list", "--json").json if "Never push" in row["text"])
    assert memtui("drop", uid).code == 0
    assert memtui("sources", "sync").code == 0
    assert b"Never push" not in rules.read_bytes()
    kept = "What you changed through memtui stays in ~/.codex/AGENTS.md"
    would = " ".join(memtui("init", "--undo", "--dry-run").err.split())
    assert kept in would
    assert "1 line that you dropped or archived is out of 1 file. Undo that first" in would
    assert memtui("undo").code == 0
    assert memtui("sources", "sync").code == 0
    assert rules.read_bytes() == before
    assert kept not in memtui("init", "--undo", "--dry-run").err
    assert memtui("init", "--undo", "--yes").code == 0
    assert rules.read_bytes() == before


@pytest.mark.usefixtures("scripted")
def test_a_file_that_cannot_be_changed_is_told_and_stops_nothing(memtui: Memtui, home: Path) -> None:
    (home / ".cursor/mcp.json").write_text("{ // mine\n}")
    (home / ".codex/config.toml").write_text("mcp_servers = {}\n")
    ran = memtui("init", "--yes", "--mcp", "--no-hooks", "--json")
    assert ran.code == 0
    assert (home / ".cursor/mcp.json").read_text() == "{ // mine\n}"
    assert (home / ".codex/config.toml").read_text() == "mcp_servers = {}\n"
    assert len(ran.json["found"]["left"]) == 2
    assert str(home / ".gemini/settings.json") in ran.json["written"]


@pytest.mark.long
def test_after_taking_back_it_can_be_done_again(memtui: Memtui, home: Path) -> None:
    for _ in range(2):
        assert memtui("init", "--yes").code == 0
        assert len(memtui.texts()) == 6
        assert memtui("init", "--undo", "--yes").code == 0
        assert memtui.texts() == []


@pytest.mark.parametrize(
    ("text", "words"),
    [("{", "damaged"), ('{"version": 999, "put_in": [], "linked": []}', "of another memtui (version 999)")],
)
def test_a_record_that_cannot_be_used_is_said_and_nothing_done(
    memtui: Memtui, home: Path, text: str, words: str
) -> None:
    assert memtui("init", "--yes").code == 0
    record = memtui.db.with_name(f"{memtui.db.name}.init.json")
    record.write_text(text)
    back = memtui("init", "--undo", "--yes")
    assert back.code == 1
    assert words in " ".join(back.err.split())
    assert len(memtui.texts()) == 6


def test_the_screen_opens_on_what_is_worth_a_look(
    memtui: Memtui, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / ".hermes/memories/MEMORY.md").write_text("Backups run at 03:00\n§\nBackups run at 04:00\n")
    memtui.session.screen = screen = OpenedScreen()
    monkeypatch.setattr("memtui.cli.screen.at_terminal", lambda: True)
    assert memtui("init", "--yes").code == 0
    assert memtui("init", "--yes", "--no-open").code == 0
    assert [opening.on_review for opening in screen.openings] == [True]


def test_an_empty_home_is_told_what_to_do(
    memtui: Memtui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "nobody"))
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.endswith(("_HOME", "_DIR"))]:
        monkeypatch.delenv(name)
    ran = memtui("init", "--yes", "--no-open")
    assert ran.code == 0
    assert "memtui import PATH" in ran.err


def test_a_no_says_that_nothing_is_linked_and_what_hooks_are_for_then(memtui: Memtui, home: Path) -> None:
    code, shown = at_terminal(memtui.db, "init", "--no-open", typed="nexport A=1\nn\nn\nn\n")
    assert code == 0
    assert shown.count("Please type y for yes or n for no.") == 1
    nothing, hooks = shown.index("Nothing linked: memtui reads none"), shown.index("Hooks: memtui can learn")
    assert nothing < hooks < shown.index("They need no links")
    assert held(home) == FILES
    assert memtui.texts() == []


def test_what_is_neither_yes_nor_no_is_asked_three_times(memtui: Memtui, home: Path) -> None:
    code, shown = at_terminal(memtui.db, "init", "--no-open", "--no-hooks", "--no-mcp", typed="a\nb\nc\ny\n")
    assert (code, shown.count("[y/N]"), memtui.texts()) == (0, 3, [])
    assert "That counts as no." in shown
    code, shown = at_terminal(memtui.db, "init", "--no-open", "--no-hooks", "--no-mcp", typed="yse\nyes\nn\n")
    assert (code, len(memtui.texts())) == (0, 6)
    assert "Nothing linked" not in shown


def test_one_more_yes_lets_what_is_dropped_be_written_to_all_of_them(memtui: Memtui, home: Path) -> None:
    asked = ["init", "--no-open", "--no-hooks", "--no-mcp"]
    code, shown = at_terminal(memtui.db, *asked, typed="y\ny\n")
    assert code == 0
    assert "Nothing waits to be written now; undo puts the old bytes back." in " ".join(shown.split())
    assert "written to no file yet" not in shown
    assert held(home) == FILES
    code, shown = at_terminal(memtui.db, "sources", "allow", "--all", typed="y\n")
    assert "Writing is allowed wherever memtui can write." in shown


def test_a_yes_to_links_alone_allows_no_writing(memtui: Memtui, home: Path) -> None:
    assert memtui("init", "--yes").code == 0
    code, shown = at_terminal(memtui.db, "sources", "allow", "--all", typed="n\n")
    assert code != 0
    assert "Let memtui write what you drop and edit back to 3 places?" in " ".join(shown.split())
    code, shown = at_terminal(memtui.db, "sources", "allow", "--all", "--yes")
    assert code == 0
    assert "From now on 3 places are kept in step." in shown
    assert held(home) == FILES


def test_instructions_are_listed_by_the_files_that_people_know(memtui: Memtui, home: Path) -> None:
    (home / "shop/AGENTS.md").write_text("# Rules\n\n- Never deploy on Fridays\n")
    rows = {" ".join(row.split()) for row in memtui("init", "--dry-run").err.splitlines()}
    assert any(row.startswith("Instructions ") and row.endswith(" ~/.claude/CLAUDE.md") for row in rows)
    assert any(row.endswith(" ~/.codex/AGENTS.md") for row in rows)
    assert any(row.endswith(" ~/shop/AGENTS.md") for row in rows)
    (home / "shop/CLAUDE.md").write_text("# Rules\n\n- Never deploy at night\n")
    (home / "shop/GEMINI.md").write_text("# Rules\n\n- Never deploy at noon\n")
    assert " in ~/shop\n" in (said := memtui("init", "--dry-run").err)
    assert " and 1 more in ~/shop" in said
