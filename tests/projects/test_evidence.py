"""Which folder a memory is about, from what its provenance says."""

import re
from pathlib import Path

import pytest

from memtui.projects.evidence import folder_of, folder_of_slug


def slug_of(folder: Path) -> str:
    """Return what Claude Code calls a folder."""
    return re.sub(r"[^A-Za-z0-9]", "-", str(folder))


def sessions(tmp_path: Path, slug: str, transcript: str = "") -> Path:
    memory = tmp_path / ".claude/projects" / slug / "memory"
    memory.mkdir(parents=True)
    if transcript:
        (memory.parent / "1.jsonl").write_text(transcript)
    return memory / "fact.md"


def test_a_transcript_tells_the_folder_that_a_slug_cannot(tmp_path: Path) -> None:
    broken = '{"cwd": \n[1]\n{"cwd": 7}\n{"cwd": "/home/rosa/tea.house"}\n'
    file = sessions(tmp_path, "-home-rosa-tea-house", broken)
    assert folder_of("", str(file), "claude") == "/home/rosa/tea.house"


def test_without_transcripts_the_one_folder_that_has_the_slug_is_it(tmp_path: Path) -> None:
    project = tmp_path / "client-a.example" / "api_2"
    project.mkdir(parents=True)
    file = sessions(tmp_path, slug_of(project))
    assert folder_of("", str(file), "claude") == str(project)
    (tmp_path / "client-a-example" / "api-2").mkdir(parents=True)
    assert folder_of_slug(slug_of(project)) == ""


@pytest.mark.parametrize("slug", ["", "-", "--", "nothing", "-no-such-folder-anywhere", "C--Users-ada"])
def test_a_slug_of_no_folder_tells_nothing(slug: str) -> None:
    assert folder_of_slug(slug) == ""


@pytest.mark.parametrize(
    ("path", "folder"),
    [
        ("/x/api/CLAUDE.md", "/x/api"),
        ("/x/api/.claude/rules/go.md", "/x/api"),
        ("/x/api/.claude/agent-memory/tester/MEMORY.md", "/x/api"),
        ("/x/api/.github/copilot-instructions.md", "/x/api"),
    ],
)
def test_a_file_of_instructions_is_about_the_folder_it_lies_in(path: str, folder: str) -> None:
    assert folder_of("", path, "markdown") == folder


def test_a_file_of_another_format_tells_nothing_and_the_folder_of_a_session_tells_first() -> None:
    assert folder_of("", "/home/ada/Downloads/mem0.json", "mem0") == ""
    assert folder_of("/x/api", "/y/CLAUDE.md", "markdown") == "/x/api"
