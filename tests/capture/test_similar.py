"""Which memories are brought up as near to a text: by words, by meaning, around a scope."""

import pytest

from memtui.capture import embedding
from memtui.capture.similar import neighbours
from memtui.config import Settings
from memtui.lifecycle.states import drop
from memtui.llm.embeddings import Embedder, embedder
from memtui.store import words
from memtui.store.database import Store
from memtui.store.words import WordSearch, words_of
from tests.lifecycle.worlds import PERSON, added


def texts(store: Store, text: str, scope: str = "/", model: Embedder | None = None) -> list[str]:
    (found,) = neighbours(store, [text], scope=scope, embedder=model)
    return [near.memory.text for near in found]


@pytest.fixture
def model() -> Embedder:
    pytest.importorskip("wordllama")
    settings = Settings()
    found = embedder(settings.embeddings, settings.llm)
    assert found is not None
    return found


def test_shared_rare_words_bring_a_memory_up(store: Store) -> None:
    for text in (
        "Zephyr deploys on Fridays",
        "Zephyr is written in Go",
        "Lunch is at noon",
        "Kestrel is in Rust",
    ):
        added(store, text)
    assert texts(store, "Zephyr deploys on Mondays")[0] == "Zephyr deploys on Fridays"
    assert "Lunch is at noon" not in texts(store, "Zephyr deploys on Mondays")


def test_forms_of_a_word_are_one(store: Store) -> None:
    added(store, "Migrations are applied nightly")
    assert texts(store, "Apply the migration every night") == ["Migrations are applied nightly"]


def test_stop_words_bring_nothing_up(store: Store) -> None:
    added(store, "It is what it was")
    assert texts(store, "The parser is what it was") == []


def test_the_same_sentence_with_another_value_comes_before_others_about_the_same_people(store: Store) -> None:
    old = "Ines Varga photographed the cover of the spring catalogue"
    for text in (old, "Ines Varga and Tomas Riel run a podcast", "Tomas Riel met Ines Varga in Porto"):
        added(store, text)
    assert texts(store, "Tomas Riel photographed the cover of the spring catalogue")[0] == old


def test_meaning_brings_up_what_shares_no_word(store: Store, model: Embedder) -> None:
    for text in (
        "The physician recommends jogging",
        "The build takes nine minutes",
        "Invoices are due in May",
    ):
        added(store, text)
    embedding.fill(store, model)
    question = "A doctor advises running"
    assert texts(store, question) == []
    assert texts(store, question, model=model)[0] == "The physician recommends jogging"
    (found,) = neighbours(store, [question], embedder=model)
    assert found[0].similarity is not None
    assert found[0].similarity > 0.5


def test_only_the_scope_and_what_lies_below_and_above_it_count(store: Store, model: Embedder) -> None:
    for scope in ("/", "/project", "/project/atlas", "/project/atlas/db", "/project/bolt", "/project0"):
        added(store, f"The quasar job runs nightly in {scope}", scope)
    embedding.fill(store, model)
    for used in (None, model):
        (found,) = neighbours(store, ["The quasar job runs hourly"], scope="/project/atlas", embedder=used)
        scopes = {near.memory.scope for near in found}
        assert scopes == {"/", "/project", "/project/atlas", "/project/atlas/db"}


def test_dropped_memories_are_brought_up_too(store: Store) -> None:
    gone = added(store, "The quasar job runs nightly")
    drop(store, [gone], by=PERSON)
    assert texts(store, "The quasar job runs hourly") == ["The quasar job runs nightly"]


def test_a_purged_or_unmade_memory_is_not(store: Store) -> None:
    from memtui.lifecycle.undo import undo

    added(store, "The quasar job runs nightly")
    undo(store, by=PERSON)
    assert texts(store, "The quasar job runs hourly") == []


def test_words_in_too_many_memories_are_left_out_of_the_search(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "_ALWAYS_ROWS", 3)
    for number in range(10):
        added(store, f"common fact number {number}")
    rare = added(store, "common fact about quasars")
    search = WordSearch(store)
    assert [found for found, _ in search.nearest(["common", "fact", "quasars"], limit=5)] == [rare]
    assert search.count("common") == 11
    assert len(search.nearest(["common", "fact"], limit=5)) == 5


@pytest.mark.parametrize("text", ["", "???", '"AND" OR NOT (', "a" * 5000, "的", "NEAR/3 *", "naïve café"])
def test_no_text_breaks_the_search(store: Store, text: str) -> None:
    added(store, "naive cafe owners")
    found = neighbours(store, [text])
    assert len(found) == 1


def test_words_are_split_as_the_index_splits_them() -> None:
    assert words_of("Don't re-run job_7, it's v2.1!") == [
        "don",
        "t",
        "re",
        "run",
        "job",
        "7",
        "it",
        "s",
        "v2",
        "1",
    ]
    assert neighbours.__doc__


def test_no_texts_have_no_neighbours(store: Store) -> None:
    assert neighbours(store, []) == []
