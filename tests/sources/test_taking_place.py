"""A statement that takes the place of a memory in a linked file changes the file, and never takes it away."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from memtui.capture.cards import queue_beside, queue_held
from memtui.capture.facts import Candidate, Fact, Outcome
from memtui.capture.place import RUNNING, Place
from memtui.capture.saving import Origins, Saved, place_taken, save
from memtui.capture.sessions import Capture, Report
from memtui.capture.transcripts import registry
from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.deeds import Deed
from memtui.domain.instant import DAY
from memtui.domain.memory import Draft, Memory, State
from memtui.lifecycle import taking_place
from memtui.lifecycle.add import add
from memtui.lifecycle.propose import propose
from memtui.lifecycle.states import archive
from memtui.lifecycle.undo import undo
from memtui.review.rule import Context
from memtui.review.rules.conflict import RULE
from memtui.review.verdicts import accept
from memtui.store import memories, proposals
from memtui.store.database import Store
from memtui.store.sources import Source
from tests.capture import talks
from tests.sources.linked import DEPLOY, INDEX, bytes_in, folder_of, linked, memory, sync

ORIGINS = Origins("offline", "3", file="notes.md")
TUESDAYS = "Deploys go out on Tuesdays."
CHANGED = DEPLOY.replace("Deploys go out on Fridays, never later.", TUESDAYS)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return folder_of(tmp_path)


def update(about: Memory, text: str, outcome: Outcome = Outcome.UPDATES) -> Fact:
    return Fact(Candidate(text, quote=text), outcome, "they give different days", about)


def agreed(store: Store, fact: Fact) -> Saved:
    return save(store, [fact], scope="/tea", by=PERSON, origins=ORIGINS, chosen=True)


def by_a_yes(store: Store, fact: Fact) -> None:
    agreed(store, fact)


def by_a_card(store: Store, fact: Fact) -> None:
    ids = queue_held(store, [fact], scope="/tea", origins=ORIGINS).ids
    assert accept(store, Settings(), ids, by=PERSON).decided == ids


@pytest.mark.parametrize("agree", [by_a_yes, by_a_card])
def test_the_file_says_the_update_and_all_it_said_besides_and_undo_gives_back_every_byte(
    store: Store, folder: Path, agree: Callable[[Store, Fact], None]
) -> None:
    source = linked(store, folder)
    before = bytes_in(folder)
    agree(store, update(memory(store, source, "Fridays"), TUESDAYS))
    sync(store, source)
    assert bytes_in(folder) == before | {"deploy.md": CHANGED.encode()}
    undo(store, by=PERSON)
    sync(store, source)
    assert bytes_in(folder) == before


def test_before_anybody_agrees_it_is_said_which_file_will_say_what(store: Store, folder: Path) -> None:
    source = linked(store, folder)
    said = place_taken(store, update(memory(store, source, "8080"), "The till listens on 8443")).words()
    assert said == "MEMORY.md will say: Ports: The till listens on 8443"


def test_a_title_above_what_will_be_said_never_runs_into_it() -> None:
    said = taking_place.Place("Till\n\nIt listens on 8443").words()
    assert said == "that memory will say: Till: It listens on 8443"


def test_a_file_that_may_only_be_read_is_named_as_such(store: Store, folder: Path) -> None:
    source = linked(store, folder, agreed=False)
    said = place_taken(store, update(memory(store, source, "Rosa"), "Rosa is a brewer.")).words()
    assert said == "that memory will say: Rosa is a brewer. (not rosa.md, which memtui may only read)"


def test_a_card_names_the_file_that_a_yes_edits(store: Store, folder: Path) -> None:
    about = update(memory(store, linked(store, folder), "Fridays"), TUESDAYS)
    (card,) = proposals.get_many(store, queue_held(store, [about], scope="/tea", origins=ORIGINS).ids)
    assert dict(card.evidence.facts)["edits"] == "deploy.md"


def beside(store: Store, source: Source) -> tuple[Memory, Saved]:
    known = memory(store, source, "Fridays")
    fact = update(known, "Nobody works on Fridays, and deploys go out on any other day.")
    return known, agreed(store, fact)


def test_where_something_would_be_lost_both_stay_and_a_card_asks(store: Store, folder: Path) -> None:
    source = linked(store, folder)
    before = bytes_in(folder)
    known, saved = beside(store, source)
    asked = queue_beside(store, saved.beside, scope="/tea", extractor="offline")
    sync(store, source)
    (card,) = proposals.get_many(store, asked.ids)
    assert card.change.deed is Deed.KEEP
    assert card.change.open_question
    assert [target.id for target in card.targets] == [*saved.learned.ids, known.id]
    assert memories.get_many(store, [known.id])[0].state is State.LIVE
    assert bytes_in(folder) == before


def test_two_facts_about_one_memory_do_not_overwrite_each_other(store: Store, folder: Path) -> None:
    rosa = memory(store, linked(store, folder), "Rosa")
    facts = [update(rosa, "Rosa is a brewer."), update(rosa, "Rosa is a smith.")]
    saved = save(store, facts, scope="/tea", by=PERSON, origins=ORIGINS, chosen=True)
    assert (list(saved.learned.rewritten), saved.learned.stale) == ([rosa.id], 1)
    assert memories.get_many(store, [rosa.id])[0].text == "Rosa is a brewer."


def test_what_is_archived_is_replaced_so_that_agents_are_told_the_fact(store: Store, folder: Path) -> None:
    source = linked(store, folder)
    archive(store, [memory(store, source, "Fridays").id], by=PERSON)
    sync(store, source)
    known = memory(store, source, "Fridays")
    saved = agreed(store, update(known, TUESDAYS, Outcome.MERGES))
    (new,) = memories.get_many(store, saved.learned.ids)
    assert (new.text, new.state) == (TUESDAYS, State.LIVE)
    assert saved.learned.superseded == [known.id]


def test_a_conflict_card_edits_the_file_when_what_holds_stands_in_none(store: Store, folder: Path) -> None:
    text = "---\nname: pump\ndescription: where it listens\n---\n\nThe pump listens on port 8123.\n"
    (folder / "pump.md").write_text(text, "utf-8")
    os.utime(folder / "pump.md", (store.now() - 40 * DAY,) * 2)
    source = linked(store, folder)
    before = bytes_in(folder)
    old = memory(store, source, "8123")
    add(store, Draft("The pump listens on port 9123.", scope=old.scope), by=PERSON)
    (newer,) = memories.same_text(store, "The pump listens on port 9123.")
    found = RULE.compare(old, newer, 0.9, Context(store, Settings(), store.now()))
    assert found is not None
    assert (found.change.keep, found.change.gone) == (old.id, (newer.id,))
    ids = propose(store, [found]).ids
    assert accept(store, Settings(), ids, by=PERSON).decided == ids
    sync(store, source)
    assert bytes_in(folder) == before | {"pump.md": before["pump.md"].replace(b"8123", b"9123")}
    undo(store, by=PERSON)
    sync(store, source)
    assert bytes_in(folder) == before


def said_in_a_session(store: Store, folder: Path, text: str, scope: str) -> Report:
    talk = talks.write(folder.parent / "talk.jsonl", [talks.user(f"Remember: {text}")])
    place = Place(session=talks.SESSION, cwd=str(folder.parents[1]), scope=scope, way=RUNNING)
    with Capture(store, Settings(), place) as capture:
        asyncio.run(capture.take(registry.read(talk, ended=True).turns))
        return capture.report


@pytest.mark.parametrize(
    ("besides", "asked"),
    [
        # the clause is put into the memory
        ("The staging server of Atlas runs PostgreSQL 14; it stands in Oslo.", 0),
        # so is the value, where only one can be meant
        ("The staging server of Atlas runs PostgreSQL 14 and is painted in dark green at the back.", 0),
        # of two it could be either, so the memory stays, and the person is asked
        ("The staging server of Atlas runs PostgreSQL 14 on 12 cores and is painted green.", 1),
    ],
)
def test_what_a_session_says_otherwise_of_its_own_memory_in_a_file_counts_and_loses_nothing(
    store: Store, folder: Path, besides: str, asked: int
) -> None:
    source = linked(store, folder)
    scope = memory(store, source, "Fridays").scope
    (first,) = said_in_a_session(store, folder, besides, scope).stored
    (folder / "MEMORY.md").write_text(INDEX.replace("\n## Ports", f"\n- {besides}\n\n## Ports"))
    sync(store, source)
    report = said_in_a_session(store, folder, "The staging server of Atlas now runs PostgreSQL 16.", scope)
    (stored,) = memories.get_many(store, report.stored)
    assert "PostgreSQL 16" in stored.text
    cards = proposals.get_many(store, proposals.ids(store))
    assert [[target.id for target in card.targets] for card in cards] == [[stored.id, first]] * asked
    assert report.queued == asked
    live = [one.text for one in memories.get_many(store, [first, stored.id]) if one.state is State.LIVE]
    assert besides.rpartition(" ")[2] in " ".join(live)
