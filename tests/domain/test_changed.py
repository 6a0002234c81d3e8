"""What an op changed of a memory is told in words, not in the names of fields."""

import pytest

from memtui.domain.changed import field_in_words


@pytest.mark.parametrize(
    ("field", "before", "after", "words"),
    [
        ("access_count", 0, 1, "uses  0 → 1"),
        ("session_count", 1, 2, "sessions with a use  1 → 2"),
        ("half_life", 30.0, 60.0, "days to half its strength  30.00 → 60.00"),
        ("importance", 0.5, 0.9, "importance  0.50 → 0.90"),
    ],
)
def test_a_field_is_called_what_a_person_calls_it(
    field: str, before: object, after: object, words: str
) -> None:
    assert field_in_words(field, before, after) == words
