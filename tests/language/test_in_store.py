"""Lines under headings that say the same are told by their store: what is rare, and who else says it."""

import pytest

from memtui.language.in_store import NAMES, Seen, figures, of_one_file, shares_enough, weighed
from memtui.language.measures import NAMES as MEASURES
from memtui.language.store_words import StoreWords

MEASURED = [0.0] * len(MEASURES)
LINT = "Commands: Lint with `make lint`"
LISTED = "Before a release: Build with `make all`. Lint with `make lint`. Then tag and announce it."
OTHERS = {number: f"Commands: thing {number} is made of part {number}" for number in range(2, 20)}
WORDS = StoreWords({0: LINT, 1: LISTED} | OTHERS)


def told(one: str, other: str, *, one_file: bool = True) -> dict[str, float]:
    return dict(zip(NAMES, figures(0.5, MEASURED, Seen(one, other, (0, 1), WORDS, one_file)), strict=True))


def test_a_line_that_stands_wholly_in_a_list_is_known_by_what_the_list_says() -> None:
    found = told(LINT, LISTED)
    assert found["the shorter in the longer"] == 1.0
    assert found["the shorter in one statement of the longer"] == 1.0
    assert found["the longer in the shorter"] < 0.5


def test_code_that_only_the_shorter_has_is_counted() -> None:
    assert told(LINT, LISTED)["code that only the shorter has"] == 0
    assert (
        told("Commands: Lint with `make lint-all` and `make lint`", LISTED)["code that only the shorter has"]
        == 1
    )


def test_names_that_only_the_longer_has_are_weighed() -> None:
    plain, named = "Notes: lint with make lint first of all", "Notes: lint with make lint in HeronGateway v2"
    only = "what only the longer names"
    assert told(LINT, named)[only] > told(LINT, plain)[only]


def test_two_that_share_hardly_a_rare_word_are_not_judged() -> None:
    seen = Seen("Commands: run the parser", "Notes: the mailer is slow", (0, 1), WORDS, True)
    assert not shares_enough(seen)
    assert shares_enough(Seen(LINT, LISTED, (0, 1), WORDS, True))


@pytest.mark.parametrize(
    ("shorter", "longer", "enough"),
    [
        ("just brew: brew teas", "Teas are listed in teas/list.csv, brew them only on Sundays.", False),
        ("just brew: brew teas", "`just up` heats the water, `just brew` brews teas.", True),
        ("just brew: brewTeas()", "Teas come first, and brewTeas waits for them.", True),
        ("Kitchen: `brew teas`", "`make all` heats the water, `brew teas` comes next.", True),
        ("just brew: brew green teas", "Green ones are teas that we brew on Sundays only.", True),
    ],
)
def test_two_plain_words_have_to_stand_together(shorter: str, longer: str, enough: bool) -> None:
    words = StoreWords({0: shorter, 1: longer} | OTHERS)
    assert shares_enough(Seen(shorter, longer, (0, 1), words, False)) is enough


def test_neither_their_order_nor_another_file_changes_what_they_share() -> None:
    assert told(LINT, LISTED) == told(LISTED, LINT)
    here, there = told(LINT, LISTED), told(LINT, LISTED, one_file=False)
    assert {name for name in NAMES if here[name] != there[name]} == {"in one file"}


@pytest.mark.parametrize("same", [0.0, 1.0])
def test_what_the_trees_are_certain_of_is_no_endless_logit(same: float) -> None:
    found = figures(same, MEASURED, Seen(LINT, LISTED, (0, 1), WORDS, True))
    assert abs(found[0]) == pytest.approx(6.0)
    assert 0.0 < weighed(found, [1.0] * len(NAMES)) <= 1.0


def test_two_days_of_a_diary_are_as_one_file() -> None:
    assert of_one_file("memory/2026-02-14.md", "memory/2026-02-15.md")
    assert of_one_file("", "")
    assert not of_one_file("memory/setup.md", "memory/testing.md")
