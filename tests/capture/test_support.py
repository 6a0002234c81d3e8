"""Single signs that speak against a statement, the words they go by, and the model that weighs them."""

from dataclasses import replace
from datetime import date

import pytest

from memtui.capture.grounding import Source, ground, unfounded
from memtui.capture.support import (
    added,
    amounts,
    attribution,
    changes,
    denial,
    extent,
    figures,
    governed,
    markers,
    nearness,
    roles,
    scoring,
    sureness,
)
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


def test_a_sign_only_speaks_against_and_the_model_survives_its_file() -> None:
    model = scoring.shipped()
    for head in model.heads.values():
        assert min(*head.plain.values(), *head.literal.values()) >= 0.0
    assert model.reason(scoring.Told((0.0,) * 2 * len(SIGNS), (), ())) is None
    assert scoring.Model.from_bytes(model.to_bytes()) == model


@pytest.mark.parametrize(
    "quote",
    [
        "The kiln reaches 1,200 degrees in nine hours.",
        "Der Ofen erreicht in neun Stunden 1.200 Grad.",
        "窑炉九小时升到1200度。",
        "窯は九時間で1200度になる。",
    ],
)
@pytest.mark.parametrize("vectors", [True, False])
def test_what_is_told_as_it_stands_passes_with_vectors_and_without(quote: str, *, vectors: bool) -> None:
    told = scoring.Told.of(pair(quote, quote))
    assert scoring.shipped().reason(told if vectors else replace(told, nearness=())) is None


def test_a_word_that_is_dropped_beside_what_is_told_is_another_change_than_one_elsewhere() -> None:
    statement = "Mira paints the fence."
    beside = changes.places(pair("Mira maybe paints the fence. Anton mows.", statement))
    elsewhere = changes.places(pair("Mira paints the fence, and Anton maybe mows.", statement))
    plain = changes.places(pair("Mira paints the fence.", statement))
    assert plain == []
    assert set(beside) != set(elsewhere)


def test_a_statement_is_nearer_to_its_quote_than_another() -> None:
    if (near := nearness.measured(pair("The kiln is hot.", "The oven is warm."))) is None:
        pytest.skip("wordllama is not installed")
    far = nearness.measured(pair("The kiln is hot.", "Anton plays chess in Riga."))
    assert far is not None
    assert len(near) == nearness.FIGURES
    assert near[0] > far[0]
    assert nearness.measured(pair("The kiln is hot.", "")) is not None


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


@pytest.mark.parametrize(
    ("quote", "statement", "true"),
    [
        (
            "Stop on the bridge, do not turn.",
            "On the bridge one has to turn.",
            "On the bridge one has to stop.",
        ),
        ("Am Tor klingeln, nicht klopfen.", "Am Tor klopfen.", "Am Tor klingeln."),
        ("桥上不要掉头。", "桥上要掉头。", "桥上不能掉头。"),
        ("門は夜に施錠しない。", "門は夜に施錠する。", "門は夜も施錠しない。"),
    ],
)
def test_a_denied_word_that_is_affirmed_is_seen(quote: str, statement: str, true: str) -> None:
    assert governed.affirms_the_denied(pair(quote, statement)) == 1.0
    assert governed.affirms_the_denied(pair(quote, true)) == 0.0


@pytest.mark.parametrize(
    ("quote", "statement", "true"),
    [
        ("Mira paints the fence, Anton mows the lawn.", "Mira mows the lawn.", "Anton mows the lawn."),
        (
            "Frau Krug leitet den Chor, Herr Sommer pflegt die Noten.",
            "Frau Krug pflegt die Noten.",
            "Herr Sommer pflegt die Noten.",
        ),
        ("柵は平野が直し、畑は村上が耕す。", "柵は村上が耕す。", "畑は村上が耕す。"),
    ],
)
def test_what_another_does_is_told_from_what_one_does(quote: str, statement: str, true: str) -> None:
    assert attribution.given_to_another(pair(quote, statement)) > 0.3
    assert attribution.given_to_another(pair(quote, true)) == 0.0


