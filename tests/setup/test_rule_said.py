"""Before a rule is written, the line that says it already is shown, and no other."""

import pytest

from memtui.setup.rule_said import said_in

PAGE = """# Bakery for agents

- Use pip, never poetry or conda.
- Run `make lint && make test` before saying that something is done.
- The oven is cleaned on Mondays.
"""


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        ("Always use pip in this repository, not poetry or conda.", 3),
        ("Clean the oven on Mondays.", 5),
        ("Before you say that a thing is done, run `make test` and `make lint`.", 4),
        ("The oven is switched off on Sundays.", None),
        ("Use black, never yapf.", None),
        ("Run the slow tests at night only.", None),
    ],
)
def test_a_line_that_says_the_same_is_found(rule: str, line: int | None) -> None:
    found = said_in(PAGE, rule)
    assert (found and found.line) == line
