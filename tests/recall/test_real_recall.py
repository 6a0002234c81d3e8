"""Recall on real conversations and real updates. They lie beside the repository, never in it."""

import pytest

from benchmarks.pairs import BESIDE
from benchmarks.recall import by_recall, conversations, newer_first, offline, r10, without_strength
from memtui.llm.embeddings import Embedder

pytestmark = [
    pytest.mark.long,
    pytest.mark.real,
    pytest.mark.skipif(not (BESIDE / "recall").is_dir(), reason="the real data is not part of the project"),
]


@pytest.fixture
def model() -> Embedder:
    if (model := offline()) is None:
        pytest.skip("wordllama is not installed")
    return model


def test_most_turns_are_among_the_first_ten(model: Embedder) -> None:
    assert r10(conversations(BESIDE, "turns"), by_recall(model), model) >= 70


def test_most_facts_are_among_the_first_ten_and_strength_costs_hardly_any(model: Embedder) -> None:
    talks = conversations(BESIDE, "facts")
    reached = r10(talks, by_recall(model), model)
    assert reached >= 78
    assert without_strength(talks, model) - reached <= 1.0


@pytest.mark.parametrize("by_meaning", [True, False])
def test_the_newer_of_two_facts_about_one_thing_comes_first(by_meaning: bool) -> None:
    model = offline() if by_meaning else None
    assert newer_first(BESIDE, model) >= 80
