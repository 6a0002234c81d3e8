"""What a person does with projects: list, rename, merge, forget, and tidy an old store; all with undo."""

import json
from pathlib import Path
from typing import Any

import pytest

from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import Draft
from memtui.lifecycle.add import add
from memtui.lifecycle.filing import project_of_folder
from memtui.store.opening import open_store
from tests.cli.conftest import Memtui
from tests.projects.repositories import Home


@pytest.fixture
def memtui(home: Home, monkeypatch: pytest.MonkeyPatch) -> Memtui:
    monkeypatch.setenv("MEMTUI_CONFIG", str(home.path / "config.toml"))
    monkeypatch.setenv("MEMTUI_NOW", "2026-11-20T12:00:00Z")
    (home.path / "config.toml").touch()
    return Memtui(home.path / "memories.db")


def project(memtui: Memtui, folder: Path | str) -> str | None:
    """Return the scope of a folder's project, as an agent that works there meets it."""
    with open_store(memtui.db) as store:
        return project_of_folder(store, str(folder))


def learned(memtui: Memtui, text: str, folder: Path | str, scope: str, **more: Any) -> None:
    """Store what an agent learned in a folder, under a scope."""
    provenance = {"source": "claude-code", "cwd": str(folder)}
    with open_store(memtui.db) as store:
        add(store, Draft(text, scope=scope, provenance=provenance, **more), by=PERSON_AT_CLI)


def scopes(memtui: Memtui) -> dict[str, str]:
    return {row["text"]: row["scope"] for row in memtui("list", "--state", "all", "--json").json}


# -- names -----------------------------------------------------------------------------------------


def test_the_first_of_two_projects_of_one_name_keeps_the_short_one(memtui: Memtui, home: Home) -> None:
    first, second, third = (home.repository(f"{who}/api") for who in ("client-a", "client-b", "x/client-b"))
    assert project(memtui, first) == "/project/api"
    assert project(memtui, second) == "/project/client-b-api"
    assert project(memtui, third) == "/project/x-client-b-api"
    assert project(memtui, first / "src") == "/project/api"


def test_a_scope_of_an_old_store_belongs_to_the_project_it_is_about(memtui: Memtui, home: Home) -> None:
    first, second = home.repository("client-a/api"), home.repository("client-b/api")
    learned(memtui, "The API of A has two ports", first / "src", "/project/api")
    assert project(memtui, second) == "/project/client-b-api"
    assert project(memtui, first) == "/project/api"


def test_a_scope_that_tells_of_no_project_goes_to_the_first_to_come(memtui: Memtui, home: Home) -> None:
    memtui.add("The API has two ports", "--scope", "/project/api")
    assert project(memtui, home.repository("client-b/api")) == "/project/api"


def test_a_folder_that_is_not_yet_known_is_not_noted_by_looking(memtui: Memtui, home: Home) -> None:
    (home.repository("api") / "CLAUDE.md").write_text("# Rules\n\n- Always run the linter before a commit\n")
    memtui("import", str(home.path / "api/CLAUDE.md"), "--dry-run")
    assert memtui("projects").code == 3
    memtui("import", str(home.path / "api/CLAUDE.md"))
    (known,) = memtui("projects", "--json").json
    assert known["scope"] == "/project/api"
    assert known["folders"] == [str(home.path / "api")]


# -- what a person does ----------------------------------------------------------------------------


def test_projects_are_listed_with_their_remotes_and_folders(memtui: Memtui, home: Home) -> None:
    memtui.add("Shop sells tea", "--scope", "/project/shop/prices")
    api = home.repository("api", remote="git@host.example:me/api.git")
    project(memtui, home.worktree(api, "api-fix"))
    known, shop = memtui("projects", "--json").json
    assert known["identities"] == [str(api), "host.example/me/api"]
    assert known["folders"] == [str(home.path / "api-fix")]
    assert (shop["scope"], shop["identities"], shop["memories"]) == ("/project/shop", [], 1)
    assert "no folder is known" in memtui("projects").lines[1]


