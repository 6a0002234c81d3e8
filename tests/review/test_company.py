"""What company a memory has: how like the nearest other it is, and how much older than the newest."""

import numpy as np
import pytest

from memtui.domain.instant import DAY
from memtui.review.learned.company import company, likeness, places_of
from memtui.review.learned.homes import Homes
from memtui.review.learned.model import shipped
from memtui.store.database import Store
from tests.review.planting import plant

REPORT = "[14:10] Task Completed: **Task:** Drew poster of the gallery **Outcome:** Success ✅"


def alike(one: str, *others: str) -> float:
    texts = [one, *others]
    itself = np.eye(len(texts), dtype=bool)
    return float(likeness(places_of(texts), places_of(texts), itself)[0])


@pytest.mark.parametrize(
    ("one", "other", "share"),
    [
        ("Drew the poster gallery", "Drew the poster gallery", 1.0),
        ("Drew poster gallery", "drew POSTER window", 0.5),
        ("Drew poster", "Never restart worker", 0.0),
        ("Notes: drew poster", "Other: drew poster", 1.0),
        ("", "", 0.0),
        ("中文", "中文", 0.0),
    ],
)
def test_two_texts_are_as_alike_as_the_share_of_words_in_common(one: str, other: str, share: float) -> None:
    assert alike(one, other) == pytest.approx(share)


def test_a_memory_alone_is_like_none_and_the_newest_is_not_old() -> None:
    assert alike("Drew poster gallery") == 0.0
    columns = company(np.array([0.0, 1.0]), np.array([0.0, 100 * DAY]))
    assert columns[0].tolist() == [0.0, 0.0]
    assert columns[1].min() > 0.5


def test_what_is_said_again_and_again_goes_sooner_than_what_is_said_once(store: Store) -> None:
    once = plant(store, REPORT, scope="/project/quiet", days_ago=20)
    often = [plant(store, f"{REPORT} {n}", scope="/project/log", days_ago=20) for n in range(10)]
    alone, among = Homes(store, shipped()).opinions([once, often[0]])
    assert among.agrees != alone.agrees


def test_a_memory_is_not_held_against_itself(store: Store) -> None:
    it = plant(store, REPORT, days_ago=20)
    (told,) = Homes(store, shipped()).opinions([it])
    plant(store, "The invoices are numbered by year", days_ago=20)
    (then,) = Homes(store, shipped()).opinions([it])
    assert told.agrees == pytest.approx(then.agrees, abs=0.15)
