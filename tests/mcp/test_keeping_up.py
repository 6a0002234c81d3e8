"""How memories get their vectors while a server runs."""

import threading
from collections.abc import Sequence
from typing import Any

import pytest

from memtui.config import Settings
from memtui.llm.embeddings import Embedder, embedder
from memtui.llm.errors import LlmError
from memtui.mcp.keeping_up import KeepingUp, Shared
from memtui.store import embeddings
from memtui.store.database import Store
from tests.lifecycle.worlds import added
from tests.mcp.clients import joined, piped


@pytest.fixture
def model() -> Embedder:
    pytest.importorskip("wordllama")
    found = embedder(Settings().embeddings, Settings().llm)
    assert found is not None
    return Shared(found)


def test_what_was_added_has_its_vector_when_the_server_ends(store: Store, model: Embedder) -> None:
    added(store, "The build takes nine minutes")
    with KeepingUp(store, model) as up:
        up.wake()
        added(store, "Lunch is at noon")
        up.wake()
    assert embeddings.count_missing(store, model.name) == 0


class Away:
    """A model that cannot be loaded."""

    name = "wordllama"

    def embed(self, _texts: Sequence[str]) -> Any:
        raise LlmError("it is broken")


def test_a_model_that_is_broken_stops_nothing(store: Store) -> None:
    added(store, "The build takes nine minutes")
    with KeepingUp(store, Away()) as up:
        up.wake()
    assert embeddings.count_missing(store, "wordllama") == 1


class Costly(Away):
    """A model that is paid for."""

    name = "far/away"


def test_a_model_that_costs_money_is_not_run_unasked(store: Store) -> None:
    added(store, "The build takes nine minutes")
    with KeepingUp(store, Costly()) as up:
        up.wake()
        assert up._asked.empty()


async def test_a_server_gives_vectors_to_what_was_there_and_to_what_an_agent_adds(
    store: Store, model: Embedder
) -> None:
    added(store, "The build takes nine minutes")
    async with piped(store.path) as agent:
        await agent.does("memory_add", text="The physician recommends jogging")
    async with joined(store) as agent:
        told = await agent.does("memory_recall", query="A doctor advises running")
    assert [row["text"] for row in told["memories"]] == ["The physician recommends jogging"]
    assert embeddings.count_missing(store, model.name) == 0


class OnceBroken(Away):
    """A model that fails the first time as nobody has foreseen."""

    def __init__(self, works: Embedder) -> None:
        self.name, self._works = works.name, works
        self.asked = 0

    def embed(self, texts: Sequence[str]) -> Any:
        self.asked += 1
        if self.asked == 1:
            raise RuntimeError("the moon is full")
        return self._works.embed(texts)


def test_an_error_that_nobody_foresaw_is_told_and_it_goes_on(
    store: Store, model: Embedder, capsys: pytest.CaptureFixture[str]
) -> None:
    added(store, "The build takes nine minutes")
    broken = OnceBroken(model)
    with KeepingUp(store, broken) as up:
        up.wake()
        while not broken.asked:
            threading.Event().wait(0.001)
        up.wake()
    assert embeddings.count_missing(store, model.name) == 0
    assert "no vectors yet (RuntimeError: the moon is full)" in capsys.readouterr().err
