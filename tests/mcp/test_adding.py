"""What an agent adds: where it is filed, what waits for a yes, and what is refused."""

import pytest

from memtui.config.settings import Gate, Settings
from memtui.domain.actor import ActorKind
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Draft, MemoryType, Origin, State
from memtui.domain.proposal import Evidence, Finding, Target
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.merge import merge
from memtui.lifecycle.propose import propose
from memtui.lifecycle.purge import purge
from memtui.lifecycle.states import drop
from memtui.review import queue, verdicts
from memtui.store import journal, memories, scopes
from memtui.store.database import Store
from tests.mcp.clients import ONE, joined
from tests.mcp.person import ATLAS, PERSON, kept, waiting


async def test_what_an_agent_adds_is_filed_in_its_project_under_its_name(store: Store) -> None:
    async with joined(store) as agent:
        told = await agent.does("memory_add", text="Atlas runs on port 8080", categories=["decision"])
    memory = memories.find_uid(store, told["uid"])
    assert (memory.scope, memory.origin, memory.categories) == (ATLAS, Origin.AGENT, ("decision",))
    assert memory.source == "claude-code"
    (op,) = journal.ops(store)
    assert (op.actor.kind, op.actor.client) == (ActorKind.AGENT, "claude-code")


async def test_a_text_may_be_called_text_or_content_but_not_both(store: Store) -> None:
    said = "We decided to use Redis 7 for the cache."
    async with joined(store) as agent:
        await agent.does("memory_add", content="Atlas runs on port 8080")
        for name in ("text", "content"):
            assert (await agent.does("memory_extract", **{name: said}, save=False))["extracted"]
        refused = await agent.is_refused("memory_add", text="Atlas", content="Atlas")
        assert "there is no argument content" in refused
    async with joined(store, ONE) as agent:
        assert (await agent.does("memory", action="extract", text=said))["extracted"]


@pytest.mark.parametrize("scope", ["/user", "/", "/project", "/project/shop"])
async def test_what_an_agent_adds_elsewhere_is_a_card(store: Store, scope: str) -> None:
    async with joined(store) as agent:
        told = await agent.does(
            "memory_add", text="Always run make deploy", scope=scope, importance=1.0, type="constitutional"
        )
        below = await agent.does("memory_add", text="The API listens on 8081", scope=f"{ATLAS}/api")
    assert (told["added"], told["scope"], below["added"]) == (False, scope, True)
    assert "the person is asked" in told["said"]
    (card,) = waiting(store)
    assert (card.id, card.change.deed) == (told["proposal"], Deed.LEARN)
    assert memories.same_text(store, "Always run make deploy") == []
    verdicts.accept(store, Settings(), [card.id], by=PERSON)
    (memory,) = memories.same_text(store, "Always run make deploy")
    assert (memory.scope, memory.type, memory.origin) == (scope, MemoryType.CONSTITUTIONAL, Origin.AGENT)
    assert memory.importance == 0.7


async def test_an_addition_that_is_held_reaches_no_agent_before_the_person_lets_it_out(store: Store) -> None:
    async with joined(store, Settings(gate=Gate(agents="hold"))) as agent:
        told = await agent.does("memory_add", text="Atlas deploys on Fridays")
        assert "until the person has looked" in told["said"]
        assert (await agent.does("memory_recall", query="deploys"))["memories"] == []
        verdicts.reject(store, [card.id for card in waiting(store)], by=PERSON)
        assert len((await agent.does("memory_recall", query="deploys"))["memories"]) == 1


async def test_where_additions_are_asked_for_an_agent_stores_nothing(store: Store) -> None:
    async with joined(store, Settings(gate=Gate(agents="ask"))) as agent:
        await agent.does("memory_add", text="Atlas deploys on Fridays")
        await agent.does("memory_extract", text="We decided to use Redis 7 for the cache.")
    assert memories.get_many(store, range(1, 10)) == []
    assert len(waiting(store)) == 2


async def test_what_an_agent_had_read_about_the_person_waits_for_them(store: Store) -> None:
    async with joined(store) as agent:
        told = await agent.does("memory_extract", text="User: I prefer short answers.\nAssistant: Fine.")
    assert (told["stored"], told["proposed"]) == (0, 1)
    assert memories.get_many(store, range(1, 10)) == []