def test_a_new_name_moves_the_memories_and_the_folder_and_undo_takes_both_back(
    memtui: Memtui, home: Home
) -> None:
    api = home.repository("api")
    project(memtui, api)
    memtui.add("Two ports", "--scope", "/project/api")
    memtui("drop", memtui.add("Three ports", "--scope", "/project/api/net"))
    assert memtui("projects", "rename", "api", "Client A API", "--yes").code == 0
    assert set(scopes(memtui).values()) == {"/project/client-a-api", "/project/client-a-api/net"}
    assert project(memtui, api) == "/project/client-a-api"
    assert "Undid: renaming of /project/api to /project/client-a-api" in memtui("undo").err
    assert scopes(memtui) == {"Two ports": "/project/api", "Three ports": "/project/api/net"}
    assert project(memtui, api) == "/project/api"
    memtui("redo")
    assert project(memtui, api) == "/project/client-a-api"


def test_a_new_name_of_a_project_without_memories_can_be_undone(memtui: Memtui, home: Home) -> None:
    api = home.repository("api")
    project(memtui, api)
    memtui("projects", "rename", str(home.folder("api/src")), "gate")
    assert project(memtui, api) == "/project/gate"
    assert memtui("undo").code == 0
    assert project(memtui, api) == "/project/api"


def test_a_name_that_is_taken_is_refused(memtui: Memtui, home: Home) -> None:
    memtui.add("Tea", "--scope", "/project/shop")
    project(memtui, home.repository("api"))
    for name in ("shop", "/project/api/inner", "/user", "/"):
        assert memtui("projects", "rename", "api", name).code == 1
    assert memtui("projects", "rename", "nothing", "else").code == 1


def test_two_projects_become_one_and_two_again(memtui: Memtui, home: Home) -> None:
    old = home.repository("old/api", remote="git@host.example:me/api.git")
    new = home.repository("new/api", remote="git@other.example:me/api.git")
    for folder in (old, new):
        project(memtui, folder)
    memtui.add("Two ports", "--scope", "/project/api")
    memtui("projects", "merge", "other.example/me/api", "api", "--yes")
    assert project(memtui, new) == project(memtui, old) == "/project/api"
    memtui("undo")
    assert project(memtui, new) == "/project/me-api"


@pytest.mark.parametrize(
    ("verb", "words"),
    [
        (["merge", "/project/api/db", "/project/api", "--yes"], "lie in one another"),
        (["merge", "/project/api", "/project/api/db", "--yes"], "lie in one another"),
        (["forget", "/project/api"], "folder is known to be /project/api"),
    ],
)
def test_what_cannot_be_done_with_a_project_is_said_and_changes_nothing(
    memtui: Memtui, verb: list[str], words: str
) -> None:
    memtui.add("Two ports", "--scope", "/project/api")
    memtui.add("One table", "--scope", "/project/api/db")
    before = memtui("list", "--json").json
    refused = memtui("projects", *verb)
    assert (refused.code, memtui("list", "--json").json) == (1, before)
    assert words in refused.err


def test_a_project_that_is_forgotten_keeps_its_memories(memtui: Memtui, home: Home) -> None:
    api, shop = home.repository("api"), home.repository("shop")
    for folder in (api, shop):
        project(memtui, folder)
    memtui.add("Two ports", "--scope", "/project/api")
    assert memtui("projects", "forget", "api").code == 0
    left = {each["scope"]: each for each in memtui("projects", "--json").json}
    assert (left["/project/api"]["identities"], left["/project/api"]["memories"]) == ([], 1)
    assert left["/project/shop"]["identities"] == [str(shop)]
    memtui("undo")
    assert memtui("projects", "--json").json[0]["identities"] == [str(api)]


