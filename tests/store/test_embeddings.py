"""Vectors in the store: which are missing, that an edit and a purge are noticed, and an exact search."""

import numpy as np
import pytest
from numpy.typing import NDArray

from memtui.capture import embedding
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.purge import purge
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.llm.embeddings import OFFLINE, Embedder, embedder, standing
from memtui.store import embeddings
from memtui.store.database import Store
from tests.lifecycle.worlds import PERSON, added, filled


class Letters:
    """An embedder small enough to follow: how often each letter occurs, at length 1."""

    def __init__(self, name: str = "letters") -> None:
        self.name = name
        self.seen: list[str] = []

    def embed(self, texts: list[str]) -> NDArray[np.float32]:
        self.seen += texts
        counts = np.array(
            [[text.lower().count(chr(97 + i)) for i in range(26)] for text in texts], np.float32
        )
        return np.asarray(
            counts / np.maximum(np.linalg.norm(counts, axis=1, keepdims=True), 1e-9), np.float32
        )


@pytest.fixture
def letters() -> Letters:
    return Letters()


def as_embedder(letters: Letters) -> Embedder:
    return letters  # type: ignore[return-value]


def texts(rows: list[embeddings.Unembedded]) -> list[str]:
    return [row.text for row in rows]


def test_new_memories_lack_a_vector_until_they_are_filled(store: Store, letters: Letters) -> None:
    filled(store, 3)
    assert embeddings.count_missing(store, letters.name) == 3
    assert embedding.fill(store, as_embedder(letters)) == 3
    assert embeddings.count_missing(store, letters.name) == 0
    assert embedding.fill(store, as_embedder(letters)) == 0


def test_an_edited_text_is_embedded_anew_and_an_undone_one_too(store: Store, letters: Letters) -> None:
    memory = added(store, "the port is eighty")
    embedding.fill(store, as_embedder(letters))
    edit(store, [memory], Edit(text="the port is ninety"), by=PERSON)
    assert texts(embeddings.missing(store, letters.name)) == ["the port is ninety"]
    embedding.fill(store, as_embedder(letters))
    undo(store, by=PERSON)
    assert texts(embeddings.missing(store, letters.name)) == ["the port is eighty"]


def test_an_edit_of_the_importance_needs_no_new_vector(store: Store, letters: Letters) -> None:
    memory = added(store, "the port is eighty")
    embedding.fill(store, as_embedder(letters))
    edit(store, [memory], Edit(importance=0.9), by=PERSON)
    assert embeddings.count_missing(store, letters.name) == 0


def test_another_model_replaces_the_vectors(store: Store, letters: Letters) -> None:
    filled(store, 2)
    embedding.fill(store, as_embedder(letters))
    other = Letters("other")
    assert embedding.fill(store, as_embedder(other)) == 2
    assert embeddings.count_missing(store, "letters") == 2
    assert embeddings.nearest(store, "letters", letters.embed(["fact"]), limit=3) == [[]]


def test_a_stopped_fill_goes_on_where_it_was(
    store: Store, letters: Letters, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding, "_CHUNK", 2)
    filled(store, 5)
    told: list[int] = []
    assert (
        embedding.fill(store, as_embedder(letters), progress=told.append, cancelled=lambda: len(told) > 1)
        == 4
    )
    assert told == [2, 4]
    assert embedding.fill(store, as_embedder(letters)) == 1


def test_a_purge_takes_the_vector_too(store: Store, letters: Letters) -> None:
    keep, gone = filled(store, 2)
    embedding.fill(store, as_embedder(letters))
    purge(store, [gone], by=PERSON)
    assert store.query("SELECT memory_id FROM embeddings") == [(keep,)]


def test_a_memory_purged_while_its_vector_was_made_gets_none(store: Store, letters: Letters) -> None:
    (gone,) = filled(store, 1)
    rows = embeddings.missing(store, letters.name)
    purge(store, [gone], by=PERSON)
    with store.write() as tx:
        embeddings.put(tx, letters.name, rows, letters.embed(texts(rows)))
    assert store.query("SELECT count(*) FROM embeddings") == [(0,)]