async def test_no_agent_says_what_is_most_important(store: Store) -> None:
    async with joined(store) as agent:
        told = await agent.does("memory_add", text="Atlas runs on port 8080", importance=1.0)
        await agent.does("memory_extract", text="IMPORTANT: we decided to never use Redis again.")
    assert told["importance"] == 0.7
    stored = memories.get_many(store, [1, 2])
    assert max(memory.importance for memory in stored) == 0.7
    assert all(memory.type is not MemoryType.CONSTITUTIONAL for memory in stored)


async def test_without_a_project_an_agent_adds_to_a_place_of_its_own(store: Store) -> None:
    async with joined(store, scope="/") as agent:
        told = await agent.does("memory_add", text="Ada's printer is in the attic")
        everywhere = await agent.does("memory_add", text="Ada's scanner is in the attic", scope="/")
        found = await agent.does("memory_recall", query="where is the printer?")
    assert told["scope"] == "/agent/claude-code"
    assert everywhere["added"] is False
    assert [row["uid"] for row in found["memories"]] == [told["uid"]]
    async with joined(store) as agent:
        told = await agent.does("memory_recall", query="where is the printer?", scope=ATLAS)
    assert told["memories"] == []


async def test_facts_are_extracted_into_the_agents_own_place_only(store: Store) -> None:
    text = "We decided to use Redis 7 for the cache."
    async with joined(store) as agent:
        assert "are filed under" in await agent.is_refused("memory_extract", text=text, scope="/user")
    assert scopes.count(store, "/") == 0


async def test_the_suggestions_of_one_session_make_one_card_and_fill_no_queue(store: Store) -> None:
    async with joined(store) as agent:
        for number in range(50):
            await agent.does("memory_add", text=f"Rule number {number}", scope="/user")
        said = await agent.is_refused("memory_add", text="Rule number 50", scope="/user")
    assert "50 of your suggestions wait for the person already" in said
    assert len(waiting(store)) == 50
    (card,) = queue.cards(store)
    assert (len(card.ids), "claude-code" in card.batch) == (50, True)
    async with joined(store, name="codex") as agent:
        assert (await agent.does("memory_add", text="Rule number 51", scope="/user"))["proposal"]


async def test_what_is_told_says_whose_word_it_is_and_that_it_is_no_instruction(store: Store) -> None:
    kept(store, "Atlas runs on port 8080")
    import_drafts(
        store, [Draft("Atlas port is tested", ATLAS, origin=Origin.IMPORTED, provenance={"source": "codex"})],
        by=PERSON,
    )  # fmt: skip
    async with joined(store, name="the user") as agent:
        await agent.does("memory_add", text="The port of Atlas was 8070 before")
        found = await agent.does("memory_recall", query="port of atlas")
        listed = await agent.does("memory_list")
        one = await agent.does("memory_get", uid=found["memories"][0]["uid"])
    for told in (found, listed, one):
        assert "not instructions" in told["about"]
    for told in (found, listed):
        assert {row["by"] for row in told["memories"]} == {"the user", "file of codex", "agent the user"}


async def test_what_is_known_is_not_stored_twice_and_is_no_use(store: Store) -> None:
    memory = kept(store, "Atlas runs on port 8080")
    async with joined(store) as agent:
        told = await agent.does("memory_add", text="atlas runs on port 8080.")
    assert (told["uid"], told["added"]) == (memory.uid, False)
    assert memories.find_uid(store, memory.uid).access_count == 0


async def test_reasoning_is_taken_out_and_a_secret_refused(store: Store) -> None:
    async with joined(store) as agent:
        await agent.does("memory_add", text="Atlas uses SQLite. <think>a fact</think>")
        said = await agent.is_refused("memory_add", text="The staging password is " + "hunter2.")
        nothing = await agent.is_refused("memory_add", text="<thinking>hm</thinking>")
    assert "holds a secret" in said
    assert "hunter2" not in said
    assert "nothing but reasoning" in nothing
    (memory,) = memories.get_many(store, [1])
    assert memory.text == "Atlas uses SQLite."


async def test_a_memory_of_ten_megabytes_is_refused_with_a_way_out(store: Store) -> None:
    async with joined(store) as agent:
        said = await agent.is_refused("memory_add", text="x" * 10_000_000)
    assert "at most 10,000 characters" in said
    assert "extracted" in said
    assert scopes.count(store, "/") == 0


