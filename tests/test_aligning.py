"""The steps from one sequence to another tell both whole, however they were found, and cost little."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui import aligning
from memtui.aligning import steps
from memtui.formats.changes import FileChange
from memtui.sources.diff import diff_of
from tests.growth import grows_too_fast

LINES = st.lists(st.sampled_from("abc"), max_size=30)


def told(before: list[str], after: list[str]) -> tuple[list[str], list[str]]:
    """Follow the steps from one to the other, and return both as the steps tell them."""
    one: list[str] = []
    other: list[str] = []
    for tag, start, end, to_start, to_end in steps(before, after):
        assert (tag == "equal") == (before[start:end] == after[to_start:to_end])
        assert (tag == "insert", tag == "delete") == (start == end, to_start == to_end)
        one += before[start:end]
        other += after[to_start:to_end]
    return one, other


@given(LINES, LINES)
def test_the_steps_tell_both_sequences_whole(before: list[str], after: list[str]) -> None:
    assert told(before, after) == (before, after)


@given(LINES, LINES)
def test_they_do_so_for_sequences_too_long_for_difflib(before: list[str], after: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(aligning, "_FEW", 0)
        assert told(before, after) == (before, after)


def test_what_is_too_long_to_compare_is_replaced_between_its_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aligning, "_FEW", 0)
    monkeypatch.setattr(aligning, "_MOST", 3)
    assert steps("a12z", "a3412z") == [("equal", 0, 1, 0, 1), ("insert", 1, 1, 1, 3), ("equal", 1, 4, 3, 6)]
    assert steps("a12z", "a21z") == [("equal", 0, 1, 0, 1), ("replace", 1, 3, 1, 3), ("equal", 3, 4, 3, 4)]


@pytest.mark.parametrize("piece", ["- a\n", "\n", "- a\n- b\n", "x = 1\n\n"])
def test_the_diff_of_a_file_whose_lines_are_alike_takes_time_by_its_length(piece: str) -> None:
    def shown(text: str) -> None:
        half = len(text) // 2
        after = f"{text[:half]}\nnew\n{text[half:]}other\n"
        diff_of(FileChange(Path("CLAUDE.md"), text.encode(), after.encode()))

    assert grows_too_fast(shown, piece) == ""