def test_a_clause_without_a_verb_has_the_one_before() -> None:
    quote = "Wim will talk to the landlord, Pritha to the staff."
    assert attribution.given_to_another(pair(quote, "Pritha will talk to the staff.")) == 0.0


def test_one_who_stays_away_may_be_told_by_the_one_who_comes() -> None:
    quote = "Ros comes in May, but Pete stays in Leeds."
    assert attribution.given_to_another(pair(quote, "Pete does not come in May.")) == 0.0


@pytest.mark.parametrize(
    ("quote", "statement", "true"),
    [
        (
            "Mira writes to the harbour office.",
            "The harbour office writes to Mira.",
            "Mira wrote to the office.",
        ),
        ("Mira schreibt an Anton.", "Anton schreibt an Mira.", "Mira hat an Anton geschrieben."),
        ("平野が村上に手紙を出す。", "村上が平野に手紙を出す。", "平野が手紙を村上に出す。"),
    ],
)
def test_two_with_each_others_little_word_have_changed_parts(quote: str, statement: str, true: str) -> None:
    assert markers.exchanged(pair(quote, statement)) == 1.0
    assert markers.exchanged(pair(quote, true)) == 0.0


def test_one_thing_that_the_text_says_elsewhere_is_seen() -> None:
    quote = "The barn is painted red, the shed is painted green."
    assert roles.from_elsewhere(pair(quote, "The barn is painted green.")) > 0.5
    assert roles.from_elsewhere(pair(quote, "The shed is painted green.")) == 0.0


def test_a_prefix_that_denies_is_an_opposite() -> None:
    assert denial.prefix(pair("Der Kessel ist dicht.", "Der Kessel ist undicht.")) == 1.0
    assert denial.prefix(pair("Der Kessel ist nicht dicht.", "Der Kessel ist undicht.")) == 0.0


def test_all_is_more_than_most() -> None:
    quote = "Most of the barrels leak."
    assert extent.widened(pair(quote, "All barrels leak.")) == 1.0
    assert extent.widened(pair(quote, "Most barrels leak.")) == 0.0
    assert extent.limit_dropped(pair(quote, "The barrels leak.")) == 1.0


def test_a_number_of_another_clause_is_seen() -> None:
    quote = "The ferry ticket costs 14 euros, before it was 9 euros."
    assert amounts.bound_elsewhere(pair(quote, "The ferry ticket costs 9 euros.")) > 0.5
    assert amounts.bound_elsewhere(pair(quote, "The ferry ticket costs 14 euros.")) == 0.0


def test_what_is_to_come_has_not_been() -> None:
    quote = "Anton delivers the windows on 1 December 2026."
    assert sureness.future_told_as_past(pair(quote, "Anton delivered the windows.")) == 1.0
    assert sureness.future_told_as_past(pair(quote, "Anton delivers the windows in December.")) == 0.0


def test_who_speaks_is_quoted_where_it_says_me() -> None:
    text = "lena: if the pump fails, page me"
    source = Source(text, TODAY)
    statement = "Lena is to be told."
    assert ground(statement, source, (0, len(text)))[1].quoted_units[-1].key == "lena"


def test_will_is_a_doubt_in_german_alone() -> None:
    english = "We might rename the service next year."
    assert sureness.doubt_dropped(pair(english, "The service will be renamed next year.")) == 1.0
    german = "Vielleicht benennt Anton den Dienst um."
    assert sureness.doubt_dropped(pair(german, "Anton will den Dienst umbenennen.")) == 0.0


@pytest.mark.parametrize(
    ("quote", "swapped", "same"),
    [
        (
            "Mira taught Anton the knot.",
            "Anton taught Mira the knot.",
            "The knot was taught to Anton by Mira.",
        ),
        ("The cart follows the horse.", "The horse follows the cart.", "The cart goes behind the horse."),
        ("小美把钥匙交给了阿强。", "阿强把钥匙交给了小美。", "小美把钥匙给了阿强。"),
        ("森さんが林さんに傘を貸した。", "林さんが森さんに傘を貸した。", "森さんが傘を林さんに貸した。"),
    ],
)
def test_the_same_words_with_two_that_changed_places_are_seen(quote: str, swapped: str, same: str) -> None:
    assert added.only_swapped(pair(quote, swapped)) == 1.0
    assert added.only_swapped(pair(quote, same)) == 0.0


