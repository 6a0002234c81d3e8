"""One project, one memory: told by real hooks and servers in real repositories, as agents run them."""

import json
import shutil
from pathlib import Path

import pytest

from tests.capture import talks
from tests.projects.machine import Machine
from tests.projects.repositories import Home, git

FACT = "The staging database listens on port 5433"
OTHER = "The staging database was moved to Oslo"
QUESTION = "Which port does the staging database listen on?"


@pytest.fixture
def api_of_a(home: Home) -> Path:
    return home.repository("work/client-a/api", remote="git@git.client-a.example:team/api.git")


@pytest.fixture
def api_of_b(home: Home) -> Path:
    return home.repository("work/client-b/api", remote="https://git.client-b.example/team/api")


async def test_what_one_client_s_agent_learns_no_other_client_s_agent_is_told(
    machine: Machine, api_of_a: Path, api_of_b: Path
) -> None:
    await machine.learns(api_of_a, FACT)
    assert FACT in machine.hook("SessionStart", api_of_a)
    assert FACT in machine.hook("UserPromptSubmit", api_of_a, prompt=QUESTION)
    assert FACT not in machine.hook("SessionStart", api_of_b)
    assert machine.hook("UserPromptSubmit", api_of_b, prompt=QUESTION) == ""
    async with machine.agent(api_of_b) as agent:
        assert (await agent.does("memory_recall", query=QUESTION))["memories"] == []
        assert (await agent.does("memory_list"))["memories"] == []


@pytest.mark.long
async def test_what_is_captured_of_a_session_stays_with_its_client(
    machine: Machine, home: Home, api_of_a: Path, api_of_b: Path
) -> None:
    record = {"type": "user", "sessionId": "s", "cwd": str(api_of_a), "timestamp": "2026-11-20T10:00:00Z"}
    said = f"We decided on this: {FACT}."
    transcript = home.path / "session.jsonl"
    transcript.write_text(json.dumps(record | {"message": {"role": "user", "content": said}}) + "\n")
    machine.hook("SessionEnd", api_of_a, transcript_path=str(transcript))
    machine.memtui("work")
    assert FACT in machine.hook("SessionStart", api_of_a)
    assert FACT not in machine.hook("SessionStart", api_of_b)


async def test_a_worktree_and_a_subfolder_are_told_what_their_project_knows(
    machine: Machine, home: Home, api_of_a: Path
) -> None:
    await machine.learns(api_of_a, FACT)
    worktree = home.worktree(api_of_a, "work/api-fix")
    for folder in (worktree, home.folder("work/client-a/api/src/deep"), home.folder("work/api-fix/src")):
        assert FACT in machine.hook("SessionStart", folder)
        async with machine.agent(folder) as agent:
            (found,) = (await agent.does("memory_recall", query=QUESTION))["memories"]
            assert found["text"] == FACT


async def test_what_a_worktree_learns_belongs_to_its_project(
    machine: Machine, home: Home, api_of_a: Path
) -> None:
    await machine.learns(home.worktree(api_of_a, "work/api-fix"), FACT)
    await machine.learns(home.folder("work/client-a/api/src"), OTHER)
    told = machine.hook("SessionStart", api_of_a)
    assert FACT in told
    assert OTHER in told


@pytest.mark.long
def test_a_session_in_a_worktree_that_is_gone_when_it_is_read_belongs_to_its_project(
    machine: Machine, home: Home, api_of_a: Path
) -> None:
    worktree = home.worktree(api_of_a, "work/api-fix")
    transcript = talks.write(home.path / "session.jsonl")
    machine.hook("SessionEnd", worktree, transcript_path=str(transcript))
    git(api_of_a, "worktree", "remove", "--force", str(worktree))
    machine.memtui("work")
    assert talks.DECISION in machine.hook("SessionStart", api_of_a)


def test_two_clones_of_one_remote_know_the_same(machine: Machine, home: Home, api_of_a: Path) -> None:
    clone = home.repository("elsewhere/checkout", remote="https://ada@git.client-a.example/team/api/")
    machine.memtui("add", FACT, "--scope", "/project/api")
    assert FACT in machine.hook("SessionStart", api_of_a)
    assert FACT in machine.hook("SessionStart", clone)


def test_a_repository_that_is_given_a_remote_stays_the_project_it_was(machine: Machine, home: Home) -> None:
    api = home.repository("api")
    machine.memtui("add", FACT, "--scope", "/project/api")
    machine.hook("SessionStart", api)
    git(api, "remote", "add", "origin", "git@host.example:me/api.git")
    assert FACT in machine.hook("SessionStart", api)


def test_another_repository_in_the_same_place_is_another_project(machine: Machine, home: Home) -> None:
    api = home.repository("api", remote="git@host.example:client-a/api.git")
    machine.memtui("add", FACT, "--scope", "/project/api")
    assert FACT in machine.hook("SessionStart", api)
    shutil.rmtree(api)
    home.repository("api", remote="git@host.example:client-b/api.git")
    assert FACT not in machine.hook("SessionStart", api)


def claude_memory(home: Home, slug: str, cwd: Path, text: str) -> Path:
    """Write what Claude Code keeps of a project: a memory folder, and a transcript beside it."""
    folder = home.folder(f".claude/projects/{slug}/memory")
    (folder / "MEMORY.md").write_text("- [Staging](staging.md) — where it listens\n")
    (folder / "staging.md").write_text(f"---\nname: staging\ntype: project\n---\n{text}\n")
    (folder.parent / "1b2c.jsonl").write_text(json.dumps({"type": "user", "cwd": str(cwd)}) + "\n")
    return folder


