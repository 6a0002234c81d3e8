"""A long text is read where a statement asks for something, and says the same as one read at once."""

from datetime import date

from memtui.capture.support.whole import Gradual, Stretch, Whole
from memtui.language.periods import Mention, mentions

TODAY = date(2031, 3, 20)
LINES = [
    f"The kiln was fired for the {number} time on {1 + number % 28} March 2031.\n" for number in range(600)
]
TEXT = "".join(LINES)


class _Counted:
    """Finds the days of a text, and counts the characters that it had to read."""

    read = 0

    def __call__(self, text: str, today: date) -> list[Mention]:
        self.read += len(text)
        return mentions(text, today)


def _whole(counted: _Counted) -> Whole:
    return Whole(TEXT, [Stretch(0, len(TEXT), TODAY)], counted)


def _day(text: str) -> list[Mention]:
    return mentions(text, TODAY)


def test_the_days_beside_a_quote_are_found_without_the_rest_of_the_text() -> None:
    counted = _Counted()
    whole = _whole(counted)
    start = TEXT.index(LINES[300])
    (there,) = whole.times_in(start, start + len(LINES[300]))
    assert (there.first, TEXT[there.start : there.end]) == (date(2031, 3, 21), "21 March 2031")
    assert whole.names([there])
    assert 0 < counted.read < len(TEXT) / 2


def test_a_day_that_stands_far_away_is_found_too_and_one_that_stands_nowhere_is_not() -> None:
    whole = Whole(TEXT + "Nora was away on 2 May 2031.", [Stretch(0, len(TEXT) + 28, TODAY)])
    assert whole.names(_day("2 May 2031"))
    assert not whole.names(_day("3 May 2031"))


def test_what_is_read_piece_by_piece_is_what_is_read_at_once() -> None:
    assert _whole(_Counted()).times_in(0, len(TEXT)) == mentions(TEXT, TODAY)
    assert _whole(_Counted()).last_before(len(TEXT), 400) == mentions(TEXT, TODAY)[-400:]


def test_a_stretch_is_read_from_the_day_it_was_written_on() -> None:
    text = "It came yesterday.\nIt came yesterday.\n"
    half = len(text) // 2
    whole = Whole(text, [Stretch(0, half, TODAY), Stretch(half, len(text), date(2031, 3, 9))])
    assert [each.first.day for each in whole.times_in(0, len(text))] == [19, 8]


def test_a_number_is_looked_for_until_it_is_there() -> None:
    pieces: list[str] = []

    def words(text: str) -> set[str]:
        pieces.append(text)
        return set(text.split())

    found = Gradual(TEXT, words)
    assert "5" in found
    assert len(pieces) == 1
    assert "none" not in found
    assert "".join(pieces) == TEXT
    assert found >= {"5", "599"}
