"""A statement that is its quote, word for word, needs no weighing; one that only looks like it does."""

from datetime import date

import pytest

from memtui.capture.facts import Candidate, Window
from memtui.capture.gates import Checking, check
from memtui.capture.grounding import Source, ground, is_unsure, unfounded
from memtui.capture.support.reached import reached
from memtui.capture.support.word_for_word import is_all_of, stands_in

TODAY = date(2031, 3, 20)


@pytest.mark.parametrize(
    ("statement", "quoted"),
    [
        ("The kiln is fired on Mondays.", "The kiln is fired on Mondays."),
        ("The kiln is fired on Mondays.", "- [x] **the kiln** is fired\n  on Mondays"),
        ("The kiln is fired on Mondays.", "2. The [kiln](https://kiln.example) is fired on Mondays;"),
        ("窯は月曜に焚く。", "・窯は月曜に焚く"),
    ],
)
def test_a_sentence_in_its_own_words_is_all_of_its_quote(statement: str, quoted: str) -> None:
    assert is_all_of(statement, quoted, "")


@pytest.mark.parametrize(
    ("statement", "quoted", "speaker"),
    [
        ("The kiln is fired on Mondays.", "It is not true that the kiln is fired on Mondays.", ""),
        ("The kiln is fired on Mondays.", "The kiln is fired on Mondays if Tim is there.", ""),
        ("The kiln is fired at 5 degrees.", "The kiln is fired at -5 degrees.", ""),
        ("The kiln is fired on Mondays.", "The kiln is fired on Mondays?", ""),
        ("I fire the kiln on Mondays.", "I fire the kiln on Mondays.", "nora"),
        ("", "", ""),
    ],
)
def test_what_leaves_something_open_is_not(statement: str, quoted: str, speaker: str) -> None:
    assert not is_all_of(statement, quoted, speaker)


@pytest.mark.parametrize(
    ("statement", "quote", "stands"),
    [
        ("It takes 5 hours.", "- It takes 5 hours, and two more to cool.", True),
        ("It takes 5…", "It takes 5 hours.", True),
        ("It takes 5.", "It takes 5.5 hours.", False),
        ("It takes 5.", "It takes 50 hours.", False),
        ("It takes 6 hours.", "It takes 5 hours.", False),
    ],
)
def test_words_that_stand_in_a_quote_are_told_from_others(statement: str, quote: str, stands: bool) -> None:
    assert stands_in(statement, quote) is stands


def test_a_statement_that_is_its_quote_is_borne_out_before_anything_else_of_the_text_is_read() -> None:
    said = "Tim fires the kiln on 4 March 2031."
    text = f"# Kiln\n\n- {said}\n- Nora is away until 9 March 2031.\n"
    source, at = Source(text, TODAY), text.index(said)
    candidate = Candidate(said, f"- {said}", importance=0.6)
    assert unfounded(said, source, (at, at + len(said))) is None
    assert check(candidate, Checking(Window(0, text, 0, len(text)), source)) is None
    assert not source.__dict__.keys() & {"whole", "numbers", "values"}


def test_nobody_is_asked_once_more_about_the_very_words_of_a_text() -> None:
    said = "Maybe the kiln is fired on Mondays."
    assert not is_unsure(said, Source(said, TODAY), (0, len(said)))


def test_the_days_of_a_message_are_those_of_when_it_was_written_whoever_is_quoted() -> None:
    text = (
        "nora commented on Mar 4, 2031\n\nThe new kiln came yesterday.\n\n"
        "tim commented on Mar 12, 2031\n\nIt was fired on the day that it came.\n"
    )
    source, at = Source(text, TODAY), text.index("It was fired")
    claim, held_against = ground("The kiln was fired on 3 March 2031.", source, (at, len(text)))
    assert reached(claim.times, held_against)
    first = ground("The kiln came.", source, (text.index("The new"), text.index("tim ")))[1]
    assert first.whole is held_against.whole
