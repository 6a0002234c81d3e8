"""Which project a folder belongs to, told from real git repositories."""

from pathlib import Path

import pytest

from memtui.projects.identity import Project, identify
from tests.projects.repositories import Home, git


def identity(folder: Path | str) -> str:
    found = identify(str(folder))
    assert found is not None
    return found.identity


def test_a_repository_without_a_remote_is_known_by_where_it_lies(home: Home) -> None:
    api = home.repository("work/api")
    assert identify(str(api)) == Project(str(api), str(api), str(api), "", there=True)


def test_a_subfolder_belongs_to_its_repository_also_when_it_is_gone(home: Home) -> None:
    api = home.repository("api")
    inner = home.folder("api/src/deep")
    assert identity(inner) == identity(api / "removed" / "long ago") == identity(api)


def test_a_worktree_belongs_to_its_repository_wherever_it_lies(home: Home) -> None:
    api = home.repository("api")
    beside = home.worktree(api, "elsewhere/api-fix")
    inside = home.worktree(api, "api/.claude/worktrees/fix")
    assert identity(beside) == identity(inside) == identity(api / ".git") == identity(api)


def test_a_worktree_that_was_pruned_still_belongs_to_it(home: Home) -> None:
    api = home.repository("api")
    beside = home.worktree(api, "api-fix")
    git(api, "worktree", "remove", "--force", str(beside))
    beside.mkdir()
    (beside / ".git").write_text(f"gitdir: {api}/.git/worktrees/api-fix\n")
    assert identity(beside) == identity(api)


def test_a_worktree_of_a_bare_repository_belongs_to_it(home: Home) -> None:
    home.repository("seed")
    git(home.path, "clone", "--quiet", "--bare", "seed", "api.git")
    git(home.path / "api.git", "remote", "remove", "origin")
    main = home.path / "main"
    git(home.path / "api.git", "worktree", "add", "--quiet", str(main))
    found = identify(str(main))
    assert found is not None
    assert found.identity == identity(home.path / "api.git")
    assert found.name == "api"


def test_a_submodule_is_a_project_of_its_own(home: Home) -> None:
    app = home.repository("app")
    home.repository("seed", remote="git@host.example:me/lib.git")
    git(app, "submodule", "--quiet", "add", str(home.path / "seed"), "vendor/lib")
    git(app / "vendor/lib", "remote", "set-url", "origin", "git@host.example:me/lib.git")
    assert identity(app / "vendor/lib") == "host.example/me/lib"
    git(app / "vendor/lib", "remote", "remove", "origin")
    assert identity(app / "vendor/lib") not in {identity(app), "host.example/me/lib"}


def test_two_clones_of_one_remote_are_one_project(home: Home) -> None:
    first = home.repository("here/api", remote="git@host.example:me/api.git")
    second = home.repository("there/copy", remote="https://token@host.example/me/api")
    assert identity(first) == identity(second) == "host.example/me/api"


def test_the_remote_called_origin_names_it_whichever_stands_first(home: Home) -> None:
    api = home.repository("api")
    git(api, "remote", "add", "fork", "git@host.example:you/api.git")
    assert identity(api) == "host.example/you/api"
    git(api, "remote", "add", "origin", "git@host.example:me/api.git")
    assert identity(api) == "host.example/me/api"


def test_a_clone_of_a_folder_belongs_to_that_folders_project(home: Home) -> None:
    api = home.repository("api")
    git(home.path, "clone", "--quiet", str(api), "api-2")
    assert identity(home.path / "api-2") == identity(api)


def test_a_folder_without_a_repository_is_its_own_project(home: Home) -> None:
    home.folder("api/.git")  # empty, so no repository
    assert identity(home.folder("api/notes")) == str(home.path / "api/notes")


def test_a_home_folder_is_none_and_a_repository_in_it_claims_nothing(home: Home) -> None:
    home.repository(".")
    assert identify(str(home.path)) is None
    assert identity(home.folder("notes")) == str(home.path / "notes")


@pytest.mark.parametrize(
    "folder", ["", "api", "./api", "/", "/root", "/home/ada", "C:\\", "C:\\Users\\ada", "/a\0b"]
)
def test_what_is_nobodys_project_is_none(folder: str) -> None:
    assert identify(folder) is None


@pytest.mark.parametrize("folder", ["/home/ada/work/api", "C:\\Users\\ada\\api", "/Users/ada/api/"])
def test_a_folder_of_another_machine_is_known_by_its_path(folder: str) -> None:
    found = identify(folder)
    assert found is not None
    assert (found.name, found.there) == ("api", False)


@pytest.mark.parametrize("variable", ["TMPDIR", None])
def test_a_temporary_folder_is_none(
    home: Home, monkeypatch: pytest.MonkeyPatch, variable: str | None
) -> None:
    api = home.repository("tmp/api", remote="git@host.example:me/api.git")
    assert identify(str(api)) is not None
    monkeypatch.delenv("MEMTUI_TEMPORARY")
    if variable:
        monkeypatch.setenv(variable, str(home.path / "tmp"))
    assert identify(str(api)) is None


def test_a_worktree_in_a_temporary_folder_belongs_to_its_lasting_project(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = home.repository("api")
    worktree = home.worktree(api, "tmp/fix")
    monkeypatch.setenv("MEMTUI_TEMPORARY", str(home.path / "tmp"))
    assert identity(worktree) == str(api)
