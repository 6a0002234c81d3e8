"""How an agent learns that it said something like it before, and asks for what is old to be put right."""

import json

import pytest
from mcp import MCPError
from mcp.types import TextResourceContents

from memtui.config.settings import Settings
from memtui.domain.deeds import Deed
from memtui.domain.memory import Draft
from memtui.lifecycle.add import add
from memtui.review import verdicts
from memtui.store import memories
from memtui.store.database import Store
from tests.mcp.clients import joined
from tests.mcp.person import ATLAS, PERSON, kept, waiting

OLD = "The shop of Atlas listens on port 8080 behind nginx"
NEW = "The shop of Atlas listens on port 9090 behind nginx"


async def test_adding_tells_what_is_known_that_is_like_it(store: Store) -> None:
    old = kept(store, OLD)
    kept(store, "Ada takes her tea without milk in the garden of Atlas")
    async with joined(store) as agent:
        told = await agent.does("memory_add", text=NEW)
        other = await agent.does("memory_add", text="Releases are tagged on Fridays only")
    assert [near["uid"] for near in told["near"]] == [old.uid]
    assert told["near"][0]["text"] == OLD
    assert "near" not in other


async def test_nothing_of_another_project_is_told_as_near(store: Store) -> None:
    add(store, Draft(text=OLD, scope="/project/shop"), by=PERSON)
    async with joined(store) as agent:
        assert "near" not in await agent.does("memory_add", text=NEW)


async def test_a_correction_is_a_card_with_both_texts_and_changes_nothing_before_a_yes(store: Store) -> None:
    old = kept(store, OLD)
    async with joined(store) as agent:
        told = await agent.does("memory_update", uid=old.uid, text=NEW, reason="nginx.conf says so")
    (card,) = waiting(store)
    assert (card.id, card.change.deed, card.change.text) == (told["proposal"], Deed.KEEP, NEW)
    assert "nginx.conf says so" in card.reason
    assert memories.find_uid(store, old.uid).text == OLD
    verdicts.accept(store, Settings(), [card.id], by=PERSON)
    assert memories.find_uid(store, old.uid).text == NEW


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (" ", "what is so now"),
        (OLD, "says that already"),
        ("x" * 10_001, "at most"),
        ("The staging password is " + "hunter2.", "password"),
    ],
)
async def test_a_correction_that_cannot_be_is_refused(store: Store, text: str, why: str) -> None:
    old = kept(store, OLD)
    async with joined(store) as agent:
        assert why in await agent.is_refused("memory_update", uid=old.uid, text=text)
    assert waiting(store) == []


async def test_every_argument_says_what_it_is_and_others_are_refused(store: Store) -> None:
    async with joined(store) as agent:
        tools = await agent.tools()
        said = await agent.is_refused("memory_add", text="Atlas runs on Debian", colour="a secret thing")
    for tool in tools.values():
        assert tool.title
        assert tool.input_schema["additionalProperties"] is False
        assert all(told["description"] for told in tool.input_schema["properties"].values()), tool.name
        assert tool.output_schema["type"] == "object"
    assert said.startswith("there is no argument colour; it takes text, scope, type")
    assert "secret thing" not in said


async def test_a_scope_can_be_shown_and_others_cannot(store: Store) -> None:
    old = kept(store, OLD)
    add(store, Draft(text="Shop keeps bees", scope="/project/shop"), by=PERSON)
    async with joined(store) as agent:
        here = await agent.client.read_resource("memtui://memories")
        named = await agent.client.read_resource(f"memtui://memories{ATLAS}")
        with pytest.raises(MCPError, match="/project/shop is not around"):
            await agent.client.read_resource("memtui://memories/project/shop")
    for answer in (here, named):
        (content,) = answer.contents
        assert isinstance(content, TextResourceContents)
        told = json.loads(content.text)
        assert [row["uid"] for row in told["memories"]] == [old.uid]
