"""`make attack` runs the long tests too, and counts each input that they draw."""

from pathlib import Path

import pytest

from benchmarks.attack import _tests

_TESTS = """
import pytest
from hypothesis import given, strategies as st

@pytest.mark.long
@given(st.integers())
def test_draws(number):
    assert isinstance(number, int)

def test_fails():
    assert False
"""


@pytest.mark.long
def test_an_attack_draws_inputs_in_long_tests_and_names_what_broke(tmp_path: Path) -> None:
    file = tmp_path / "test_some.py"
    file.write_text(_TESTS)
    tally = _tests(7, 0, of=[str(file)])
    assert tally.attempts > 50
    assert tally.broken == 1
    (word,) = tally.words
    assert "--hypothesis-seed=7" in word
    assert word.endswith("::test_fails")
