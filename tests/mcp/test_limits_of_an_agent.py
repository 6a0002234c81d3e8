"""What an agent reaches, and what of its suggestions a person decides one at a time."""

from typing import Any

import pytest

from memtui.config.settings import Gate, Settings
from memtui.domain.memory import MemoryType
from memtui.mcp import tools
from memtui.mcp.reach import OutOfReach, Reach
from memtui.store import memories, replicas
from memtui.store.database import Store
from memtui.store.replicas import Replica
from tests.mcp.clients import ONE, joined
from tests.mcp.person import ATLAS, kept, waiting

TEAM = "/team/atlas"


@pytest.mark.parametrize(
    ("more", "together"),
    [({}, True), ({"pinned": True}, False), ({"type": MemoryType.CONSTITUTIONAL}, False)],
    ids=["an ordinary one", "a pinned one", "a rule"],
)
async def test_what_is_pinned_or_a_rule_is_in_no_batch_of_suggestions(
    store: Store, more: dict[str, Any], together: bool
) -> None:
    one, other = kept(store, "Atlas runs on port 8080"), kept(store, "Deploys go out on Fridays", **more)
    async with joined(store) as agent:
        for uids in ([other.uid], [one.uid, other.uid]):
            await agent.does("memory_propose", what="forget", uids=uids, reason="it moved")
    assert [bool(card.batch) for card in waiting(store)] == [together, together]


async def test_an_agent_corrects_what_is_known_of_the_person_and_nothing_of_another_project(
    store: Store,
) -> None:
    user, other = kept(store, "Ada likes tea", "/user"), kept(store, "Ada sells tea", "/project/shop")
    async with joined(store) as agent:
        await agent.does("memory_update", uid=user.uid, text="Ada likes coffee")
        said = await agent.is_refused("memory_update", uid=other.uid, text="Ada sells coffee")
    assert "of another project" in said
    assert [card.targets[0].id for card in waiting(store)] == [user.id]


def test_without_a_project_an_agent_reaches_only_what_all_are_told() -> None:
    reach = Reach(None, everywhere=False)
    assert [reach.holds(scope) for scope in ("/", "/user", "/user/tea", ATLAS)] == [True, True, True, False]
    assert reach.looked_in("/user") == "/user"
    with pytest.raises(OutOfReach, match="belongs to no project"):
        reach.looked_in(ATLAS)


async def test_only_one_memory_is_promoted_at_a_time(store: Store) -> None:
    uids = [kept(store, f"Step {n} of the deploy").uid for n in range(2)]
    asked = {"what": "promote", "uids": uids, "reason": "so", "type": "procedural"}
    async with joined(store) as agent:
        assert "one memory at a time" in await agent.is_refused("memory_propose", **asked)
    assert waiting(store) == []


async def test_more_than_a_person_goes_through_is_not_asked_to_be_forgotten(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tools, "_MOST_FORGOTTEN", 2)
    for number in range(3):
        kept(store, f"Fact number {number}")
    async with joined(store, ONE) as agent:
        said = await agent.is_refused("memory", action="forget", scope=ATLAS)
    assert "more than 2 memories match" in said
    assert waiting(store) == []


@pytest.fixture
def shared(store: Store) -> Store:
    with store.write() as tx:
        replicas.keep(tx, Replica("0123456789", "desk", "/somewhere", place=TEAM, person="Ada"))
    return store


async def test_what_waits_to_be_added_is_not_shared_before(shared: Store) -> None:
    async with joined(shared, Settings(gate=Gate(agents="ask"))) as agent:
        told = await agent.does("memory_add", text="Atlas runs on port 8080", scope=TEAM)
    assert told["added"] is False
    (card,) = waiting(shared)
    assert card.id == told["proposal"]
    assert memories.get_many(shared, range(1, 10)) == []
