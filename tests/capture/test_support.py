"""Single signs that speak against a statement, the words they go by, and the model that weighs them."""

from datetime import date

import pytest

from memtui.capture.grounding import Source, ground, unfounded
from memtui.capture.support import denial, roles, scoring, sureness
from memtui.capture.support.align import Pair
from memtui.capture.support.signs import SIGNS
from memtui.language.opposites import opposed
from memtui.model_files import ModelUnusable

TODAY = date(2026, 11, 20)


def pair(quote: str, statement: str) -> Pair:
    source = Source(quote, TODAY)
    return Pair(*ground(statement, source, (0, len(quote))), source.language)


@pytest.mark.parametrize(
    ("quote", "statement"),
    [
        ("The bridge is open in winter.", "The bridge is closed in winter."),
        ("Die Brücke ist im Winter offen.", "Die Brücke ist im Winter geschlossen."),
        ("这座桥冬天允许通行。", "这座桥冬天禁止通行。"),
        ("橋の左側を歩いてください。", "橋の右側を歩いてください。"),
    ],
)
def test_an_opposite_is_seen_and_not_in_a_copy(quote: str, statement: str) -> None:
    assert denial.opposite(pair(quote, statement)) > 0.5
    assert denial.opposite(pair(quote, quote)) == 0.0


def test_an_opposite_that_is_denied_says_the_same() -> None:
    assert denial.opposite(pair("The bridge is not open.", "The bridge is closed.")) == 0.0


def test_both_sides_in_one_text_are_no_opposites() -> None:
    assert opposed("The first gate.", "From the first gate to the last.", "en") == []


def test_two_who_changed_places_across_clauses_are_seen() -> None:
    quote = "Mira paints the fence, and Anton mows the lawn."
    assert roles.exchanged(pair(quote, "Anton paints the fence, and Mira mows the lawn.")) == 1.0
    assert roles.exchanged(pair(quote, "Anton mows the lawn, and Mira paints the fence.")) == 0.0


def test_a_copy_is_more_literal_than_a_paraphrase() -> None:
    quote = "The kiln reaches 1,200 degrees in nine hours."
    assert pair(quote, quote).literal == 1.0
    assert pair(quote, "Firing temperature is attained by evening.").literal == 0.0


def test_a_plan_is_told_from_a_deed() -> None:
    quote = "Mira will paint the fence tomorrow."
    assert sureness.plan_told_as_deed(pair(quote, "Mira painted the fence.")) > 0.5
    assert sureness.plan_told_as_deed(pair(quote, "Mira plans to paint the fence.")) == 0.0


def test_the_model_only_speaks_against_and_survives_its_file() -> None:
    model = scoring.shipped()
    assert min(*model.plain.values(), *model.literal.values()) >= 0.0
    assert model.reason([0.0] * 2 * len(SIGNS)) is None
    assert scoring.Model.from_bytes(model.to_bytes()) == model


def test_a_damaged_model_is_refused() -> None:
    whole = scoring.shipped().to_bytes()
    for told in (whole[:-100], b"another\n" + whole, whole.replace(b'"turned"', b'"moved"')):
        with pytest.raises(ModelUnusable):
            scoring.Model.from_bytes(told)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("The old accounts stop working next year in March.", "The old accounts stop working in March 2027."),
        ("今の会計ソフトは来年三月で使えなくなる。", "現在の会計ソフトは2027年3月に使えなくなる。"),
        (
            "Seit vorletztem Freitag ist der Aufzug kaputt.",
            "Der Aufzug ist seit dem 27. Februar 2026 defekt.",
        ),
        ("房租从下个月起涨三百。", "房租从2026年4月起上涨300。"),
    ],
)
def test_a_day_that_is_told_in_another_way_is_not_invented(text: str, statement: str) -> None:
    assert unfounded(statement, Source(text, date(2026, 3, 11)), (0, len(text))) is None
