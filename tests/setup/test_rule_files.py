"""A rule in a file of instructions: one bullet at its end, taken out again, where agents look for it."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import Draft, Memory
from memtui.formats.ground.markdown import statements
from memtui.lifecycle.add import add
from memtui.setup.rule_files import files_for, put_in, taken_out
from memtui.store import projects
from memtui.store.database import Store

RULE = "Run the tests before a commit"


def with_rule(text: str, rule: str) -> str:
    cut = put_in(text, rule)
    return text if cut is None else cut.put(text, rule)


def without_rule(text: str, rule: str) -> str:
    cut = taken_out(text, rule)
    return text if cut is None else cut.taken(text, rule)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", f"- {RULE}\n"),
        ("# Rules\n\n- Use tabs\n", f"# Rules\n\n- Use tabs\n- {RULE}\n"),
        ("# Rules\n\nWrite plainly.", f"# Rules\n\nWrite plainly.\n\n- {RULE}\n"),
        ("# Rules\n\n", f"# Rules\n\n- {RULE}\n"),
    ],
)
def test_it_goes_to_the_end_as_a_bullet(before: str, after: str) -> None:
    assert with_rule(before, RULE) == after
    assert with_rule(after, RULE) == after


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("# Shop\n\nWhat it is.\n", "\n## Style\n\n- Type hints\n"),
        ("# Shop\n\n- Use tabs\n", "\n## Style\n\n- Type hints\n"),
        ("# Shop\n", "\n## Style\n\n- Type hints\n"),
        ("", "## Style\n\n- Type hints\n"),
        ("---\ntitle: x\n---\n", "## Style\n- Type hints\n"),
    ],
)
def test_it_stands_under_no_heading_that_becomes_part_of_it(above: str, below: str) -> None:
    after = with_rule(above + below, RULE)
    assert f"\n{after}".count(f"\n- {RULE}\n") == 1
    assert after.index(RULE) < after.index("## Style")
    blocks = statements(after)[1]
    assert (RULE, ()) in [(block.statement, block.headings) for block in blocks]
    assert "Style: Type hints" in [block.statement for block in blocks]


LAYOUT = "## Lay-out\n\n- One till\n"


@pytest.mark.parametrize(
    ("page", "heading"),
    [
        (f"# Shop\n\nWhat it is.\n\n## Rules\n\n- Use tabs\n+\n{LAYOUT}", "## Rules"),
        (f"---\nt: x\n---\n## Project conventions\n\n* Use tabs\n+\n{LAYOUT}", "## Project conventions"),
        (f"{LAYOUT}\nMy preferences\n-----------\n\n- Use tabs\n\n- Be brief\n_+", "## My preferences"),
        (f"## Regeln\n_+\n{LAYOUT}", "## Regeln"),
        # narrower, and it speaks of that
        ("## Naming rules\n\n- Short\n\n## Commit rules\n\n- In English\n+", "## Commit rules"),
        # by its words, where no heading announces a rule
        (f"{LAYOUT}\n## Tests\n\n- Run one test by its name\n+\n## Ports\n\n- 8080\n", "## Tests"),
    ],
)
def test_it_goes_to_the_end_of_the_list_that_it_fits_into(page: str, heading: str) -> None:
    before, after = (
        page.replace("_+", "").replace("+", ""),
        page.replace("_", "\n").replace("+", f"- {RULE}\n"),
    )
    cut = put_in(before, RULE)
    assert cut is not None
    assert (cut.under, cut.put(before, RULE)) == (heading, after)
    assert cut.taken(after, RULE) == before


@pytest.mark.parametrize(
    "heading", ["## Never", "## Staging rules", "## Old rules", "## Naming rules", "## Style"]
)
def test_it_goes_under_no_heading_that_says_something_else_of_it(heading: str) -> None:
    cut = put_in(f"# Shop\n\n{heading}\n\n- Type hints\n", RULE)
    assert cut is not None
    assert (cut.under, cut.at) == ("", len("# Shop\n"))


def test_what_kind_of_memory_it_is_decides_between_sections() -> None:
    page = "## Rules\n\n- Use tabs\n\n## Notes\n\n- One till\n\n## Gotchas\n\n- The till beeps\n\n## More\n"
    cuts = [put_in(page, "The printer has a lamp", sort) for sort in ("rules", "facts", "traps")]
    assert [cut.under for cut in cuts if cut] == ["## Rules", "## Notes", "## Gotchas"]


@pytest.mark.parametrize("head", ["# Shop\n", "---\nt: x\n---\n\n## About the shop\n"])
def test_it_stands_between_no_title_and_its_introduction(head: str) -> None:
    below = f"{'###' if '##' in head else '#'} Lay-out\n\n- One till\n"
    after = with_rule(f"{head}\nWhat it sells.\n\n{below}", RULE)
    assert after == f"{head}\nWhat it sells.\n\n- {RULE}\n\n{below}"


def test_a_rule_of_several_lines_stays_one_bullet() -> None:
    after = with_rule("", "Releases:\ntag, then announce")
    assert after == "- Releases:\n  tag, then announce\n"
    assert without_rule(after, "Releases:\ntag, then announce") == ""


def test_only_a_whole_bullet_is_taken_out() -> None:
    text = f"- {RULE}, and after\n- {RULE}\n- Use tabs\n"
    assert without_rule(text, RULE) == f"- {RULE}, and after\n- Use tabs\n"
    assert without_rule("- Use tabs\n", RULE) == "- Use tabs\n"


_LINES = st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=9), max_size=6)


@given(_LINES, st.booleans())
def test_any_page_keeps_every_line(lines: list[str], ends: bool) -> None:
    before = "\n".join(lines) + "\n" * ends
    cut = put_in(before, RULE)
    assert cut is not None
    assert cut.taken(cut.put(before, RULE), RULE) == before


# -- where it belongs ---------------------------------------------------------------------------


def about(store: Store, scope: str) -> Memory:
    return add(store, Draft(text=RULE, scope=scope), by=PERSON_AT_CLI).memory


@pytest.fixture
def shop(store: Store, tmp_path: Path) -> Path:
    """The checkout of /project/shop."""
    folder = tmp_path / "shop"
    folder.mkdir()
    with store.write() as tx:
        projects.bind(tx, str(folder), "/project/shop")
    return folder


def names(store: Store, scope: str, home: Path) -> list[str]:
    found = files_for(store, about(store, scope), home, {})
    return [str(path.relative_to(home)) for path in found]


def test_a_rule_of_a_project_goes_to_the_files_in_its_checkout(
    store: Store, shop: Path, tmp_path: Path
) -> None:
    assert names(store, "/project/shop/db", tmp_path) == ["shop/AGENTS.md"]
    (shop / "CLAUDE.md").write_text("- Use tabs\n")
    assert names(store, "/project/shop", tmp_path) == ["shop/CLAUDE.md"]
    (shop / "AGENTS.md").write_text("")
    assert names(store, "/project/shop", tmp_path) == ["shop/AGENTS.md", "shop/CLAUDE.md"]
    (shop / "CLAUDE.md").write_text("# Claude\n\n@AGENTS.md\n")
    assert names(store, "/project/shop", tmp_path) == ["shop/AGENTS.md"]


def test_a_rule_of_the_person_goes_to_every_program_on_the_machine(store: Store, tmp_path: Path) -> None:
    for folder in (".claude", ".gemini"):
        (tmp_path / folder).mkdir()
    assert names(store, "/user", tmp_path) == [".claude/CLAUDE.md", ".gemini/GEMINI.md"]


@pytest.mark.parametrize("scope", ["/project/elsewhere", "/agent/x", "/"])
def test_what_belongs_to_no_folder_here_has_no_file(
    store: Store, shop: Path, tmp_path: Path, scope: str
) -> None:
    assert names(store, scope, tmp_path) == []
