"""Marks for emphasis go, and code stays what it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.capture.markup import without_emphasis


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("**Atlas:** uses **Postgres 16**, *not* MySQL.", "Atlas: uses Postgres 16, not MySQL."),
        ("**Never *ever* push** to main.", "Never ever push to main."),
        ("__Important__: the __rate limit__ is _600_.", "Important: the rate limit is 600."),
        ("**We use uv. ", "We use uv. "),
        ("It is fast.**", "It is fast."),
    ],
)
def test_bold_and_italics_are_taken_out(said: str, plain: str) -> None:
    assert without_emphasis(said) == plain


@pytest.mark.parametrize(
    "code",
    [
        "Call f(**kwargs) and g(**kw), never **kwargs alone.",
        "`__init__` and __init__ must not open the database.",
        "2 ** 8 is 256 and 2 * 3 * 4 is 24.",
        "Set `**a**` and MAX_POOL_SIZE, and keep snake_case_names.",
        "Pass *args and f(*rest).",
        "src/**/*.py and tests/**/*.py are checked.",
    ],
)
def test_code_keeps_its_stars_and_underscores(code: str) -> None:
    assert without_emphasis(code) == code


@given(st.text(alphabet="ab *_`.(", max_size=40))
def test_nothing_but_marks_is_taken_out(text: str) -> None:
    marks = str.maketrans("", "", "*_")
    assert without_emphasis(text).translate(marks) == text.translate(marks)