def test_what_was_purged_under_the_old_name_does_not_come_back_under_the_new(
    memtui: Memtui, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMTUI_SCRIPTED", "1")
    uid = memtui.add("The door code is under the mat", "--scope", "/project/api")
    memtui.add("Two ports", "--scope", "/project/api")
    memtui("drop", uid)
    assert memtui("purge", uid, "--yes").code == 0
    memtui("projects", "rename", "api", "gate", "--yes")
    exported = home.path / "one.jsonl"
    exported.write_text(json.dumps({"text": "The door code is under the mat", "scope": "/project/gate"}))
    assert memtui("import", str(exported), "--json").json["suppressed"] == 1


# -- tidying a store that was there before -----------------------------------------------------------


@pytest.fixture
def mixed(memtui: Memtui, home: Home) -> Memtui:
    """A store as it was filled by the last folder's name alone."""
    a, b = home.repository("client-a/api"), home.repository("client-b/api")
    learned(memtui, "A has two ports", a, "/project/api", created_at=1.0)
    learned(memtui, "A logs in JSON", a / "src", "/project/src", created_at=2.0)
    learned(memtui, "B has three ports", b, "/project/api/net", created_at=3.0)
    learned(memtui, "B is gone", "/home/gone/api", "/project/api", created_at=4.0)
    memtui.add("Somebody wrote this by hand", "--scope", "/project/api")
    return memtui


TIDY = {
    "A has two ports": "/project/api",
    "A logs in JSON": "/project/api",
    "B has three ports": "/project/client-b-api/net",
    "B is gone": "/project/api",
    "Somebody wrote this by hand": "/project/api",
}


def test_tidying_files_each_memory_with_the_project_it_is_about_and_undo_takes_it_back(
    mixed: Memtui, home: Home
) -> None:
    before = scopes(mixed)
    done = mixed("projects", "tidy", "--yes", "--json").json
    assert done["changed"] == 2
    assert scopes(mixed) == TIDY
    assert project(mixed, home.path / "client-b/api") == "/project/client-b-api"
    assert mixed("projects", "tidy").code == 3
    assert mixed("undo", "--op", str(done["op"])).code == 0
    assert scopes(mixed) == before


def test_a_dry_run_says_what_goes_where_and_what_stays_and_changes_nothing(mixed: Memtui, home: Home) -> None:
    before = scopes(mixed)
    ran = mixed("projects", "tidy", "--dry-run")
    assert f"1 memory about {home.path}/client-b/api: /project/api/net → /project/client-b-api/net" in ran.err
    assert "1 memory from folders that are gone: it stays as filed" in ran.err
    assert scopes(mixed) == before
    told = mixed("projects", "tidy", "--dry-run", "--json").json
    assert (told["changed"], told["gone"], len(told["moves"])) == (2, 1, 2)


def test_nothing_is_moved_without_a_yes(mixed: Memtui) -> None:
    before = scopes(mixed)
    assert mixed("projects", "tidy").code == 1
    assert scopes(mixed) == before


def test_what_a_person_moved_stays_where_they_put_it(mixed: Memtui) -> None:
    rows = {row["text"]: row["uid"] for row in mixed("list", "--json").json}
    mixed("move", rows["B has three ports"], "/project/shared")
    mixed("projects", "tidy", "--yes")
    assert scopes(mixed)["B has three ports"] == "/project/shared"


def test_doctor_says_what_project_a_folder_is_and_what_is_to_be_tidied(
    mixed: Memtui, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home.path / "client-b/api")
    checks = {check["name"]: check for check in mixed("doctor", "--json").json["checks"]}
    assert str(home.path / "client-b/api") in checks["project"]["found"]
    assert "2 memories" in checks["projects"]["found"]
    monkeypatch.chdir(home.path)
    mixed("projects", "tidy", "--yes")
    checks = {check["name"]: check for check in mixed("doctor", "--json").json["checks"]}
    assert "none" in checks["project"]["found"]
    assert "projects" not in checks


def test_a_name_that_is_taken_is_refused_and_names_the_merge_that_would_do_it(
    memtui: Memtui, home: Home
) -> None:
    first, second = home.repository("client-a/api"), home.repository("client-b/web")
    assert [project(memtui, each) for each in (first, second)] == ["/project/api", "/project/web"]
    learned(memtui, "The API has two ports", first, "/project/api")
    learned(memtui, "The shop has two doors", "", "/project/shop")
    before = scopes(memtui)
    for taken in ("web", "shop"):  # one is a project's, the other only holds memories
        ran = memtui("projects", "rename", "api", taken, "--yes")
        assert ran.code != 0
        assert f"`memtui projects merge /project/api /project/{taken}`" in ran.err
    assert scopes(memtui) == before
