"""Plain rules, new names and addresses are kept; what leaves open or only says when one meets is not."""

import asyncio
from datetime import date

import pytest

from memtui.capture.facts import Window
from memtui.capture.rules.extractor import RuleExtractor
from memtui.capture.rules.reference import Leaning, leaning


def _texts(text: str) -> list[str]:
    found = asyncio.run(RuleExtractor(date(2032, 1, 1)).extract(Window(0, text, 0, len(text))))
    return [candidate.text for candidate in found]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Please run `kiln check` before you fire.", "Please run `kiln check` before you fire."),
        ("`Kiln.heat()` was renamed to `Kiln.fire()`.", "`Kiln.heat()` was renamed to `Kiln.fire()`."),
        ("Our order form is https://orders.example/new.", "Our order form is https://orders.example/new."),
        ("The glaze recipes live in `~/glazes.toml`.", "The glaze recipes live in `~/glazes.toml`."),
        (
            "User: Start the kiln with `kiln run --slow`, the fast curve cracks the tiles here",
            "Start the kiln with `kiln run --slow`, the fast curve cracks the tiles here.",
        ),
        (
            "User: Actually scrap what I said on Monday: glazes are kept for 9 days now",
            "Glazes are kept for 9 days now.",
        ),
        ("Beschluss: Der Ofen läuft ab sofort nur noch nachts.", "Der Ofen läuft ab sofort nur noch nachts."),
        (
            "User: Yes, the till listens on till-5 because till-2 is taken.",
            "The till listens on till-5 because till-2 is taken.",
        ),
        ("User: ok, from now on we stay with the old kiln then", "From now on we stay with the old kiln."),
    ],
)
def test_what_is_to_hold_is_kept_without_what_opens_it(said: str, kept: str) -> None:
    assert _texts(said) == [kept]


@pytest.mark.parametrize(
    "said",
    [
        "Ob wir den Ofen verkaufen, ist noch offen.",
        "Next meeting 4 December, same hall.",
        "Please run along, said Ann.",
    ],
)
def test_what_holds_only_now_or_is_left_open_is_not(said: str) -> None:
    assert _texts(said) == []


def test_what_lies_at_a_path_is_nobody_that_lives_there() -> None:
    text = "The glaze recipes live in `~/glazes.toml`."
    (found,) = asyncio.run(RuleExtractor(date(2032, 1, 1)).extract(Window(0, text, 0, len(text))))
    assert "identity" not in found.categories


def test_a_german_rule_for_anybody_stands_alone() -> None:
    assert leaning("Es darf niemals bei offener Tür gebrannt werden.") is Leaning.NOT
    assert leaning("Es darf niemals offen stehen.") is Leaning.FIRMLY
