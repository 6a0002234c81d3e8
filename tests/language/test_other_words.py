"""What two statements are to each other in words of their own is told by what is rare in their store."""

import pytest

from memtui.domain.memory import MemoryType
from memtui.language import other_words
from memtui.language.disagreement import Disagreement, Side
from memtui.language.other_words import (
    FILE,
    LONGEST,
    NAMES,
    Model,
    Pair,
    brought_together,
    figures,
    restatement,
    rival,
    told_by_store,
)
from memtui.language.store_words import StoreWords
from memtui.llm.embeddings import Local, wordllama
from memtui.llm.words import WordVectors
from memtui.model_files import ModelUnusable

STATIC = wordllama()
OTHERS = [
    "The bakery opens at six and sells rye bread",
    "Orders come in by mail before noon",
    "Anton bakes the bread of Saturday himself",
    "The van leaves for the market when everything has cooled",
    "Flour is bought from the mill at the river",
    "The till prints two receipts for each customer",
    "The mill closes in August",
    "Customers pay by card or in cash",
    "The cellar is cool enough for the dough",
    "The market asks for a permit each spring",
    "The van needs diesel",
    "The cash is counted in the evening",
]

pytestmark = pytest.mark.skipif(STATIC is None, reason="without word vectors there is nothing to go by")


def pair(one: str, other: str) -> Pair:
    assert STATIC is not None
    known = Local(STATIC)
    words = StoreWords(dict(enumerate([one, other, *OTHERS])))
    left, right = known.embed([one, other])
    return Pair(one, other, (0, 1), float(left @ right), words, WordVectors(known))


def told(one: str, other: str) -> dict[str, float]:
    return dict(zip(NAMES, figures(pair(one, other)), strict=True))


def at_odds(one: str, other: str, similarity: float | None = -1.0) -> Disagreement | None:
    seen = pair(one, other)
    alike = seen.similarity if similarity == -1.0 else similarity
    judged = told_by_store(one, other, (0, 1), alike, lambda: seen.words, seen.vectors)
    sides = Side(one, MemoryType.SEMANTIC), Side(other, MemoryType.SEMANTIC)
    return None if judged is None else rival(*sides, judged)


APPRENTICES = (
    "Apprentices may use the stone oven alone.",
    "The stone oven is off limits for apprentices.",
)
STARTER = (
    "Sourdough is fed by hand each evening.",
    "Nobody feeds the sourdough any more, the dispenser does.",
)
ORDERS = (
    "Wholesale orders are kept in a paper ledger.",
    "The paper ledger was thrown out; wholesale orders live in Lexoffice.",
)
AGAIN = [
    (
        "Sourdough rests overnight in the walk-in fridge before it is baked.",
        "Before baking, the sourdough spends the night in the walk-in fridge.",
    ),
    (
        "Gluten-free cakes are baked on Mondays in the small oven.",
        "Monday is when we bake gluten-free cakes, in the small oven.",
    ),
]


@pytest.mark.parametrize(("one", "other"), [APPRENTICES, STARTER, ORDERS])
def test_two_that_cannot_both_hold_are_seen_in_their_own_words(one: str, other: str) -> None:
    found = at_odds(one, other)
    assert found is not None
    assert not found.over
    assert 0.5 < found.confidence <= 1.0
    (start, end), (begin, stop) = found.first[0], found.second[0]
    assert one[start:end].strip()
    assert other[begin:stop].strip()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Leftover loaves go to the food bank.", "The food bank is open on weekdays."),
        ("Recipes are written down in the blue notebook.", "Anton has a blue van."),
        ("Rye recipes need a day.", "The notebook of recipes lies beside the scale."),
    ],
)
def test_what_only_speaks_of_the_same_is_none(one: str, other: str) -> None:
    assert at_odds(one, other) is None


@pytest.mark.parametrize(("one", "other"), AGAIN)
def test_what_is_said_again_in_other_words_is_seen(one: str, other: str) -> None:
    likely = restatement(pair(one, other))
    assert likely is not None
    assert 0.4 < likely <= 1.0
    assert at_odds(one, other) is None


@pytest.mark.parametrize(("one", "other"), [APPRENTICES, STARTER, ORDERS])
def test_what_cannot_both_hold_is_not_the_same(one: str, other: str) -> None:
    assert restatement(pair(one, other)) is None


def test_who_says_no_is_told() -> None:
    found = at_odds(*STARTER)
    assert found is not None
    assert found.why == "one says no where the other says yes"


