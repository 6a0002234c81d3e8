"""A text is read in a time that grows with its length: nothing looks at all of it for each window or fact."""

from datetime import date

from memtui.capture.context import Context
from memtui.capture.dates import absolute
from memtui.capture.grounding import Source, unfounded
from memtui.capture.support.ground import ground_of, read
from memtui.capture.support.reached import other_date
from memtui.capture.support.whole import Stretch, Whole
from memtui.language.periods import Mention
from tests.growth import grows_too_fast

_DAY = date(2026, 1, 1)
_LINE = "2026-01-01 it ran\n"
_DATED = len("2026-01-01")
_SECTION = "## Part\nAda: yes.\nBen: no.\n\n"


class _Watched(Mention):
    """A day of a text that counts how often anything of it is looked at."""

    looks = 0

    def __getattribute__(self, name: str) -> object:
        _Watched.looks += 1
        return super().__getattribute__(name)


def _watched(text: str, _today: date) -> list[Mention]:
    return [_Watched(at, at + _DATED, _DAY, _DAY) for at in range(0, len(text), len(_LINE))]


def _looks(lines: int) -> int:
    """Return how often a day of a text of so many dated lines is looked at while each line is weighed."""
    places = range(0, lines * len(_LINE), len(_LINE))
    whole = Whole(_LINE * lines, [Stretch(0, len(_LINE) * lines, _DAY)], _watched)
    another = Mention(0, _DATED, date(2026, 5, 5), date(2026, 5, 5))
    _Watched.looks = 0
    for at in places:
        assert other_date(read("2026-05-05 it ran", [another]), ground_of(whole, at, at + _DATED, _DAY))
    return _Watched.looks


def test_a_quote_is_held_against_the_days_around_it_and_not_against_all_of_them() -> None:
    assert _looks(800) < 3 * _looks(400)


def test_what_is_told_with_each_window_is_looked_for_once() -> None:
    def told(text: str) -> list[str]:
        context = Context(text, day=_DAY, path="")
        return [context.at(start) for start in range(0, len(text), len(_SECTION))]

    assert not grows_too_fast(told, _SECTION)


def test_a_window_stands_under_the_headings_before_it() -> None:
    text = "# Atlas\n\n## Storage\n\nIt uses Redis.\n\n## Queue\n\nIt uses Kafka.\n"
    context = Context(text, day=_DAY, path="")
    assert "Under: Storage" in context.at(text.index("It uses Redis"))
    assert "Under: Queue" in context.at(text.index("It uses Kafka"))


def test_the_words_before_a_span_are_looked_for_beside_it() -> None:
    assert not grows_too_fast(lambda text: absolute(text, _DAY), "Shut for the last week of May. ")


def test_a_gap_behind_what_is_added_to_a_quote_is_passed_over_once() -> None:
    told = "The mill grinds on Mondays"
    source, quoted = Source(told, _DAY), (0, len(told))

    def held(gap: str) -> str | None:
        return unfounded(f"{told} calming old bakers{gap}", source, quoted)

    assert not grows_too_fast(held, " ", longest=16_000)
