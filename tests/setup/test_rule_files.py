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
