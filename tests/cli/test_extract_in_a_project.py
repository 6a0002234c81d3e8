"""What `memtui extract` finds in a project's folder is filed there, but for what is about the person; so is
what `memtui add` adds.
"""

from pathlib import Path

import pytest

from memtui.cli.failures import Code
from tests.cli.conftest import Memtui

TEXT = (
    "User: We decided to store the lamps in PostgreSQL because of JSONB.\n"
    "User: I live in Lisbon and I work for Northwind as a buyer.\nAssistant: Good to know.\n"
)


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder inside a repository, and the folder it is worked on in."""
    monkeypatch.setenv("MEMTUI_TEMPORARY", str(tmp_path / "nothing"))
    inside = tmp_path / "lamp-shop" / "src"
    (tmp_path / "lamp-shop" / ".git" / "objects").mkdir(parents=True)
    (tmp_path / "lamp-shop" / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    inside.mkdir()
    monkeypatch.chdir(inside)
    return inside


@pytest.mark.usefixtures("shop")
def test_a_text_read_in_a_project_is_about_it(memtui: Memtui) -> None:
    assert memtui("extract", "-", "--yes", stdin=TEXT).code == 0
    assert memtui.texts("in:/project/lamp-shop") == [
        "We decided to store the lamps in PostgreSQL because of JSONB."
    ]
    assert len(memtui.texts("in:/user")) == 1


@pytest.mark.usefixtures("shop")
def test_a_scope_that_is_named_wins(memtui: Memtui) -> None:
    memtui("extract", "-", "--yes", "--scope", "/project/other", stdin=TEXT)
    assert len(memtui.texts("in:/project/other")) == 1


@pytest.mark.usefixtures("shop")
def test_a_bare_name_is_the_project_called_so(memtui: Memtui) -> None:
    memtui("add", "The lamps are stored in MySQL.", "--scope", "/project/lamps")
    ran = memtui("extract", "-", "--yes", "--scope", "lamps", stdin=TEXT)
    assert "lamps is /project/lamps.\n" in ran.err
    assert len(memtui.texts("in:/project/lamps")) == 2
    uid = memtui("add", "The lamps are dimmed at night.", "--scope", "lamps").out.strip()
    assert len(memtui.texts("in:/project/lamps")) == 3
    memtui("move", uid, "user", "--yes")
    assert "The lamps are dimmed at night." in memtui.texts("in:/user")


def test_a_name_that_several_scopes_have_is_refused(memtui: Memtui) -> None:
    memtui("add", "The lamps are stored in MySQL.", "--scope", "/project/lamps/db")
    memtui("add", "The tides are stored in files.", "--scope", "/project/tides/db")
    ran = memtui("add", "Backups run at night.", "--scope", "db")
    assert (ran.code, ran.out) == (Code.USAGE, "")
    assert "Several scopes are called db: /project/lamps/db, /project/tides/db" in ran.err


def test_a_folder_without_a_project_is_none(
    memtui: Memtui, shop: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    memtui("extract", "-", "--yes", stdin=TEXT)
    assert not memtui.texts("in:/project")
    assert len(memtui.texts()) == 2


# -- adding, which files alike ---------------------------------------------------------------------


@pytest.mark.usefixtures("shop")
def test_what_is_added_in_a_project_is_about_it_and_says_so(memtui: Memtui) -> None:
    memtui.begin()
    ran = memtui("add", "The lamps are dimmed at night")
    assert ran.err == "Filed under /project/lamp-shop, where you are; --scope / is for all projects.\n"
    assert memtui.texts("in:/project/lamp-shop") == ["The lamps are dimmed at night"]
    assert memtui("show", ran.out.strip(), "--json").json["scope"] == "/project/lamp-shop"


@pytest.mark.usefixtures("shop")
@pytest.mark.parametrize("scope", ["/", "/user", "/project/other"])
def test_what_is_added_to_a_scope_that_is_named_is_filed_there(memtui: Memtui, scope: str) -> None:
    memtui.begin()
    ran = memtui("add", "The lamps are dimmed at night", "--scope", scope)
    assert ran.err == ""
    assert memtui("show", ran.out.strip(), "--json").json["scope"] == scope


def test_what_is_added_in_no_project_is_for_all(
    memtui: Memtui, shop: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    memtui.begin()
    monkeypatch.chdir(tmp_path)
    ran = memtui("add", "The lamps are dimmed at night")
    assert (ran.err, memtui("show", ran.out.strip(), "--json").json["scope"]) == ("", "/")
