"""The row of a memory in a list: a heading or a description before its statement."""

import pytest

from memtui.domain.headings import row_text, with_title
from tests.review.unstored import memory


@pytest.mark.parametrize(
    ("abstract", "text", "row", "begins"),
    [
        ("", "The kiln runs at night", "The kiln runs at night", 0),
        ("Kiln hours", "It runs at night", "Kiln hours: It runs at night", 12),
        ("Kiln hours", "Kiln hours\nIt runs at night", "Kiln hours: It runs at night", 12),
        ("", "Kiln hours\n\nIt runs at night", "Kiln hours: It runs at night", 12),
        ("", "# Kiln hours\n\nIt runs at night", "Kiln hours: It runs at night", 12),
        ("", "It runs at night.\n\nTom said so", "It runs at night. Tom said so", 0),
        ("", "- it runs at night\n\n- Tom said so", "- it runs at night - Tom said so", 0),
        ("The kiln is fired by…", "The kiln is fired by Tom.", "The kiln is fired by Tom.", 0),
        ("The kiln, size L", "The kiln, size L", "The kiln, size L", 0),
        ("The kiln, size L", "The kiln, size L. Tom paid it.", "The kiln, size L. Tom paid it.", 0),
    ],
)
def test_a_row_has_a_description_once_and_before_the_statement(
    abstract: str, text: str, row: str, begins: int
) -> None:
    assert row_text(memory(text, abstract=abstract)) == (row, begins)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Kiln hours\n\nIt runs at night", "Kiln hours: It runs at night"),
        ("## Kiln hours\n\nIt runs\nat night", "Kiln hours: It runs at night"),
        ("It runs at night.\n\nTom said so", "It runs at night. Tom said so"),
        ("- it runs at night\n\n- Tom said so", "- it runs at night - Tom said so"),
    ],
)
def test_a_title_never_runs_into_the_sentence_below_it(text: str, line: str) -> None:
    assert with_title(text) == line