def test_dropped_memories_keep_theirs_and_are_found(store: Store, letters: Letters) -> None:
    memory = added(store, "zebra")
    embedding.fill(store, as_embedder(letters))
    drop(store, [memory], by=PERSON)
    ((found, cosine),) = embeddings.nearest(store, letters.name, letters.embed(["zebras"]), limit=5)[0]
    assert found == memory
    assert 0.9 < cosine <= 1.001


def test_signed_bytes_keep_the_cosines_to_a_hundredth() -> None:
    chance = np.random.default_rng(3)
    vectors = chance.normal(size=(50, 256)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    stored = np.array([np.frombuffer(row, np.int8) for row in embeddings.quantised(vectors)], np.float32)
    stored /= np.linalg.norm(stored, axis=1, keepdims=True)
    assert np.abs(stored @ stored.T - vectors @ vectors.T).max() < 0.01


def test_a_search_over_many_blocks_is_exact(
    store: Store, letters: Letters, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embeddings, "_BLOCK", 7)
    monkeypatch.setattr(embeddings, "_QUESTIONS", 3)
    chance = np.random.default_rng(5)
    ids = [
        added(store, "".join(chr(97 + c) for c in chance.integers(0, 26, 12)) + f" {n}") for n in range(60)
    ]
    embedding.fill(store, as_embedder(letters))
    stored = {
        row[0]: np.frombuffer(row[1], np.int8).astype(np.float32)
        for row in store.query("SELECT memory_id, vector FROM embeddings")
    }
    questions = letters.embed(["banana", "quick fox", "zzz", "a", "memory of a day"])
    found = embeddings.nearest(store, letters.name, questions, limit=4)
    for question, answers in zip(questions, found, strict=True):
        cosines = {i: float(question @ stored[i] / np.linalg.norm(stored[i])) for i in ids}
        best = sorted(cosines.values(), reverse=True)[:4]
        assert [score for _, score in answers] == pytest.approx(best, abs=1e-5)
        assert all(cosines[i] == pytest.approx(score, abs=1e-5) for i, score in answers)


def test_a_scope_is_searched_with_what_lies_below_and_above(store: Store, letters: Letters) -> None:
    for scope in ("/", "/project", "/project/atlas", "/project/atlas/db", "/project0", "/user"):
        added(store, f"zebra in {scope}", scope)
    embedding.fill(store, as_embedder(letters))
    found = embeddings.nearest(store, letters.name, letters.embed(["zebra"]), limit=9, scope="/project/atlas")
    scopes = {
        store.query("SELECT scope FROM memories WHERE id = ?", (memory_id,))[0][0]
        for memory_id, _ in found[0]
    }
    assert scopes == {"/", "/project", "/project/atlas", "/project/atlas/db"}


def test_fewer_memories_than_asked_for_are_all_returned(store: Store, letters: Letters) -> None:
    filled(store, 2)
    embedding.fill(store, as_embedder(letters))
    assert len(embeddings.nearest(store, letters.name, letters.embed(["fact"]), limit=10)[0]) == 2
    assert embeddings.nearest(store, letters.name, np.zeros((0, 26), np.float32), limit=10) == []


def test_the_default_model_works_offline_and_finds_the_same_in_other_words() -> None:
    pytest.importorskip("wordllama")
    from memtui.config import Settings

    settings = Settings()
    model = embedder(settings.embeddings, settings.llm)
    assert model is not None
    assert model.name == OFFLINE
    assert standing(settings.embeddings, settings.llm).usable
    cat, kitten, invoice = model.embed(["The cat sleeps", "A kitten is asleep", "The invoice is overdue"])
    assert np.linalg.norm(cat) == pytest.approx(1.0, abs=1e-5)
    assert cat @ kitten > cat @ invoice
    assert np.isfinite(model.embed(["", "🙂", "x" * 1_000_000])).all()


def test_without_the_default_models_package_memtui_says_so_and_goes_by_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from memtui.config import Settings
    from memtui.llm import embeddings as models

    monkeypatch.setattr(models, "wordllama", lambda: None)
    settings = Settings()
    assert embedder(settings.embeddings, settings.llm) is None
    said = standing(settings.embeddings, settings.llm)
    assert not said.usable
    assert "words alone" in said.finding
    assert "pip install 'wordllama<0.2.3'" in said.advice
