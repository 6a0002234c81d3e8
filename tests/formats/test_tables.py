"""The rows of a table of records are a memory each; a table that says something as a whole stays whole."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memtui.formats.ground.records import records
from memtui.formats.ground.tables import cells, new_row, row_text
from memtui.formats.instructions.format import Instructions
from tests.formats.changing import put_back, record, remove, reword
from tests.formats.reading import drafts, texts, write

DECISIONS = """# Tea shop

Decisions so far:

| Date | Decision | Why |
|------|:---------|-----|
| 2024-02-20 | Lids are made of tin and not of zinc |  cheaper  |
| 2024-02-21 | `a \\| b` is printed on every paper menu | |
| | | |

After it.
"""
MAPPING = """| Name | Meaning |
|---|---|
| till | the box at the door where the coins are kept |
| lid | what lies on a pot so that the tea stays hot |
"""
NUMBERS = "| pot | cups | minutes |\n|---|---|---|\n| small | 2 | 3 |\n| large | 9 | 5 |\n"


def test_each_row_is_a_memory_with_the_heading_cells_as_labels() -> None:
    found = [block.statement for block in records(DECISIONS)[1]]
    assert found == [
        "Decisions so far:\nDate: 2024-02-20\nDecision: Lids are made of tin and not of zinc\nWhy: cheaper",
        "Decisions so far:\nDate: 2024-02-21\nDecision: `a | b` is printed on every paper menu",
        "After it.",
    ]


@pytest.mark.parametrize("table", [MAPPING, NUMBERS, f"```\n{DECISIONS}```\n"])
def test_a_mapping_numbers_and_code_stay_whole(table: str) -> None:
    (block,) = records(table)[1]
    assert block.lines == table.rstrip("\n").split("\n")


def test_a_row_is_as_old_as_its_cell_says(tmp_path: Path) -> None:
    file = write(tmp_path / "AGENTS.md", DECISIONS)
    first = drafts(Instructions(), file)[0]
    assert first.created_at == datetime(2024, 2, 20, tzinfo=UTC).timestamp()


def test_a_row_goes_alone_and_comes_back_to_its_table(tmp_path: Path) -> None:
    file = write(tmp_path / "AGENTS.md", DECISIONS)
    row = record(Instructions(), file, "Lids")
    lines = DECISIONS.splitlines(keepends=True)
    assert not remove(Instructions(), file, "Lids").left
    assert file.read_text() == "".join(line for line in lines if "Lids" not in line)
    assert not put_back(Instructions(), file, row).left
    (line,) = [line for line in file.read_text().splitlines() if "Lids" in line]
    assert cells(line) == ["2024-02-20", "Lids are made of tin and not of zinc", "cheaper"]


def test_a_table_without_rows_is_no_memory_and_is_kept(tmp_path: Path) -> None:
    file = write(tmp_path / "AGENTS.md", DECISIONS)
    for words in ("Lids", "menu"):
        assert not remove(Instructions(), file, words).left
    assert texts(Instructions(), file) == ["After it."]
    assert "| Date | Decision | Why |" in file.read_text()


def test_only_the_cell_that_says_something_else_changes(tmp_path: Path) -> None:
    file = write(tmp_path / "AGENTS.md", DECISIONS)
    row = record(Instructions(), file, "menu")
    after = replace(row, text=row.text.replace("paper menu", "paper menu | card"))
    assert not reword(Instructions(), file, "menu", after).left
    assert file.read_text() == DECISIONS.replace("paper menu", "paper menu \\| card")


def test_what_is_no_row_of_these_columns_is_not_written(tmp_path: Path) -> None:
    file = write(tmp_path / "AGENTS.md", DECISIONS)
    row = record(Instructions(), file, "menu")
    assert reword(Instructions(), file, "menu", replace(row, text="Menus are gone.")).left
    assert file.read_text() == DECISIONS


def test_a_new_row_reads_as_it_was_asked() -> None:
    text = "Date: 2024-02-20\nWhy: one | two"
    row = new_row(("Date", "Decision", "Why"), text)
    assert row_text(("Date", "Decision", "Why"), row) == text


STANDINS = [
    "| _none_ | | |",
    "| _none_ | _none_ | _none_ |",
    "| none yet | - | — |",
    "| | | |",
    "| *(keine)* | | |",
]
NUMBERED = """| # | Decision | Why |
|---|---|---|
| WD-001 | Lids are made of tin and not of zinc | cheaper |
| 2 | The till is counted before the shop is closed | |
"""


@pytest.mark.parametrize("row", STANDINS)
def test_a_table_with_only_a_stand_in_has_no_row(row: str) -> None:
    (block,) = records(f"| ID | Decision | Why |\n|---|---|---|\n{row}\n\nAfter it.\n")[1]
    assert block.text == "After it."


def test_a_table_with_one_short_row_that_says_something_stays() -> None:
    (block,) = records("| pot | cups |\n|---|---|\n| small | 2 |\n")[1]
    assert "| small | 2 |" in block.lines


def test_a_column_named_by_a_sign_gives_no_label(tmp_path: Path) -> None:
    file = write(tmp_path / "AGENTS.md", NUMBERED)
    assert texts(Instructions(), file) == [
        "WD-001\nDecision: Lids are made of tin and not of zinc\nWhy: cheaper",
        "#2\nDecision: The till is counted before the shop is closed",
    ]


def test_a_row_with_a_nameless_cell_is_changed_in_that_cell_alone(tmp_path: Path) -> None:
    file = write(tmp_path / "AGENTS.md", NUMBERED)
    for words, old, new in (("Lids", "WD-001", "WD-007"), ("till", "counted", "emptied")):
        row = record(Instructions(), file, words)
        assert not reword(Instructions(), file, words, replace(row, text=row.text.replace(old, new))).left
    assert file.read_text() == NUMBERED.replace("WD-001", "WD-007").replace("counted", "emptied")


def test_a_row_of_two_columns_that_tells_a_sentence_is_a_memory() -> None:
    told = (
        "Open the drawer at the back, take the coins out one by one, and put it back before noon, or it jams."
    )
    table = f"| Issue | Fix |\n|---|---|\n| The till jams | {told} |\n| It is dark | Light it |\n"
    assert [block.statement for block in records(table)[1]] == [
        f"Issue: The till jams\nFix: {told}",
        "Issue: It is dark\nFix: Light it",
    ]


def test_a_line_that_introduces_a_table_stays_with_it(tmp_path: Path) -> None:
    page = f"# Shop\n\n## Words\n\nWhat we say:\n\n{MAPPING}\nMore at noon.\n"
    whole, last = texts(Instructions(), write(tmp_path / "AGENTS.md", page))
    assert whole.startswith("Words › What we say:\n| Name | Meaning |")
    assert last == "Words: More at noon."


def test_a_long_line_before_a_table_is_told_whole(tmp_path: Path) -> None:
    line = f"{'What we say when guests ask for tea and lids at noon. ' * 5}Words:"
    found = texts(Instructions(), write(tmp_path / "AGENTS.md", f"# Shop\n\n{line}\n\n{MAPPING}"))
    assert found[0] == line
