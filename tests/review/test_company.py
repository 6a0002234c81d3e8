"""What company a memory has: how like another it is, how usual its words are, what its likest are."""

import numpy as np
import pytest

from memtui.review.learned.company import ALONE, COLUMNS, Others, places_of, sections_of
from memtui.review.learned.homes import Homes
from memtui.review.learned.model import shipped
from memtui.store.database import Store
from tests.review.planting import plant

REPORT = "[14:10] Task Completed: **Task:** Drew poster of the gallery **Outcome:** Success ✅"
LIKE, USUAL, AGREED, AT_SIGHT, BELOW_AGREED, BELOW_AT_SIGHT = range(len(COLUMNS))


def company(*texts: str, sums: list[list[float]] | None = None) -> list[float]:
    """Return what company the first of some texts has among all of them."""
    others = Others.of(texts, np.array(sums or [[0.0, 0.0]] * len(texts)))
    itself = np.array([[place == 0 for place in range(len(texts))]])
    told = others.company(places_of(texts[:1]), sections_of(texts[:1]), itself)
    return [float(each) for each in told[0]]


@pytest.mark.parametrize(
    ("one", "other", "share"),
    [
        ("Drew the poster gallery", "Drew the poster gallery", 1.0),
        ("Drew poster gallery", "drew POSTER window", 0.5),
        ("Drew poster", "Never restart worker", 0.0),
        ("Notes: drew poster", "Other: drew poster", 1.0),
        ("Großer Löwe", "großer LÖWE", 1.0),
        ("", "", 0.0),
    ],
)
def test_two_texts_are_as_alike_as_the_share_of_words_in_common(one: str, other: str, share: float) -> None:
    assert company(one, other)[LIKE] == pytest.approx(1.5 * share)


def test_a_memory_alone_is_like_none_and_told_nothing_by_others() -> None:
    assert company("Drew poster gallery") == pytest.approx(ALONE)


def test_words_that_all_have_are_usual_and_those_that_none_has_are_not() -> None:
    assert company("Drew poster", "Drew poster", "poster drew")[USUAL] == pytest.approx(1.0)
    assert company("Drew poster", "Never restart", "Worker pool")[USUAL] == pytest.approx(0.5)
    assert company("", "Never restart")[USUAL] == 0.0


def test_a_memory_that_is_not_among_the_others_counts_as_one_more() -> None:
    others = Others.of(["Drew poster", "Never restart"], np.zeros((2, 2)))
    text = ["Drew poster"]
    nowhere = others.company(places_of(text), sections_of(text), np.zeros((1, 2), bool))
    among = company("Drew poster", "Drew poster", "Never restart")
    assert nowhere[0, USUAL] == pytest.approx(among[USUAL])


def test_a_memory_goes_as_its_likest_do() -> None:
    texts = "Drew poster gallery", "Drew poster gallery today", "Never restart worker"
    told = company(*texts, sums=[[0.5, 0.5], [0.9, 0.7], [0.1, 0.3]])
    assert told[AGREED] > 0.2
    assert told[AT_SIGHT] > 0.1


def test_no_memories_have_no_company() -> None:
    nobody = Others.of([], np.zeros((0, 2)))
    text = ["Drew poster"]
    told = nobody.company(places_of(text), sections_of(text), np.zeros((1, 0), bool))
    assert told.tolist() == [list(ALONE)]


def test_a_memory_goes_as_those_under_its_heading_do() -> None:
    texts = "Done › Week 3: Drew poster", "Done › Week 3: hung lamp", "Rules: never restart worker"
    told = company(*texts, sums=[[0.5, 0.5], [0.9, 0.7], [0.1, 0.3]])
    assert told[BELOW_AGREED] == pytest.approx(0.2)
    assert told[BELOW_AT_SIGHT] == pytest.approx(0.1)


def test_a_memory_without_a_heading_goes_as_no_other_without_one() -> None:
    told = company("Drew poster", "hung lamp", sums=[[0.5, 0.5], [0.9, 0.7]])
    assert told[BELOW_AGREED] == told[BELOW_AT_SIGHT] == 0.0


def test_what_is_said_again_and_again_goes_sooner_than_what_is_said_once(store: Store) -> None:
    rules = [f"Never restart worker {n} because the queue is lost" for n in range(10)]
    once = plant(store, REPORT, scope="/project/quiet", days_ago=20)
    often = [plant(store, f"{REPORT} {n}", scope="/project/log", days_ago=20) for n in range(10)]
    for rule in rules:
        plant(store, rule, scope="/project/quiet", days_ago=20)
        plant(store, rule, scope="/project/log", days_ago=20)
    alone, among = Homes(store, shipped()).opinions([once, often[0]])
    assert among.at_sight > alone.at_sight


def test_a_memory_is_not_held_against_itself(store: Store) -> None:
    it = plant(store, REPORT, days_ago=20)
    (opinion,) = Homes(store, shipped()).opinions([it])
    plant(store, "The invoices are numbered by year", days_ago=20)
    (then,) = Homes(store, shipped()).opinions([it])
    assert opinion.agrees == pytest.approx(then.agrees, abs=0.15)
