"""What Hermes asks a person to allow waits in memtui's queue."""

import json
from pathlib import Path

import pytest

from memtui.config.settings import Gate, Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import State
from memtui.review.verdicts import accept, reject
from memtui.sources import syncing
from memtui.sources.approvals import propose_waiting
from memtui.store import memories, proposals
from memtui.store.database import Store
from memtui.store.sources import Source


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "hermes"
    (folder / "memories").mkdir(parents=True)
    (folder / "memories" / "MEMORY.md").write_text("The boat is moored at pier 4\n§\nTea is drunk black\n")
    (folder / "pending" / "memory").mkdir(parents=True)
    return folder


def ask(home: Path, name: str, **payload: str) -> Path:
    file = home / "pending" / "memory" / f"{name}.json"
    told = {"action": "add", "target": "memory", "content": "", "old_text": ""} | payload
    file.write_text(
        json.dumps({"id": name, "payload": told, "origin": "background_review", "created_at": 1.7e9})
    )
    return file


def linked(store: Store, home: Path) -> Source:
    return syncing.link(store, home, by=PERSON_AT_CLI, gate=Gate())[0]


def test_an_addition_waits_and_a_yes_adds_it(store: Store, home: Path) -> None:
    file = ask(home, "a1", content="The boat has a red hull")
    source = linked(store, home)
    assert source.format == "hermes"
    (proposal,) = proposals.get_many(store, proposals.ids(store))
    assert proposal.origin == "hermes"
    assert memories.same_text(store, "The boat has a red hull") == []
    accept(store, Settings(), [proposal.id], by=PERSON_AT_CLI)
    (added,) = memories.same_text(store, "The boat has a red hull")
    assert added.state is State.LIVE
    assert file.exists()


def test_a_removal_is_about_the_memory_it_names(store: Store, home: Path) -> None:
    ask(home, "a2", action="remove", old_text="drunk black")
    propose_waiting(store, linked(store, home))
    (proposal,) = proposals.get_many(store, proposals.ids(store))
    accept(store, Settings(), [proposal.id], by=PERSON_AT_CLI)
    (tea,) = memories.same_text(store, "Tea is drunk black")
    assert tea.state is State.DROPPED


def test_what_was_refused_is_not_asked_again(store: Store, home: Path) -> None:
    ask(home, "a3", content="The boat has a red hull")
    source = linked(store, home)
    propose_waiting(store, source)
    reject(store, proposals.ids(store), by=PERSON_AT_CLI)
    assert propose_waiting(store, source)[0] == 0
    assert proposals.ids(store) == []


def test_what_asks_for_something_that_is_not_there_is_named(store: Store, home: Path) -> None:
    ask(home, "a4", action="remove", old_text="no such words")
    count, skipped = propose_waiting(store, linked(store, home))
    assert (count, [s.where for s in skipped]) == (0, ["a4.json"])
