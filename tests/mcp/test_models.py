"""Extraction for an agent by a model: what it costs is written down, and nothing is stored when it fails."""

import json
from typing import Any

import anyio
import pytest

from memtui.config.settings import Capture, Llm, Settings
from memtui.store import runs, scopes
from memtui.store.database import Store
from tests.llm.conftest import KEY, UNPRICED
from tests.llm.server import ModelServer, Reply, serving
from tests.mcp.clients import joined

TEXT = "After a review the team recommends PostgreSQL for the user database due to its JSONB support."
FACT = {
    "text": "The team recommends PostgreSQL for the user database because of its JSONB support.",
    "quote": "the team recommends PostgreSQL for the user database due to its JSONB support",
    "type": "semantic",
    "categories": ["decision"],
    "importance": 0.8,
}
GOOD = Reply(json.dumps({"facts": [FACT]}))


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def asking(server: ModelServer, **more: Any) -> Settings:
    llm = Llm(model=UNPRICED, api_base=server.base, timeout_s=300.0, **more)
    return Settings(llm=llm, capture=Capture(check_quotes=False))


async def test_a_model_reads_and_its_run_is_in_the_books(store: Store) -> None:
    with serving(GOOD) as server:
        async with joined(store, asking(server)) as agent:
            told = await agent.does("memory_extract", text=TEXT)
    assert (told["stored"], told["extracted"][0]["text"]) == (1, FACT["text"])
    run = runs.latest(store, "extract")
    assert run is not None
    assert (run.status, run.model, run.calls) == ("done", UNPRICED, 1)


async def test_a_model_reads_one_text_after_the_other(store: Store) -> None:
    with serving(GOOD) as server:
        async with joined(store, asking(server)) as agent:
            verdicts = [
                (await agent.does("memory_extract", text=TEXT))["extracted"][0]["verdict"] for _ in range(3)
            ]
    assert verdicts == ["new", "duplicate", "duplicate"]


async def test_a_model_that_fails_is_told_in_a_sentence_and_nothing_is_stored(store: Store) -> None:
    with serving(Reply(status=401, error=f"Incorrect API key provided: {KEY}")) as server:
        async with joined(store, asking(server)) as agent:
            said = await agent.is_refused("memory_extract", text=TEXT)
    assert said.endswith("Nothing was stored.")
    assert KEY not in said
    assert scopes.count(store, "/") == 0
    run = runs.latest(store, "extract")
    assert run is not None
    assert run.status == "failed"


async def test_a_part_that_could_not_be_read_keeps_all_of_it_out(store: Store) -> None:
    long = "\n\n".join([TEXT, "The weather was discussed at length. " * 700])
    with serving(GOOD, Reply(refusal="I cannot help with that", content=None)) as server:
        async with joined(store, asking(server)) as agent:
            said = await agent.is_refused("memory_extract", text=long)
    assert said.endswith("Nothing was stored.")
    assert scopes.count(store, "/") == 0


async def test_a_model_that_thinks_keeps_no_one_waiting_and_is_let_go(store: Store) -> None:
    with serving(Reply("{", stall=1)) as server:
        async with joined(store, asking(server)) as agent:
            async with anyio.create_task_group() as group:
                group.start_soon(lambda: agent.is_refused("memory_extract", text=TEXT))
                assert await anyio.to_thread.run_sync(server.stalled.wait, 300)
                await agent.does("memory_add", text="meanwhile")
                group.cancel_scope.cancel()
            assert await anyio.to_thread.run_sync(server.gone.wait, 10)
            await agent.does("memory_add", text="afterwards")
    assert scopes.count(store, "/") == 2
    run = runs.latest(store, "extract")
    assert run is not None
    assert run.status == "cancelled"