async def test_identity_is_the_persons_to_give(store: Store) -> None:
    async with joined(store) as agent:
        told = await agent.does("memory_add", text="Never push to main", type="constitutional")
    assert memories.find_uid(store, told["uid"]).type is MemoryType.SEMANTIC
    (proposal,) = waiting(store)
    assert proposal.id == told["proposal"]
    assert (proposal.change.deed, proposal.change.type) == (Deed.RETYPE, MemoryType.CONSTITUTIONAL)


async def test_what_the_person_dropped_no_agent_brings_back(store: Store) -> None:
    memory = kept(store, "Atlas runs on port 8080")
    drop(store, [memory.id], by=PERSON)
    async with joined(store) as agent:
        said = await agent.is_refused("memory_add", text="Atlas runs on port 8080")
        assert "the person dropped this memory" in said
        for tool, more in (
            ("memory_get", {"uid": memory.uid}),
            ("memory_feedback", {"uid": memory.uid, "verdict": "useful"}),
            ("memory_propose", {"what": "promote", "uids": [memory.uid], "reason": "needed"}),
        ):
            assert "only they can bring it back" in await agent.is_refused(tool, **more)
        assert "theirs to look at" in await agent.is_refused("memory_list", filter="is:dropped")
        told = await agent.does("memory_extract", text="Atlas runs on port 8080. We decided that.")
        found = await agent.does("memory_recall", query="port of atlas", archived=True)
    assert all(row["uid"] != memory.uid for row in found["memories"])
    assert told["stored"] in {0, 1}
    assert memories.find_uid(store, memory.uid).state is State.DROPPED
    assert [m.text for m in memories.same_text(store, memory.text) if m.state is State.LIVE] == []


async def test_what_was_purged_is_not_taken_in_again(store: Store) -> None:
    memory = kept(store, "Atlas runs on port 8080")
    drop(store, [memory.id], by=PERSON)
    purge(store, [memory.id], by=PERSON)
    async with joined(store) as agent:
        assert "erased" in await agent.is_refused("memory_add", text="Atlas runs on port 8080")


async def test_what_was_dropped_about_the_user_no_agent_tells_its_project_again(store: Store) -> None:
    drop(store, [kept(store, "User said thanks, looks good.", "/user").id], by=PERSON)
    async with joined(store) as agent:
        for text in ("User said thanks, looks good.", "The user said thanks."):
            assert "the person dropped" in await agent.is_refused("memory_add", text=text)
            told = await agent.does("memory_add", text=text, scope="/user")
            assert (told["added"], told["proposal"]) == (False, None)
        read = await agent.does("memory_extract", text="Note: User said thanks, looks good.")
    assert read["stored"] == 0
    assert waiting(store) == []


async def test_what_was_merged_away_is_known_already(store: Store) -> None:
    stays, gone = kept(store, "Deploys are run by just"), kept(store, "just deploy ships Atlas")
    merge(store, stays.id, [gone.id], by=PERSON)
    async with joined(store) as agent:
        told = await agent.does("memory_add", text=gone.text)
    assert (told["added"], told["uid"], told["said"]) == (False, stays.uid, "known already")


async def test_an_agent_suggests_no_update_into_what_was_dropped_but_one_back_to_what_was_so(
    store: Store,
) -> None:
    now_so, old = kept(store, "Atlas runs on port 9090"), kept(store, "Atlas runs on port 8080")
    drop(store, [kept(store, "Atlas has no owner, ask nobody").id], by=PERSON)
    choice = Change(Deed.KEEP, now_so.id, gone=(old.id,))
    targets = (Target.of(now_so), Target.of(old))
    card = Finding(Kind.CONFLICT, "conflict", targets, "two ports", choice, ATLAS, Evidence(), 0.9)
    verdicts.accept(store, Settings(), propose(store, [card]).ids, by=PERSON)
    async with joined(store) as agent:
        refused = await agent.is_refused("memory_add", text=old.text)
        assert f"another took its place ({now_so.uid})" in refused
        told = await agent.does("memory_update", uid=now_so.uid, text="Atlas has no owner; ask nobody!")
        assert told["proposal"] is None
        told = await agent.does("memory_update", uid=now_so.uid, text=old.text)
        assert told["proposal"] is not None
