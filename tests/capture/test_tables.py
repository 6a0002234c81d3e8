"""The rows of a table are facts where its columns, or the heading over it, say what they are."""

import asyncio
from datetime import UTC, date, datetime

import pytest

from memtui.capture.facts import Candidate, Window
from memtui.capture.rules.extractor import RuleExtractor
from memtui.capture.rules.tables import tables
from memtui.capture.tally import Became


def _found(text: str) -> list[Candidate]:
    return asyncio.run(RuleExtractor(date(2032, 1, 1)).extract(Window(0, text, 0, len(text))))


def _texts(text: str) -> list[str]:
    return [candidate.text for candidate in _found(text)]


ACTIONS = """\
# Greenhouse call, 2 March 2031

| # | Action | Owner | Due |
|---|:-------|-------|-----|
| 1 | Rotate the key of the mail server before the new season | **Ines** | 9 May |
| 2 | Move the backups to the new disk before the lease ends | Ola | - |
"""


def test_an_action_has_its_owner_and_its_date_and_is_quoted_as_it_stands() -> None:
    first = _found(ACTIONS)[0]
    assert first.text.endswith(
        "Rotate the key of the mail server before the new season (Owner: Ines; Due: 9 May)"
    )
    assert first.quote == "| 1 | Rotate the key of the mail server before the new season | **Ines** | 9 May |"


def test_a_cell_with_nothing_in_it_is_left_out() -> None:
    (table,) = tables(ACTIONS)
    assert [row.text for row in table.rows(None)][1] == (
        "Move the backups to the new disk before the lease ends (Owner: Ola)"
    )


def test_a_decision_stands_first_whatever_its_column_and_keeps_its_day() -> None:
    (found,) = _found(
        "| Date | Decision | Rationale |\n|---|---|---|\n"
        "| 2031-02-07 | Invoices are numbered by year | The auditors asked for it |\n"
    )
    assert found.text == (
        "Invoices are numbered by year (Date: 2031-02-07; Rationale: The auditors asked for it)"
    )
    assert "decision" in found.categories
    assert found.said_at is not None
    assert datetime.fromtimestamp(found.said_at, UTC).date() == date(2031, 2, 7)


@pytest.mark.parametrize(
    "table",
    [
        "| Category | Count |\n|---|---|\n| Trays | 12 |\n| Pots | 80 |\n",
        "| Name | Role | Present |\n|---|---|---|\n| Ann Lee | Chair of the board | yes |\n",
        "| Action | Owner |\n|---|---|\n| [what to do] | [name] |\n",
        "| Key | Action |\n|---|---|\n| F5 | Run all the tests of the file |\n",
        "| Action | Owner |\n|---|---|\n",
        "```\n| Action | Owner |\n|---|---|\n| Move the backups to the new disk today | Ola |\n```\n",
        "| Action | Owner |\n| Order seed trays for the greenhouse | Ola |\n",
        "| a |\n|---|\n| |\n| - |\n",
    ],
)
def test_a_table_of_data_and_an_empty_form_state_nothing(table: str) -> None:
    assert _texts(f"# Notes\n\n{table}") == []


def test_cells_may_be_missing_too_many_or_hold_a_bar() -> None:
    (table,) = tables(
        "| Risk | Mitigation |\n|---|---|\n| The cron of the backup may fail silently |\n"
        "| Two nodes take `a \\| b` for one key | Hash it | and more |\n"
    )
    assert [row.text for row in table.rows(None)] == [
        "The cron of the backup may fail silently",
        "Two nodes take `a | b` for one key (Mitigation: Hash it)",
    ]


def test_a_row_belongs_to_the_heading_above_it_and_comes_in_its_place() -> None:
    text = (
        "## Parcelo\n\nThe Parcelo API allows 50 requests per second.\n\n### Decisions\n\n"
        "| What | Why |\n|---|---|\n| Parcelo stays the carrier for islands | Nobody else goes there |\n\n"
        "### Rules\n\nNever ship glass with Parcelo, because it throws parcels.\n"
    )
    assert [fact for fact in _texts(text) if "islands" in fact] == _texts(text)[1:2]
    assert "Parcelo stays the carrier for islands (Why: Nobody else goes there)" in _texts(text)[1]


def test_an_entry_of_a_diary_has_the_day_of_its_heading() -> None:
    text = (
        "Tuesday April 1st 2031\nWe moved the seed trays into the cold frame.\n\n"
        "Thursday April 3rd\nTomorrow the contract with Parcelo ends, so all parcels go to Ulex.\n"
    )
    assert "2031-04-04" in " ".join(_texts(text))


def test_each_row_of_settings_says_what_one_is() -> None:
    assert _texts(
        "| Setting | Value |\n|---|---|\n| RETRY_MAX | 4 |\n| DB_HOST | db-2.example |\n| X | |\n"
    ) == [
        "RETRY_MAX is 4.",
        "DB_HOST is db-2.example.",
    ]


def test_the_rows_of_a_table_of_data_are_counted_as_they_stand() -> None:
    text = "| Category | Count |\n|---|---|\n| Trays | 12 |\n| Pots | 80 |\n"
    extractor, window = RuleExtractor(date(2032, 1, 1)), Window(0, text, 0, len(text))
    assert asyncio.run(extractor.extract(window)) == []
    tally = extractor.tally(window)
    assert (tally.sentences, tally.counts[Became.DATA]) == (2, 2)
    assert [each.text for each in tally.left_out] == ["| Trays | 12 |", "| Pots | 80 |"]