def held_unlike(one: str, other: str, monkeypatch: pytest.MonkeyPatch) -> Disagreement | None:
    """Return why two are at odds which the trees take for that."""
    monkeypatch.setattr(other_words, "_opinion", lambda _pair: other_words.Opinion(0.0, 0.8))
    return at_odds(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "Cooling the rye takes forty minutes, since one fan serves the racks",
            "The rye takes forty minutes to cool because the racks are served by one fan",
        ),
        (
            "A crate cannot hold more than 24 loaves; bigger orders are cut up",
            "The bread box takes at most 24 loaves, so an order is split",
        ),
        (
            "The cellar never has less than 8 °C when loaves rest",
            "Where loaves rest, the cellar has at least 8 °C",
        ),
        (
            "The side door is the only way to enter the cellar",
            "The cellar is always entered by the side door",
        ),
    ],
)
def test_what_says_all_of_the_other_or_its_limit_is_not_at_odds(
    one: str, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert held_unlike(one, other, monkeypatch) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Loaves rest in the cellar", "Loaves never rest in the cellar"),
        ("A crate holds at most 24 loaves", "A crate holds at most 30 loaves"),
        ("A crate holds at most 24 loaves", "A crate holds 24 loaves at least"),
        ("The side door is the only way into the cellar", "The side door of the cellar is open"),
    ],
)
def test_a_no_or_another_limit_is_still_at_odds(
    one: str, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert held_unlike(one, other, monkeypatch) is not None


def test_one_no_in_two_wordings_is_not_at_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    two = "Prices are whole cents. No fractions on bills.", "Fractions are forbidden for prices on bills."
    assert held_unlike(*two, monkeypatch) is None


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (
            "Yeast must not be put into the cold room.",
            "Fresh yeast is kept in the cold room on a shelf.",
            False,
        ),
        ("Flour sacks are put on the shelf (not on the floor).", "The shelf holds all flour sacks.", True),
    ],
)
def test_what_only_one_of_two_denies_is_not_said_again(
    one: str, other: str, same: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(other_words, "_opinion", lambda _pair: other_words.Opinion(0.9, 0.0))
    judged = pair(one, other)
    assert judged is not None
    assert (restatement(judged) is not None) == same


def test_what_came_in_the_place_of_another_is_not_at_odds_with_what_speaks_of_it() -> None:
    came = "The paper ledger of the wholesale was replaced by Lexoffice in spring"
    assert at_odds(came, "Wholesale orders go out from the counter through Lexoffice") is None
    assert at_odds(came, "Wholesale orders are kept in a paper ledger") is not None


def test_what_something_is_a_sign_of_is_denied_of_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    oven = "The gas oven stands in the cellar, on the second line"
    assert held_unlike(oven, "Flat loaves mean that the gas oven is not on", monkeypatch) is None
    assert held_unlike(oven, "The gas oven is not in the cellar", monkeypatch) is not None


def test_what_a_fault_came_from_is_no_yes_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = "Never add 24 hours to the civil date in the tide reports"
    fault = "The tide reports of March were an hour short; the cause was adding 24 hours to the civil date"
    assert held_unlike(rule, fault, monkeypatch) is None
    assert held_unlike(rule, "The tide reports add 24 hours to the civil date", monkeypatch) is not None


def test_what_once_happened_takes_nothing_from_a_rule() -> None:
    one, other = STARTER
    seen = pair(one, other)
    judged = told_by_store(one, other, (0, 1), seen.similarity, lambda: seen.words, seen.vectors)
    assert judged is not None
    rule, event = Side(one, MemoryType.PROCEDURAL), Side("The sourdough was fed twice", MemoryType.EPISODIC)
    assert rival(rule, Side(other, MemoryType.SEMANTIC), judged) is not None
    assert rival(rule, event, judged) is None


def test_far_apart_long_or_without_vectors_nothing_is_told() -> None:
    one, other = APPRENTICES
    assert at_odds(one, other, similarity=None) is None
    assert at_odds(one, other, similarity=0.1) is None
    assert at_odds(one, other + " and so on" * (LONGEST // 10)) is None
    assert told_by_store(one, other, (0, 1), 0.6, lambda: pair(one, other).words, None) is None


def test_the_words_of_the_store_are_only_asked_for_where_the_two_are_alike() -> None:
    def never() -> StoreWords:
        raise AssertionError("asked")

    assert told_by_store(APPRENTICES[0], OTHERS[0], (0, 1), 0.1, never, pair(*APPRENTICES).vectors) is None


def test_a_word_that_many_have_brings_no_two_together() -> None:
    one, other = "The oven is hot", "The oven is new"
    common = StoreWords(dict(enumerate([one, other, *(f"The oven bakes {n} pies" for n in range(9))])))
    assert not brought_together(one, other, common)
    assert brought_together(one, other, StoreWords(dict(enumerate([one, other, *OTHERS]))))


def test_the_figures_are_the_same_for_both_orders() -> None:
    assert told(*APPRENTICES) == told(*reversed(APPRENTICES))


def test_own_words_of_one_sort_are_near() -> None:
    nearest = "own words nearest in meaning"
    of_one_sort = told("Recipes are kept in Postgres.", "Recipes are kept in MySQL.")
    apart = told("Recipes are kept in Postgres.", "Recipes are kept in August.")
    assert of_one_sort[nearest] > apart[nearest]


def test_a_model_reads_what_it_wrote_and_refuses_what_it_did_not() -> None:
    data = FILE.read_bytes()
    assert Model.from_bytes(data).to_bytes() == data
    with pytest.raises(ModelUnusable, match="another version"):
        Model.from_bytes(data.replace(b"memtui other words model 1", b"memtui other words model 9", 1))
    with pytest.raises(ModelUnusable, match="other figures"):
        Model.from_bytes(data.replace(NAMES[0].encode(), b"something", 1))
    with pytest.raises(ModelUnusable, match="damaged"):
        Model.from_bytes(data[: len(data) // 2])
