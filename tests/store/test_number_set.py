"""A compact set of numbers says of each whether it is new, as a set does."""

from hypothesis import given
from hypothesis import strategies as st

from memtui.store.number_set import NumberSet


@given(st.lists(st.integers(-(2**63), 2**63 - 1) | st.integers(-3, 3).map(lambda n: n * 4096)))
def test_a_number_is_new_once(numbers: list[int]) -> None:
    held, known = NumberSet(), set[int]()
    for number in numbers:
        assert held.put_in(number) == ((number or 1) not in known)
        known.add(number or 1)


def test_numbers_stay_known_as_the_set_grows() -> None:
    held = NumberSet()
    numbers = [hash((number, "scope")) for number in range(20_000)]
    assert all(map(held.put_in, numbers))
    assert not any(map(held.put_in, numbers))
