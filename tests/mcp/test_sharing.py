"""An agent asks that a team be told; only the person's yes tells it."""

import pytest

from memtui.config.settings import Settings
from memtui.domain.card_kinds import Kind
from memtui.review import verdicts
from memtui.store import memories, replicas, teams
from memtui.store.database import Store
from memtui.store.replicas import Replica
from tests.mcp.clients import joined
from tests.mcp.person import PERSON, kept, waiting

TEAM = "/team/atlas"


@pytest.fixture
def shared(store: Store) -> Store:
    with store.write() as tx:
        replicas.keep(tx, Replica("0123456789", "desk", "/somewhere", place=TEAM, person="Ada"))
    return store


def in_team(store: Store) -> list[int]:
    return [row[0] for row in store.query("SELECT id FROM memories WHERE scope = ?", (TEAM,))]


async def test_what_an_agent_adds_for_a_team_is_kept_in_its_own_place_until_a_yes(shared: Store) -> None:
    async with joined(shared) as agent:
        told = await agent.does("memory_add", text="Atlas runs on port 8080", scope=TEAM)
    assert told["scope"] != TEAM
    assert f"the person is asked to share it with {TEAM}" in told["said"]
    assert in_team(shared) == []
    (card,) = waiting(shared)
    assert (card.id, card.kind) == (told["proposal"], Kind.SHARE)
    verdicts.accept(shared, Settings(), [card.id], by=PERSON)
    (copy,) = in_team(shared)
    assert memories.get_many(shared, [copy])[0].text == "Atlas runs on port 8080"
    assert teams.by_a_person(shared, [copy]) == {copy}


async def test_an_agent_proposes_to_share_and_hears_why_not(shared: Store) -> None:
    memory, other = kept(shared, "Atlas runs on port 8080"), kept(shared, "Releases leave on Tuesday")
    asked = {"what": "share", "uids": [memory.uid], "reason": "they ask for it daily"}
    async with joined(shared) as agent:
        await agent.does("memory_propose", **asked, scope=TEAM)
        assert "with whom" in await agent.is_refused("memory_propose", **asked)
        said = await agent.is_refused("memory_propose", **asked, scope="/team/other")
        assert "shared with nobody" in said
        both = asked | {"uids": [memory.uid, other.uid]}
        assert "one memory at a time" in await agent.is_refused("memory_propose", **both, scope=TEAM)
    (card,) = waiting(shared)
    assert card.reason == "claude-code asks to share it: they ask for it daily"
    verdicts.reject(shared, [card.id], by=PERSON)
    assert in_team(shared) == []


async def test_a_no_is_not_asked_again(shared: Store) -> None:
    memory = kept(shared, "Atlas runs on port 8080")
    asked = {"what": "share", "uids": [memory.uid], "reason": "so", "scope": TEAM}
    async with joined(shared) as agent:
        told = await agent.does("memory_propose", **asked)
        verdicts.reject(shared, [told["proposal"]], by=PERSON)
        assert (await agent.does("memory_propose", **asked))["proposal"] is None


async def test_an_agent_is_told_whose_word_a_colleagues_memory_is(shared: Store) -> None:
    told = kept(shared, "Atlas runs on port 8080", "/team/atlas", provenance={"whose": {"person": "Ada"}})
    kept(shared, "Borealis runs on port 9090", "/team/borealis")
    async with joined(shared, scope="/project/atlas") as agent:
        (row,) = (await agent.does("memory_recall", query="which port"))["memories"]
        assert (row["uid"], row["by"]) == (told.uid, "a colleague, Ada")
        assert (await agent.does("memory_get", uid=told.uid))["by"] == "a colleague, Ada"


async def test_what_an_agent_is_told_names_what_it_can_do_and_quotes_a_scope(
    shared: Store,
) -> None:
    memory = kept(shared, "Atlas runs on port 8080")
    asked = {"what": "share", "uids": [memory.uid], "reason": "they ask for it daily"}
    async with joined(shared) as agent:
        told = await agent.is_refused("memory_propose", scope="/team/not a scope", **asked)
        unknown = await agent.is_refused("memory_get", uid="01ZZZZZZZZ")
    assert "a person begins to share it" in told
    assert "--scope '/team/not a scope'`" in told
    assert "recall" in unknown
    assert "memtui list" not in unknown
