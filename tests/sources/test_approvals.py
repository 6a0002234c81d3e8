"""What Hermes asks a person to allow waits in memtui's queue."""

import json
from pathlib import Path

import pytest

from memtui.config.settings import Gate, Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import State
from memtui.formats.protocol import Skipped
from memtui.lifecycle.states import drop
from memtui.review.verdicts import accept, reject
from memtui.sources import syncing
from memtui.sources.approvals import propose_waiting
from memtui.store import memories, proposals, scopes
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
    assert scopes.count(store, "/", State.DROPPED) == 0
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


def test_what_was_dropped_here_already_is_not_asked_to_be_removed(store: Store, home: Path) -> None:
    source = linked(store, home)
    (tea,) = memories.same_text(store, "Tea is drunk black")
    drop(store, [tea.id], by=PERSON_AT_CLI)
    ask(home, "a5", action="remove", old_text="drunk black")
    count, skipped = propose_waiting(store, source)
    assert (count, [s.where for s in skipped]) == (0, ["a5.json"])


PATCH = """--- {folder}/MEMORY.md
+++ {folder}/MEMORY.md
@@ -1,4 +1,4 @@
 # Tea house

-- The till opens at 8
+- The till opens at 9
 - Lids are of tin
--- /dev/null
+++ {folder}/oven.md
@@ -0,0 +1,1 @@
+- The oven needs ten minutes
"""


def test_what_gemini_drafts_waits_as_cards_and_its_skills_are_counted(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / ".gemini" / "tmp" / "tea" / "memory"
    (folder / ".inbox" / "private").mkdir(parents=True)
    (folder / "skills" / "bake").mkdir(parents=True)
    (folder / "MEMORY.md").write_text("# Tea house\n\n- The till opens at 8\n- Lids are of tin\n")
    (folder / "skills" / "bake" / "SKILL.md").write_text("Bake it.\n")
    patch = folder / ".inbox" / "private" / "extraction.patch"
    patch.write_text(PATCH.format(folder=folder))
    (folder / ".inbox" / "private" / "broken.patch").write_text("no diff\n")
    source = linked(store, folder)
    cards = proposals.get_many(store, proposals.ids(store))
    assert sorted(card.change.draft["text"] for card in cards if card.change.draft is not None) == [
        "The oven needs ten minutes",
        "The till opens at 9",
    ]
    left = propose_waiting(store, source)[1]
    assert left == [Skipped("private/broken.patch", "no patch that changes a statement")]
    assert len(proposals.ids(store)) == 2
    accept(store, Settings(), [card.id for card in cards], by=PERSON_AT_CLI)
    (old,) = memories.same_text(store, "The till opens at 8")
    (new,) = memories.same_text(store, "The till opens at 9")
    assert (old.state, new.state) == (State.DROPPED, State.LIVE)
    assert memories.same_text(store, "Bake it.") == []
    assert patch.exists()


def test_a_card_goes_when_gemini_was_answered_and_the_page_says_it(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / ".gemini" / "tmp" / "tea" / "memory"
    (folder / ".inbox" / "private").mkdir(parents=True)
    index = folder / "MEMORY.md"
    index.write_text("# Tea house\n\n- The till opens at 8\n- Lids are of tin\n")
    patch = folder / ".inbox" / "private" / "extraction.patch"
    patch.write_text(PATCH.format(folder=folder))
    source = linked(store, folder)
    assert len(proposals.ids(store)) == 2
    patch.unlink()
    assert propose_waiting(store, source) == (0, [])
    assert proposals.ids(store) == []


def test_a_patch_is_read_as_its_page_would_be(store: Store, tmp_path: Path) -> None:
    """A hunk holds neither the heading above a line nor the line that introduces a list."""
    folder = tmp_path / ".gemini" / "tmp" / "tea" / "memory"
    (folder / ".inbox" / "private").mkdir(parents=True)
    (folder / "MEMORY.md").write_text("# Tea house\n\n## Till\n\nHours:\n- It opens at 8\n- It shuts at 6\n")
    (folder / ".inbox" / "private" / "extraction.patch").write_text(
        f"--- {folder}/MEMORY.md\n+++ {folder}/MEMORY.md\n@@ -5,3 +5,5 @@\n"
        " Hours:\n - It opens at 8\n-- It shuts at 6\n"
        f"+- It shuts at 7\n+- It rests at 1\n+- See {folder}/oven.md for the oven\n"
    )
    linked(store, folder)
    texts = {card.change.draft["text"] for card in proposals.get_many(store, proposals.ids(store))}
    assert texts == {"Till › Hours: It shuts at 7", "Till › Hours: It rests at 1"}


def test_a_patch_that_does_not_fit_its_page_any_more_is_told(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / ".gemini" / "tmp" / "tea" / "memory"
    (folder / ".inbox" / "private").mkdir(parents=True)
    (folder / "MEMORY.md").write_text("- The till opens at 9\n")
    (folder / "oven.md").write_text("- The oven is cold\n")
    (folder / ".inbox" / "private" / "extraction.patch").write_text(PATCH.format(folder=folder))
    left = propose_waiting(store, linked(store, folder))[1]
    assert [one.reason for one in left] == [
        "does not fit MEMORY.md as it is now; Gemini drops such a patch",
        "would change oven.md, which is there already",
    ]
