"""A value that is corrected at once: the last one is learned, and what corrects it is no fact by itself."""

import asyncio
from datetime import date

import pytest

from memtui.capture.facts import Candidate, Window
from memtui.capture.quotes import locate
from memtui.capture.rules.extractor import RuleExtractor
from memtui.capture.rules.taking_back import WAYS, correction
from memtui.phrases import Phrase


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_each_way_is_told_from_what_says_more(way: Phrase) -> None:
    assert way.pattern.fullmatch(way.finds.rstrip(" .。"))
    assert correction(way.leaves) is None


def facts(text: str) -> list[Candidate]:
    return asyncio.run(RuleExtractor(date(2026, 11, 20)).extract(Window(0, text, 0, len(text))))


@pytest.mark.parametrize(
    ("said", "corrected", "learned"),
    [
        ("We always use a line length of 100.", "Hmm no wait, 88.", "We always use a line length of 88."),
        (
            "Never upload more than 60 MB at 3 a.m.",
            "sorry, make it 80 MB",
            "Never upload more than 80 MB at 3 a.m.",
        ),
        (
            "We deploy the shop to Dublin from now on.",
            "no, Frankfurt!",
            "We deploy the shop to Frankfurt from now on.",
        ),
        (
            "Wir verwenden immer 4 Leerzeichen.",
            "ach nein, doch lieber 2",
            "Wir verwenden immer 2 Leerzeichen.",
        ),
        ("Wir verwenden immer 4 Leerzeichen.", "Eigentlich 2.", "Wir verwenden immer 2 Leerzeichen."),
    ],
)
def test_the_value_that_holds_is_learned(said: str, corrected: str, learned: str) -> None:
    text = f"User: {said}\nAssistant: Done.\nUser: {corrected}\nAssistant: Changed.\n"
    found = facts(text)
    assert [fact.text for fact in found] == [learned]
    assert all(locate(fact.quote, text) for fact in found)


def test_a_long_answer_in_between_changes_nothing() -> None:
    text = (
        f"User: We always use a line length of 100.\nAssistant: {'It is done. ' * 200}\nUser: no wait, 88\n"
    )
    (fact,) = facts(text)
    assert fact.text == "We always use a line length of 88."
    assert locate(fact.quote, text)


def test_it_may_be_corrected_twice() -> None:
    text = "User: We always use a line length of 100.\nUser: no wait, 88\nUser: sorry, 90\n"
    assert [fact.text for fact in facts(text)] == ["We always use a line length of 90."]


def test_nobody_corrects_what_another_said() -> None:
    text = "Assistant: We always use a line length of 100, which must stay.\nUser: no wait, 88\n"
    assert not any("88" in fact.text for fact in facts(text))
