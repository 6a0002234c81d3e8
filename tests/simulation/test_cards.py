"""A card is right when a person who knows what is so, and what will be asked for, would act on it."""

from random import Random

import pytest

from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import MemoryType
from simulation.aspects import OF_PARTS
from simulation.figures import Options, Result, Suggestion
from simulation.person import Person
from simulation.topics import Topic, of_aspect
from simulation.truth import Label

PORT = next(aspect for aspect in OF_PARTS if aspect.name == "port")


@pytest.fixture
def topic() -> Topic:
    found = of_aspect(PORT, "the Atlas gateway", "/project/atlas", Random(1))
    found.values, found.since = ["4000", "5000"], [0.0, 10.0]
    return found


def result_with(*labels: Label) -> Result:
    result = Result(Options(), Person(0.8))
    for number, label in enumerate(labels, 1):
        result.truth.note(number, label)
    return result


def learning(rule: str, brings: Label | None) -> Suggestion:
    change = Change(Deed.LEARN, gone=(1,), draft={"text": "…"})
    return Suggestion(Kind.LEARNED, rule, change, (1,), 12.0, brings)


def test_a_merge_that_keeps_the_fact_is_right(topic: Topic) -> None:
    result = result_with(Label(1, topic, 1, "5000"))
    assert result.is_right(learning("learned/merges", Label(12, topic, 1, "5000")))
    assert not result.is_right(learning("learned/merges", Label(12, topic, 0, "4000")))


def test_a_new_value_of_the_same_thing_is_a_conflict_and_a_rewording_is_none(topic: Topic) -> None:
    result = result_with(Label(1, topic, 0, "4000"))
    assert result.is_right(learning("learned/conflicts", Label(12, topic, 1, "5000")))
    assert not result.is_right(learning("learned/conflicts", Label(12, topic, 0, "4000")))


def test_what_would_put_junk_in_the_place_of_a_fact_is_wrong(topic: Topic) -> None:
    result = result_with(Label(1, topic, 1, "5000"))
    assert not result.is_right(learning("learned/merges", None))


def test_a_rule_that_is_to_be_a_fact_again_is_rightly_asked_about_where_another_value_is_stated(
    topic: Topic,
) -> None:
    result = result_with(Label(1, topic, 0, "4000"), Label(12, topic, 1, "5000"), Label(12, topic, 0, "4000"))
    demoted = Change(Deed.RETYPE, keep=1, type=MemoryType.SEMANTIC)
    assert result.is_right(Suggestion(Kind.CONFLICT, "conflict/demote", demoted, (1, 2), 12.0))
    assert not result.is_right(Suggestion(Kind.CONFLICT, "conflict/demote", demoted, (1, 3), 12.0))
