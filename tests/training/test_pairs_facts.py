"""Pairs that are made from facts told in several ways."""

import random
from pathlib import Path

import pytest

from memtui.language.relation import Relation
from training.pairs_facts import BESIDE, EACH, Fact, beside, facts, pairs_of

SHIPPED = Path("training/data/facts.toml")
PORT = Fact(
    ["the api", "the worker"],
    ["80", "90"],
    ["{who} listens on {what}", "port of {who}: {what}"],
    ["{who} moved to {what}"],
    ["{who} has no port"],
    many=False,
)


def _told(fact: Fact, wanted: Relation) -> list[tuple[str, str]]:
    found = pairs_of(fact, random.Random(1))
    return [(older.lower(), newer.lower()) for older, newer, relation in found if relation is wanted]


def _about(text: str, names: list[str]) -> set[str]:
    return {name for name in names if name in text}


def test_the_same_is_one_fact_in_two_wordings() -> None:
    told = _told(PORT, Relation.SAME)
    assert len(told) == EACH
    for older, newer in told:
        assert older.rstrip(".") != newer.rstrip(".")
        assert _about(older, ["80", "90"]) == _about(newer, ["80", "90"])
        assert _about(older, ["api", "worker"]) == _about(newer, ["api", "worker"])


def test_what_is_overtaken_is_told_of_the_same_one_with_another_value_or_denied() -> None:
    told = _told(PORT, Relation.OVERTAKEN)
    assert any("has no port" in older + newer for older, newer in told)
    for older, newer in told:
        assert _about(older, ["api", "worker"]) == _about(newer, ["api", "worker"])
        assert _about(older, ["80", "90"]) != _about(newer, ["80", "90"])


def test_where_several_hold_another_value_overtakes_nothing() -> None:
    likes = Fact(
        ["ada", "bo"], ["chess", "tea"], ["{who} likes {what}", "{what} suits {who}"], [], [], many=True
    )
    assert not _told(likes, Relation.OVERTAKEN)
    assert any(
        _about(a, ["ada", "bo"]) == _about(b, ["ada", "bo"]) for a, b in _told(likes, Relation.NOTHING)
    )


def test_the_same_facts_give_the_same_pairs() -> None:
    assert [*pairs_of(PORT, random.Random("x"))] == [*pairs_of(PORT, random.Random("x"))]


@pytest.mark.few(12)
@pytest.mark.parametrize("fact", facts(SHIPPED), ids=lambda fact: str(fact.ways[0]))
def test_each_shipped_fact_can_be_told_in_several_ways(fact: Fact) -> None:
    assert len(set(fact.who)) > 1
    assert len(set(fact.what)) > 1
    assert len(set(fact.ways)) > 1
    assert all("{who}" in way for way in [*fact.ways, *fact.changed])
    assert all("{what}" in way for way in fact.ways)
    assert not (fact.many and fact.changed), "where several hold, a new one changes nothing"


def test_another_fact_of_the_same_one_is_nothing_to_it() -> None:
    colour = Fact(
        ["the api"], ["red", "blue"], ["{who} is {what}", "colour of {who}: {what}"], [], [], many=False
    )
    for found in beside([PORT, colour], random.Random(1)):
        assert len(found) == BESIDE
        for older, newer, relation in found:
            assert relation is Relation.NOTHING
            told = [bool(_about(text, ["red", "blue", "colour"])) for text in (older.lower(), newer.lower())]
            assert sorted(told) == [False, True]