@pytest.mark.few(1)
@pytest.mark.parametrize("way", [("import",), ("sources", "link")])
def test_what_claude_code_kept_of_a_project_reaches_that_projects_agent(
    machine: Machine, home: Home, api_of_a: Path, api_of_b: Path, way: tuple[str, ...]
) -> None:
    inner = home.folder("work/client-a/api/src")
    machine.memtui(*way, str(claude_memory(home, "-home-me-work-client-b-api", api_of_b, OTHER)))
    machine.memtui(*way, str(claude_memory(home, "-home-me-work-client-a-api", inner, FACT)))
    told_a, told_b = (machine.hook("SessionStart", folder) for folder in (api_of_a, api_of_b))
    assert (FACT in told_a, OTHER in told_a) == (True, False)
    assert (FACT in told_b, OTHER in told_b) == (False, True)


def test_a_linked_instruction_file_belongs_to_its_repository(
    machine: Machine, home: Home, api_of_a: Path, api_of_b: Path
) -> None:
    worktree = home.worktree(api_of_b, "work/api-fix")
    (worktree / "AGENTS.md").write_text(f"# Rules\n\n- {OTHER}\n")
    # Neither is a file that Claude Code loads by itself, and so would not be told.
    (api_of_a / "AGENTS.md").write_text(f"# Rules\n\n- {FACT}\n")
    machine.memtui("sources", "link", str(api_of_a / "AGENTS.md"))
    machine.memtui("sources", "link", str(worktree / "AGENTS.md"))
    assert machine.scopes()[FACT] != machine.scopes()[OTHER]
    assert FACT in machine.hook("SessionStart", api_of_a)
    assert OTHER in machine.hook("SessionStart", api_of_b)


async def test_a_program_that_starts_its_server_at_home_says_which_folder_is_open(
    machine: Machine, home: Home, api_of_a: Path
) -> None:
    await machine.learns(api_of_a, FACT)
    async with machine.agent(home.path, has_open=home.folder("work/client-a/api/src")) as agent:
        (found,) = (await agent.does("memory_recall", query=QUESTION))["memories"]
        added = await agent.does("memory_add", text=OTHER)
    assert (found["text"], added["scope"]) == (FACT, "/project/api")


# -- nothing leaves its project ------------------------------------------------------------------


async def test_recall_leaves_the_project_only_when_a_setting_says_so_and_then_says_where_it_is_from(
    machine: Machine, home: Home, api_of_a: Path
) -> None:
    shop = home.repository("shop")
    await machine.learns(api_of_a, FACT)
    async with machine.agent(shop) as agent:
        assert (await agent.does("memory_recall", query=QUESTION))["memories"] == []
    machine.config.write_text("[recall]\nelsewhere = true\n")
    async with machine.agent(shop) as agent:
        told = await agent.does("memory_recall", query=QUESTION)
    assert [row["scope"] for row in told["memories"]] == ["/project/api"]
    assert "elsewhere" in told["note"]
    told_unasked = machine.hook("UserPromptSubmit", shop, prompt=QUESTION)
    (line,) = [line for line in told_unasked.splitlines() if FACT in line]
    assert "/project/api" in line


async def test_an_agent_that_names_another_project_is_told_nothing_of_it(
    machine: Machine, home: Home, api_of_a: Path
) -> None:
    uid = await machine.learns(api_of_a, FACT)
    async with machine.agent(home.repository("shop")) as agent:
        assert "recall.elsewhere" in await agent.is_refused(
            "memory_recall", query=QUESTION, scope="/project/api"
        )
        assert "recall.elsewhere" in await agent.is_refused("memory_list", filter="in:/project/api")
        assert "another project" in await agent.is_refused("memory_get", uid=uid)
        for above in ("/", "/project"):
            assert (await agent.does("memory_recall", query=QUESTION, scope=above))["memories"] == []
            assert (await agent.does("memory_list", scope=above))["memories"] == []


async def test_in_a_home_folder_an_agent_is_told_what_belongs_to_no_project(
    machine: Machine, home: Home, api_of_a: Path
) -> None:
    await machine.learns(api_of_a, FACT)
    await machine.learns(home.path, OTHER)
    assert machine.scopes()[OTHER] == "/agent/claude-code"
    assert "ship channel" in machine.hook("SessionStart", home.path)
    async with machine.agent(home.path) as agent:
        (found,) = (await agent.does("memory_recall", query=QUESTION))["memories"]
    assert found["text"] == OTHER
    machine.memtui("add", "The staging database of everybody is small")
    told = machine.hook("UserPromptSubmit", home.path, prompt=QUESTION)
    assert "of everybody" in told
    assert FACT not in told


async def test_what_is_learned_in_a_temporary_folder_no_agent_is_told(
    machine: Machine, home: Home, api_of_a: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMTUI_TEMPORARY", str(home.path / "tmp"))
    thrown_away = home.repository("tmp/api", remote="git@host.example:me/api.git")
    await machine.learns(thrown_away, FACT)
    (thrown_away / "CLAUDE.md").write_text(f"# Rules\n\n- {OTHER}\n")
    machine.memtui("import", str(thrown_away / "CLAUDE.md"))
    assert machine.scopes()[FACT] == machine.scopes()[OTHER] == "/temporary"
    for folder in (api_of_a, home.path, home.folder("tmp/other")):
        assert FACT not in machine.hook("SessionStart", folder)
        assert FACT not in machine.hook("UserPromptSubmit", folder, prompt=QUESTION)
    assert all("tmp/api" not in str(project) for project in machine.json("projects"))
