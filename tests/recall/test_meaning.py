"""Memories are found by what they mean, also where no word is shared."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from memtui.capture import embedding
from memtui.lifecycle.change import Edit, edit
from memtui.llm.embeddings import Embedder
from memtui.llm.errors import LlmError
from memtui.recall.catching_up import catch_up
from memtui.recall.meaning import Meaning, Signs
from memtui.recall.search import recall
from memtui.store import embeddings, memories
from memtui.store.database import Store
from memtui.store.reach import around
from tests.lifecycle.worlds import PERSON, added
from tests.recall.conftest import texts


def test_a_memory_that_shares_no_word_is_found_by_its_meaning(store: Store, model: Embedder) -> None:
    for text in ("The physician recommends jogging", "The build takes nine minutes"):
        added(store, text)
    embedding.fill(store, model)
    assert texts(recall(store, "A doctor advises running")) == []
    assert texts(recall(store, "A doctor advises running", embedder=model)) == [
        "The physician recommends jogging"
    ]


@pytest.mark.parametrize("question", ["zzz qqq", "what is qqq", "hjkl"])
def test_letters_that_are_no_word_mean_nothing(store: Store, model: Embedder, question: str) -> None:
    for text in (
        "The tests run with pytest -q",
        "Carriers whose code starts with ZZ are left out",
        "Maybe in Q1",
    ):
        added(store, text)
    embedding.fill(store, model)
    assert texts(recall(store, question, embedder=model)) == []


def test_a_short_name_is_still_compared(store: Store, model: Embedder) -> None:
    added(store, "Kubernetes runs in Frankfurt")
    embedding.fill(store, model)
    assert texts(recall(store, "k8s", embedder=model)) == ["Kubernetes runs in Frankfurt"]


class Broken:
    """An embedder whose server is away."""

    name = "far/away"

    def embed(self, _texts: object) -> object:
        raise LlmError("far/away does not answer.")


def test_no_embedder_is_asked_where_no_memory_could_answer(store: Store) -> None:
    added(store, "Zephyr deploys on Fridays", "/project/shop")
    found = recall(store, "zephyr", scope="/project/atlas", embedder=Broken())  # type: ignore[arg-type]
    assert (found.hits, found.notes) == ([], [])


def test_without_its_embedder_recall_goes_by_words_and_says_so(store: Store) -> None:
    added(store, "Zephyr deploys on Fridays")
    found = recall(store, "zephyr", embedder=Broken())  # type: ignore[arg-type]
    assert texts(found) == ["Zephyr deploys on Fridays"]
    assert found.notes == ["Searched by words alone: far/away does not answer."]


def test_catching_up_gives_new_memories_vectors_and_leaves_the_rest(store: Store, model: Embedder) -> None:
    for number in range(3):
        added(store, f"fact {number}")
    assert catch_up(store, model, most=2) == 2
    assert embeddings.count_missing(store, model.name) == 1
    assert catch_up(store, model) == 1
    assert embeddings.count_missing(store, model.name) == 0


class Paid:
    """A model that costs money for each text, and notes what it was given."""

    name = "far/away"

    def __init__(self) -> None:
        self.given: list[str] = []

    def embed(self, given: Sequence[str]) -> Any:
        self.given += given
        return np.ones((len(given), 4), np.float32) / 2


def test_a_model_that_costs_money_is_given_the_question_alone(store: Store) -> None:
    paid = Paid()
    for text in ("Zephyr deploys on Fridays", "The build of Zephyr takes nine minutes"):
        added(store, text)
    embedding.fill(store, paid)
    added(store, "Zephyr has no vector yet")
    paid.given.clear()
    assert recall(store, "when does zephyr deploy?", embedder=paid, signs=Signs()).hits
    assert paid.given == ["when does zephyr deploy?"]


def test_a_model_that_costs_money_gives_no_vectors_unasked(store: Store) -> None:
    added(store, "Zephyr deploys on Fridays")
    paid = Paid()
    assert catch_up(store, paid) == 0
    assert paid.given == []


def test_an_edited_memory_is_compared_by_its_new_text(store: Store, model: Embedder) -> None:
    changed = added(store, "The build takes nine minutes")
    embedding.fill(store, model)
    edit(store, [changed], Edit(text="The physician recommends jogging"), by=PERSON)
    meaning = Meaning(store, model, "A doctor advises running")
    assert meaning.cosines(memories.get_many(store, [changed]))[0] > 0.4


def test_sign_bits_bring_up_what_an_exact_scan_does_and_learn_of_new_memories(
    store: Store, model: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    signs = Signs()
    monkeypatch.setattr("memtui.recall.meaning.EXACT", 0)
    for text in ("The physician recommends jogging", "The build takes nine minutes", "Lunch is at noon"):
        added(store, text)
        embedding.fill(store, model)
        nearest = Meaning(store, model, "A doctor advises running", signs).nearest(around("/"), 1)
        assert [m.text for m in memories.get_many(store, nearest)] == ["The physician recommends jogging"]
    everything = Meaning(store, model, "A doctor advises running", signs).nearest(around("/"), 10)
    monkeypatch.setattr("memtui.recall.meaning.EXACT", 50_000)
    assert everything == Meaning(store, model, "A doctor advises running").nearest(around("/"), 10)


def test_a_store_of_personal_size_is_compared_exactly_whoever_asks(store: Store, model: Embedder) -> None:
    signs = Signs()
    added(store, "The physician recommends jogging")
    embedding.fill(store, model)
    assert len(Meaning(store, model, "A doctor advises running", signs).nearest(around("/"), 1)) == 1
    assert signs.nearest(model.embed(["A doctor advises running"])[0], 1) == []


def test_in_a_large_store_a_small_scope_is_still_searched_by_meaning(
    store: Store, model: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    for scope in ("/project/atlas", "/project/bolt"):
        added(store, "The physician recommends jogging", scope)
    embedding.fill(store, model)
    monkeypatch.setattr("memtui.recall.meaning.EXACT", 1)
    monkeypatch.setattr("memtui.recall.meaning._EXACT_IN_SCOPE", 1)
    asked = "A doctor advises running"
    assert len(recall(store, asked, scope="/project/atlas", embedder=model).hits) == 1
    assert recall(store, asked, embedder=model).hits == []
    assert len(recall(store, asked, embedder=model, signs=Signs()).hits) == 2
