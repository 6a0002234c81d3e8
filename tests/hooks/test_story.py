"""What a person drops stays dropped, whichever way an agent's words come in."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import Memory, State
from memtui.lifecycle.states import drop
from memtui.review.verdicts import accept
from memtui.store import jobs, memories, proposals
from memtui.store.database import Store
from memtui.store.opening import open_store
from tests import warm
from tests.capture import talks
from tests.conftest import NOON
from tests.hooks.test_hook import AT_NOON, hook, injected, payload
from tests.lifecycle.worlds import added
from tests.mcp.clients import piped

BY_WORDS = '[embeddings]\nmodel = ""\n'
"""The settings."""


def session_ends(store: Store, path: Path, name: str) -> None:
    """Let a session end as its agent says it does, and the worker read it."""
    told = payload(path, reason="prompt_input_exit") | {"session_id": name}
    assert hook(store.path, "SessionEnd", told) == ""
    said = run(store.path, "work")
    assert set(jobs.counts(store)) == {"done"}, said


def run(db: Path, *arguments: str) -> str:
    """Run a command on a store as a script that may decide; return what it says besides its result."""
    config = db.with_name("memtui.toml")
    config.write_text(BY_WORDS)
    command = [warm.python(), "-m", "memtui", "--db", str(db), "--config", str(config), *arguments]
    settings = AT_NOON | {"MEMTUI_SCRIPTED": "1"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | settings)
    assert done.returncode == 0, done.stderr
    return done.stderr


def saying(store: Store, text: str) -> list[Memory]:
    return [memory for memory in memories.get_many(store, range(1, 50)) if memory.text == text]


async def test_an_agent_learns_recalls_and_cannot_bring_back_what_the_person_drops(
    store: Store, tmp_path: Path
) -> None:
    session_ends(store, talks.write(tmp_path / "monday.jsonl"), "monday")
    accept(store, Settings(), proposals.ids(store), by=PERSON_AT_CLI)
    (learned,) = saying(store, talks.GOTCHA)
    assert learned.provenance["session"] == "monday"

    started = hook(store.path, "SessionStart", payload(tmp_path / "tuesday.jsonl"))
    assert talks.DECISION in injected(started, "SessionStart")
    async with piped(store.path, settings=BY_WORDS) as agent:
        told = await agent.does("memory_recall", query="why does the staging deploy fail?")
        assert told["memories"][0]["uid"] == learned.uid
        drop(store, [learned.id], by=PERSON_AT_CLI)

        assert "dropped" in await agent.is_refused("memory_add", text=talks.GOTCHA)
        assert "dropped" in await agent.is_refused("memory_get", uid=learned.uid)
        again = await agent.does("memory_extract", text=talks.GOTCHA)
        assert (again["stored"], again["proposed"]) == (0, 0)
        told = await agent.does("memory_recall", query="why does the staging deploy fail?", archived=True)
        assert learned.uid not in [row["uid"] for row in told["memories"]]

    news = "We decided to call the cache of Atlas Ember because Flame is taken."
    said = [talks.user(talks.GOTCHA), talks.user(news)]
    session_ends(store, talks.write(tmp_path / "tuesday.jsonl", said), "tuesday")
    assert [memory.state for memory in saying(store, talks.GOTCHA)] == [State.DROPPED]
    assert [memory.provenance["session"] for memory in saying(store, news)] == ["tuesday"]


def test_what_the_person_asks_to_be_remembered_is_stored_as_they_left_it(
    store: Store, tmp_path: Path
) -> None:
    said = [
        talks.user("please remember: I always want type hints, and never use print"),
        talks.user("remember that the line length of Atlas is 100"),
        talks.agent("Done."),
        talks.user("Hmm no wait, 88."),
        talks.user(
            "now run the tests\nE AssertionError: expected 200, it must be 404\nValueError: never negative"
        ),
    ]
    session_ends(store, talks.write(tmp_path / "monday.jsonl", said), "monday")
    stored = [memory.text for memory in memories.get_many(store, range(1, 50))]
    assert sorted(stored) == [
        "The line length of Atlas is 88.",
        "User always wants type hints, and never use print.",
    ]
    waiting = [card.change.new_text for card in proposals.get_many(store, proposals.ids(store))]
    assert not any(word in text for text in waiting for word in ("200", "negative", "88.", "100"))


@pytest.mark.long
async def test_what_is_dropped_or_purged_in_one_store_no_agent_brings_to_another_that_follows_it(
    store: Store, new_store: Path, tmp_path: Path
) -> None:
    dropped = added(store, talks.GOTCHA, "/project/atlas")
    purged = added(store, talks.DECISION, "/project/atlas")
    drop(store, [dropped, purged], by=PERSON_AT_CLI)
    gone = memories.get(store, purged)
    assert gone is not None
    run(store.path, "purge", gone.uid, "--yes")
    carried, elsewhere = tmp_path / "carried.jsonl", tmp_path / "elsewhere"
    run(store.path, "export", "--state", "all", "--with-purged", "-o", str(carried))
    elsewhere.mkdir()
    with open_store(shutil.copy(new_store, elsewhere / "memories.db"), clock=lambda: NOON) as other:
        run(other.path, "import", str(carried))
        in_other_words = [
            f"Note: {talks.GOTCHA.lower()}",
            "When the REDIS_URL variable has a trailing slash, the staging deploy of Atlas fails.",
            talks.DECISION.upper(),
        ]
        async with piped(other.path, settings=BY_WORDS) as agent:
            for text in in_other_words:
                assert "not taken in again" in await agent.is_refused("memory_add", text=text)
            read = await agent.does("memory_extract", text=" ".join(in_other_words))
            assert (read["stored"], read["proposed"]) == (0, 0)
        news = "We decided to call the cache of Atlas Ember because Flame is taken."
        said = [talks.user(text) for text in (*in_other_words, news)]
        session_ends(other, talks.write(tmp_path / "monday.jsonl", said), "monday")
        run(other.path, "capture", str(talks.write(tmp_path / "tuesday.jsonl", said)))
        live = [m.text for m in memories.get_many(other, range(1, 50)) if m.state is State.LIVE]
        assert live == [news]
        waiting = " ".join(each.reason for each in proposals.get_many(other, proposals.ids(other)))
        assert "REDIS_URL" not in waiting
