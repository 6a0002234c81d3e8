"""An agent proposes; only the person decides."""

import pytest

from memtui.config.settings import Settings
from memtui.domain.card_kinds import Kind
from memtui.domain.memory import State
from memtui.review import verdicts
from memtui.store import memories
from memtui.store.database import Store
from tests.mcp.clients import joined
from tests.mcp.person import PERSON, kept, waiting


async def test_forget_is_a_proposal_with_the_agents_name_and_removes_nothing(store: Store) -> None:
    memory = kept(store, "Atlas runs on port 8080")
    async with joined(store) as agent:
        told = await agent.does("memory_propose", what="forget", uids=[memory.uid], reason="it moved")
    assert (told["count"], "nothing removed yet" in told["said"]) == (1, True)
    assert memories.find_uid(store, memory.uid).state is State.LIVE
    (proposal,) = waiting(store)
    assert (proposal.id, proposal.kind, proposal.origin) == (told["proposal"], Kind.LEARNED, "claude-code")
    assert proposal.reason == "claude-code asks: it moved"


async def test_no_text_is_proposed_that_nobody_would_read(store: Store) -> None:
    memory, other = kept(store, "Atlas runs on port 8080"), kept(store, "Atlas listens on port 8080")
    async with joined(store) as agent:
        for what, uids in (("merge", [memory.uid, other.uid]), ("promote", [memory.uid])):
            arguments = {"what": what, "uids": uids, "reason": "so", "type": "procedural"}
            said = await agent.is_refused("memory_propose", **arguments, text="word " * 200_000)
            assert "at most 10,000 characters" in said
    assert waiting(store) == []


async def test_a_yes_of_the_person_does_what_was_proposed(store: Store) -> None:
    one, two = kept(store, "Atlas uses port 80"), kept(store, "Atlas uses port 80 behind nginx")
    async with joined(store) as agent:
        told = await agent.does(
            "memory_propose",
            what="merge",
            uids=[one.uid, two.uid],
            reason="one thing",
            text="Atlas uses port 80, behind nginx",
        )
    verdicts.accept(store, Settings(), [told["proposal"]], by=PERSON)
    live = [m for m in memories.get_many(store, [one.id, two.id]) if m.state is State.LIVE]
    assert [m.text for m in live] == ["Atlas uses port 80, behind nginx"]


async def test_what_the_person_rejected_is_not_asked_again(store: Store) -> None:
    memory = kept(store, "Atlas runs on port 8080")
    async with joined(store) as agent:
        told = await agent.does("memory_feedback", uid=memory.uid, verdict="wrong")
        verdicts.reject(store, [told["proposal"]], by=PERSON)
        again = await agent.does("memory_feedback", uid=memory.uid, verdict="wrong", note="still")
    assert again["proposal"] is None
    assert waiting(store) == []


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"what": "forget", "uids": []}, "name the memories"),
        ({"what": "forget", "uids": ["ZZZ"]}, "No memory has a uid"),
        ({"what": "merge", "uids": ["FIRST"]}, "two memories or more"),
        ({"what": "promote", "uids": ["FIRST"], "type": "semantic"}, "semantic already"),
        ({"what": "promote", "uids": ["FIRST"], "type": "royal"}, "no type of memory"),
        ({"what": "forget", "uids": ["FIRST"] * 2 + [f"A{n}" for n in range(200)]}, "at most 100"),
        ({"what": "approve", "uids": ["FIRST"]}, "what: Input should be"),
    ],
)
async def test_a_proposal_that_makes_no_sense_is_refused(
    store: Store, arguments: dict[str, object], said: str
) -> None:
    memory = kept(store, "Atlas runs on port 8080")
    uids = [memory.uid if uid == "FIRST" else uid for uid in arguments["uids"]]  # type: ignore[attr-defined]
    async with joined(store) as agent:
        heard = await agent.is_refused("memory_propose", **arguments | {"uids": uids, "reason": "so"})
    assert said in heard
    assert waiting(store) == []


async def test_a_secret_gets_into_no_proposal(store: Store) -> None:
    one, two = kept(store, "Atlas uses port 80"), kept(store, "Atlas listens on port 80")
    uids = [one.uid, two.uid]
    secret = "The staging password is " + "hunter2."
    async with joined(store) as agent:
        said = await agent.is_refused("memory_propose", what="merge", uids=uids, reason="one", text=secret)
        await agent.does("memory_propose", what="forget", uids=uids, reason=secret)
    assert "holds a secret" in said
    assert b"hunter2" not in store.path.read_bytes()
    assert b"hunter2" not in store.path.with_name(store.path.name + "-wal").read_bytes()


async def test_that_an_agent_asks_to_change_a_memory_is_told_and_not_what_it_is_to_say(store: Store) -> None:
    memory = kept(store, "Atlas runs on port 8080")
    async with joined(store) as agent:
        await agent.does("memory_update", uid=memory.uid, text="Atlas runs on port 9090")
        found = await agent.does("memory_recall", query="Which port does Atlas run on?")
    (row,) = found["memories"]
    assert row["at_odds"] == "an agent asks to change this; the user has not decided"
