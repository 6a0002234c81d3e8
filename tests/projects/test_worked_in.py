"""Which projects agents have worked in, by what their programs noted on this machine."""

import json
from pathlib import Path

import pytest

from memtui.projects.evidence import slug_of
from memtui.projects.worked_in import worked_in


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MEMTUI_TEMPORARY", "none")
    home = tmp_path / "ada"
    for name in ("shop", "game", "site", "notes"):
        (home / "src" / name).mkdir(parents=True)
    return home


def noted(home: Path, file: str, text: str) -> None:
    (home / file).parent.mkdir(parents=True, exist_ok=True)
    (home / file).write_text(text)


def test_each_program_s_notes_name_projects(home: Path) -> None:
    source = home / "src"
    noted(home, ".claude.json", json.dumps({"projects": {str(source / "shop"): {}}}))
    noted(home, ".codex/config.toml", f'[projects."{source / "game"}"]\ntrust_level = "trusted"\n')
    noted(home, ".gemini/projects.json", json.dumps({"projects": {str(source / "site"): "site"}}))
    sessions = f".claude/projects/{slug_of(str(source / 'notes'))}"
    noted(home, f"{sessions}/1.jsonl", json.dumps({"cwd": str(source / "notes")}) + "\n")
    assert worked_in(home, {}) == [source / name for name in ("game", "notes", "shop", "site")]


def test_a_folder_that_gemini_was_told_not_to_trust_is_none(home: Path) -> None:
    trusted = {str(home / "src" / "shop"): "TRUST_FOLDER", str(home / "src" / "game"): "DO_NOT_TRUST"}
    noted(home, ".gemini/trustedFolders.json", json.dumps(trusted))
    assert worked_in(home, {}) == [home / "src" / "shop"]


def test_the_variables_of_the_programs_are_followed(home: Path, tmp_path: Path) -> None:
    noted(tmp_path, "claude/.claude.json", json.dumps({"projects": {str(home / "src" / "shop"): {}}}))
    noted(tmp_path, "codex/config.toml", f'[projects."{home / "src" / "game"}"]\n')
    named = {"CLAUDE_CONFIG_DIR": str(tmp_path / "claude"), "CODEX_HOME": str(tmp_path / "codex")}
    assert worked_in(home, named) == [home / "src" / "game", home / "src" / "shop"]


def test_no_home_no_folder_that_is_gone_and_no_worktree_is_a_project(home: Path) -> None:
    tree = home / "src" / "shop-fix"
    noted(tree, ".git", "gitdir: /srv/shop/.git/worktrees/shop-fix\n")
    folders = [home, home.parent, home / "gone", tree, home / "src" / "shop", "relative", "\0"]
    noted(home, ".claude.json", json.dumps({"projects": {str(folder): {} for folder in folders}}))
    assert worked_in(home, {}) == [home / "src" / "shop"]


def test_nor_is_a_temporary_folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    noted(home, ".claude.json", json.dumps({"projects": {str(home / "src" / "shop"): {}}}))
    monkeypatch.setenv("MEMTUI_TEMPORARY", str(home / "src"))
    assert worked_in(home, {}) == []


@pytest.mark.parametrize("text", ["", "[", "[]", '{"projects": 3}', '{"projects": [1]}', "[" * 100_000])
def test_what_cannot_be_read_names_no_project(home: Path, text: str) -> None:
    for file in (
        ".claude.json",
        ".codex/config.toml",
        ".gemini/projects.json",
        ".gemini/trustedFolders.json",
    ):
        noted(home, file, text)
    assert worked_in(home, {}) == []
