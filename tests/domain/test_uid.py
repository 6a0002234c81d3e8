"""Uids sort by the time they were made."""

from hypothesis import given
from hypothesis import strategies as st

from memtui.domain.uid import LENGTH, is_uid, new_uid

instants = st.floats(0, 253_402_300_799)


@given(instants, instants)
def test_an_earlier_millisecond_makes_a_smaller_uid(one: float, other: float) -> None:
    if int(one * 1000) < int(other * 1000):
        assert new_uid(one) < new_uid(other)


def test_a_thousand_uids_of_one_millisecond_differ() -> None:
    uids = {new_uid(1_795_000_000.0) for _ in range(1000)}
    assert len(uids) == 1000
    assert all(len(uid) == LENGTH and is_uid(uid) for uid in uids)


def test_the_time_stands_in_the_first_ten_letters() -> None:
    assert new_uid(1_469_918_176.385).startswith("01ARYZ6S41")  # the example of the specification


def test_other_words_are_no_uid() -> None:
    assert not is_uid("01ARYZ6S41")
    assert not is_uid("U" * LENGTH)
    assert is_uid(new_uid(0.0).lower())
