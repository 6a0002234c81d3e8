"""The pages that are made from the commands say what the commands say."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.attack import ATTACKS
from docs.generate import FOLDER, PAGES, SECTIONS, command_table, with_section
from memtui.cli.group import HEADINGS
from memtui.tui.keys.views import ALL_VIEWS, View

PAGES_OF_PEOPLE = sorted(
    [FOLDER.parent / "README.md", FOLDER.parent / "CONTRIBUTING.md", *FOLDER.rglob("*.md")]
)


@pytest.mark.parametrize(("path", "make"), PAGES, ids=lambda each: getattr(each, "name", ""))
def test_a_generated_page_is_current(path: Path, make: Callable[[], str]) -> None:
    assert path.read_text("utf-8") == make(), "run: python -m docs.generate"


def test_the_tables_in_pages_that_people_write_are_current() -> None:
    for path, name, make in SECTIONS:
        text = path.read_text("utf-8")
        assert with_section(text, name, make()) == text, "run: python -m docs.generate"


def test_the_table_names_every_command() -> None:
    table = command_table()
    assert all(f"`{name}`" in table for heading in HEADINGS for name in heading.commands)


@pytest.mark.parametrize("view", ALL_VIEWS, ids=lambda view: view.id)
def test_each_view_has_a_page_with_a_picture_and_its_keys(view: View) -> None:
    page = (FOLDER / "views" / f"{view.id}.md").read_text("utf-8")
    assert page.startswith(f"# {view.title}\n")
    assert "## In the first minute\n" in page
    assert len(re.findall(r"^\| `", page, re.MULTILINE)) > 2
    assert f"docs/views/{view.id}.md" in (FOLDER.parent / "README.md").read_text("utf-8")
    assert re.search(r"!\[The [\w ]+ view: .+\]\(\.\./\.\./screenshots/", page)


@pytest.mark.parametrize("page", PAGES_OF_PEOPLE, ids=lambda page: page.name)
def test_what_a_page_links_to_is_there(page: Path) -> None:
    linked = re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text("utf-8"))
    assert [name for name in linked if not (page.parent / name).exists()] == []


def test_the_first_screen_of_the_readme_says_how_to_begin_and_with_what_it_works() -> None:
    first = (FOLDER.parent / "README.md").read_text("utf-8").splitlines()[:40]
    wanted = ("screenshots/recording.svg", "pipx install memtui", "memtui init", "Works with", "Claude Code")
    assert [words for words in wanted if not any(words in line for line in first)] == []


def test_the_measurements_stand_in_a_page_of_their_own() -> None:
    page = (FOLDER / "benchmarks.md").read_text("utf-8")
    assert with_section(page, "bench", "") not in (None, page)


def test_a_section_is_replaced_between_its_marks() -> None:
    text = "above\n<!-- commands -->\nold\n<!-- /commands -->\nbelow\n"
    replaced = with_section(text, "commands", "new\n")
    assert replaced == "above\n<!-- commands -->\nnew\n<!-- /commands -->\nbelow\n"
    assert with_section("no marks", "commands", "new\n") is None


def test_what_the_security_page_names_is_there() -> None:
    page = (FOLDER / "security.md").read_text("utf-8")
    named = set(re.findall(r"tests/[\w/]+\.py", page))
    assert named
    assert [path for path in sorted(named) if not (FOLDER.parent / path).exists()] == []
    tables = "".join(line for line in page.splitlines() if line.startswith("| "))
    italics = set(re.findall(r"\*(\w[\w-]*)\*", tables)) | {"purges"}
    assert italics == {attack.name for attack in ATTACKS}
