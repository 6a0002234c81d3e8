"""What a card marks of two wordings, held against the plain definition: word by word, from both ends."""

import re
from collections.abc import Sequence
from itertools import takewhile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.domain import rewording
from memtui.domain.proposal import Spans
from memtui.domain.rewording import reworded
from tests.growth import grows_too_fast

WORDINGS = st.text("ab .\n\u2003", max_size=24)


def alike(one: Sequence[str], other: Sequence[str]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def between(text: str, first: int, last: int) -> Spans:
    """Return the stretch of a text without its first and last words."""
    words = list(re.finditer(r"\S+", text))[first:]
    words = words[: len(words) - last]
    return ((words[0].start(), words[-1].end()),) if words else ()


@given(WORDINGS, WORDINGS, WORDINGS, WORDINGS)
def test_what_is_too_much_to_compare_is_marked_between_the_common_words(
    begin: str, goes: str, comes: str, end: str
) -> None:
    before, after = begin + goes + end, begin + comes + end
    old, new = before.split(), after.split()
    first = alike(old, new)
    last = alike(old[first:][::-1], new[first:][::-1])
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(rewording, "_COMPARED", 0)
        assert reworded(before, after) == (between(before, first, last), between(after, first, last))


def test_single_words_are_marked() -> None:
    before, after = "We deploy on  Friday with care", "We deploy on Monday with great care"
    goes, comes = reworded(before, after)
    assert [before[start:end] for start, end in goes] == ["Friday"]
    assert [after[start:end] for start, end in comes] == ["Monday", "great"]


@pytest.mark.few(1)
@pytest.mark.parametrize("piece", ["not ", "- x\n", "a", "a  b "])
def test_two_long_wordings_take_as_long_as_their_parts(piece: str) -> None:
    assert not grows_too_fast(lambda text: reworded(text, f"{text} more {text}"), piece)
