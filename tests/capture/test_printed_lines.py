"""What a program printed is nobody's statement, however much it reads like a rule."""

import asyncio
from datetime import date

import pytest

from memtui.capture.facts import Window
from memtui.capture.printed_lines import FORMS, form_of
from memtui.capture.rules.extractor import RuleExtractor
from memtui.capture.sentences import sentences


@pytest.mark.parametrize("name", FORMS)
def test_each_form_is_told_from_what_a_person_writes(name: str) -> None:
    assert form_of(FORMS[name].finds) == name
    assert form_of(FORMS[name].leaves) is None


@pytest.mark.parametrize("name", FORMS)
def test_the_name_of_who_pasted_it_makes_it_no_sentence(name: str) -> None:
    assert form_of(f"User: {FORMS[name].finds.strip()}") == name


def test_of_a_traceback_no_line_is_read_and_what_stands_around_it_is() -> None:
    text = (
        "The import fails on Mondays.\n"
        "Traceback (most recent call last):\n"
        '  File "/app/rates.py", line 10, in <module>\n'
        "    raise BadRate\n"
        "\n"
        "rates.errors.BadRate: rates must never be negative\n"
        "Rates of the weekend must be loaded by hand.\n"
    )
    assert [each.text for each in sentences(text)] == [
        "The import fails on Mondays.",
        "Rates of the weekend must be loaded by hand.",
    ]


def test_a_traceback_that_was_cut_off_takes_no_sentence_along() -> None:
    text = 'Traceback (most recent call last):\n  File "/app/rates.py", line 10\nRates must be positive.\n'
    assert [each.text for each in sentences(text)] == ["Rates must be positive."]


def test_a_rule_between_the_output_of_tests_is_all_that_is_learned() -> None:
    text = (
        "User: now run the tests\n"
        "E AssertionError: expected 200 but the status must be 404\n"
        "E   assert 404 == 200\n"
        "tests/test_rates.py:12: the rate must never be negative\n"
        "2026-11-20 10:00:01,123 ERROR rates.loader The rate file must be in UTF-8\n"
        "User: we have to use Decimal for money, floats lose cents\n"
    )
    found = asyncio.run(RuleExtractor(date(2026, 11, 20)).extract(Window(0, text, 0, len(text))))
    assert [each.text for each in found] == ["We have to use Decimal for money, floats lose cents."]
