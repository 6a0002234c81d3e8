"""The pure part of reading answers: importance, types and categories as models write them."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.capture.model_answer import FACTS, FoundFact, categories_of, importance_of
from memtui.domain.memory import MemoryType
from memtui.llm.answers import Garbage, read, refuses


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (0.8, 0.8),
        ("0.8", 0.8),
        ("0,8", 0.8),
        (80, 0.8),
        ("80%", 0.8),
        ("8/10", 0.8),
        ("8 out of 10", 0.8),
        (8, 0.8),
        ("high", 0.8),
        ("Very High", 0.9),
        (1, 1.0),
        (0, 0.0),
        (None, 0.5),
    ],
)
def test_importance_is_understood_on_every_scale(written: object, meant: float) -> None:
    assert importance_of(written) == pytest.approx(meant)


@pytest.mark.parametrize("written", ["lots", -1, 101, float("nan"), True, [], {}])
def test_importance_that_means_nothing_is_refused(written: object) -> None:
    with pytest.raises(ValueError, match="a number from 0 to 1"):
        importance_of(written)


def test_categories_are_cleaned() -> None:
    assert categories_of("Decision, #infra; tech debt") == ["decision", "infra", "tech_debt"]
    assert categories_of(["decision", "decision", "a/b", 7]) == ["decision", "7"]
    assert categories_of(None) == []


def test_a_fact_is_read_under_other_names_too() -> None:
    fact = FoundFact.model_validate({"fact": " X is 3. ", "evidence": "X is 3", "type": "Decision", "id": 9})
    assert (fact.text, fact.quote, fact.type) == ("X is 3.", "X is 3", MemoryType.SEMANTIC)


def test_one_object_a_line_is_a_list() -> None:
    text = '{"text": "a", "quote": "a"}\n{"text": "b", "quote": "b"}'
    assert [item.text for item in read(text, FACTS).items] == ["a", "b"]


ONE = '{"text": "a", "quote": "a"}'


@pytest.mark.parametrize(
    "begun",
    [
        f'{{"facts": [{ONE}',
        f'```json\n{{"facts": [{ONE}, {{"te\n```',
        f"Here it is: [{ONE},",
        f'{{"facts": [{ONE}, {{"text": "b [',
    ],
)
def test_a_list_that_is_not_closed_is_half_an_answer(begun: str) -> None:
    with pytest.raises(Garbage) as failed:
        read(begun, FACTS)
    assert failed.value.cut_off


@pytest.mark.parametrize(
    "whole",
    [
        f"[note, see below: {ONE}",
        f'{{"facts": [{ONE}]',
        f'{{"facts": [{ONE},],}}',
        f'{ONE[:-1]}, "reason": "he said "no" [1"}}\n{ONE}',
    ],
)
def test_other_brackets_do_not_make_it_half_an_answer(whole: str) -> None:
    assert read(whole, FACTS).items[0].text == "a"


def test_a_text_that_says_sorry_in_json_is_no_refusal() -> None:
    assert refuses("I'm sorry, I cannot do that.")
    assert not refuses('Sorry for the delay: {"facts": []}')
    assert not refuses("The text holds nothing.")


@given(st.text() | st.text(alphabet='{}[]",:`\\ \nfacts0'))
def test_no_answer_breaks_the_reader(text: str) -> None:
    with contextlib.suppress(Garbage):
        assert read(text, FACTS).malformed >= 0


def test_brackets_without_end_are_read_in_no_time() -> None:
    with pytest.raises(Garbage):
        read("[" * 200_000, FACTS)
    with pytest.raises(Garbage):
        read('{"a": ' * 100_000 + "1", FACTS)