def test_a_step_that_goes_the_other_way_is_seen() -> None:
    quote = "The ferry now takes 30 minutes, down from 40."
    rose = "The fee was raised from 24 to 30 euros."
    assert figures.step_turned_back(pair(rose, "The fee fell from 30 to 24 euros.")) == 1.0
    assert figures.step_turned_back(pair(rose, "The fee went from 24 to 30 euros.")) == 0.0
    assert figures.step_turned_back(pair(quote, "The ferry is faster than before.")) == 0.0


@pytest.mark.parametrize("by", ["six euros", "6 euros"])
def test_by_how_much_two_numbers_are_apart_follows_from_them(by: str) -> None:
    quote = "The fee was raised from 24 to 30 euros."
    assert amounts.number_replaced(pair(quote, f"The fee is {by} higher.")) == 0.0
    assert amounts.number_replaced(pair(quote, "The fee is 8 euros higher.")) == 1.0
    assert Source(quote, TODAY).values >= {6.0, 24.0, 30.0}


def test_a_reason_that_the_text_does_not_give_is_seen() -> None:
    quote = "The pool closes at eight this month."
    invented = pair(quote, "The pool closes at eight because the lifeguards went on strike.")
    assert added.reason_of_its_own(invented) == 1.0
    assert added.reason_without_any(invented) == 1.0
    plain = pair(quote, "This month the pool closes at eight.")
    assert added.reason_of_its_own(plain) == added.reason_without_any(plain) == 0.0
    told = pair(
        "The pool closes at eight because it is dark by then.", "It closes since it is dark at eight."
    )
    assert added.reason_without_any(told) == 0.0


@pytest.mark.parametrize(
    ("quote", "added_to_it", "true"),
    [
        (
            "The mill grinds on Mondays.",
            "The mill grinds on Mondays, which wakes the neighbours.",
            "On Mondays the mill grinds.",
        ),
        (
            "The mill grinds on Mondays.",
            "To calm the baker, the mill grinds on Mondays.",
            "Grinding is done on Mondays.",
        ),
        ("磨坊每周一开工。", "磨坊每周一开工，隔壁邻居睡不着觉。", "磨坊周一开工。"),
        (
            "It grinds on Mondays.",
            "It grinds on Mondays, waking half the village.",
            "The mill grinds on Mondays.",
        ),
    ],
)
def test_what_is_put_to_all_of_a_quote_is_seen(quote: str, added_to_it: str, true: str) -> None:
    source, quoted = Source(quote, TODAY), (0, len(quote))
    assert unfounded(added_to_it, source, quoted) == "the reason or consequence is not in the text"
    assert not added.invented_beside_all(pair(quote, true), quote.casefold())


@pytest.mark.parametrize(
    ("quote", "allowed", "true"),
    [
        (
            "Never open the weir without the miller.",
            "Opening the weir without the miller is allowed.",
            "The weir must not be opened without the miller.",
        ),
        (
            "Niemand öffnet das Wehr.",
            "Das Wehr darf geöffnet werden.",
            "Das Wehr darf nicht geöffnet werden.",
        ),
        ("不要打开水闸。", "可以打开水闸。", "水闸不可以打开。"),
        ("水門を開けてはいけない。", "水門を開けてもよい。", "水門を開けないこと。"),
    ],
)
def test_what_is_forbidden_is_not_allowed(quote: str, allowed: str, true: str) -> None:
    assert denial.allows_the_forbidden(pair(quote, allowed))
    assert not denial.allows_the_forbidden(pair(quote, true))


def test_what_is_allowed_may_be_told_so() -> None:
    assert not denial.allows_the_forbidden(pair("You may open the weir.", "Opening the weir is allowed."))


def test_words_that_stand_elsewhere_in_the_text_may_be_put_to_a_quote() -> None:
    told = pair("The mill grinds on Mondays.", "The mill grinds on Mondays, beside the old ford.")
    assert added.invented_beside_all(told, "the mill grinds on mondays.")
    assert not added.invented_beside_all(told, "the old ford. the mill grinds on mondays.")
