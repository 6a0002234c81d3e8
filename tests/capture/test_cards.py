"""What was read and may not change a memory unasked waits in the review queue."""

from memtui.capture.cards import queue_beside, queue_held
from memtui.capture.facts import Candidate, Fact, Outcome
from memtui.capture.saving import Origins, save
from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import Draft, Memory, State
from memtui.lifecycle.add import add
from memtui.lifecycle.states import archive
from memtui.lifecycle.undo import redo, undo
from memtui.review.verdicts import accept, reject
from memtui.store import memories, proposals
from memtui.store.database import Store

ORIGINS = Origins("offline", "3", file="notes.md")


def known(store: Store, text: str) -> Memory:
    add(store, Draft(text, scope="/project/atlas"), by=PERSON_AT_CLI)
    return memories.same_text(store, text)[0]


def fact(outcome: Outcome, text: str, about: Memory) -> Fact:
    return Fact(Candidate(text, quote=text), outcome, "they give different versions", about)


def queue(store: Store, *facts: Fact) -> list[int]:
    return queue_held(store, facts, scope="/project/atlas", origins=ORIGINS).ids


def test_an_update_waits_and_a_yes_puts_it_in_the_place_of_the_memory(store: Store) -> None:
    old = known(store, "Atlas runs on Postgres 14")
    ids = queue(store, fact(Outcome.UPDATES, "Atlas runs on Postgres 16", old))
    assert [m.state for m in memories.get_many(store, [old.id])] == [State.LIVE]
    accept(store, Settings(), ids, by=PERSON_AT_CLI)
    (new,) = memories.same_text(store, "Atlas runs on Postgres 16")
    assert new.provenance["quote"] == "Atlas runs on Postgres 16"
    assert [m.state for m in memories.get_many(store, [old.id])] == [State.DROPPED]


def test_a_yes_to_another_value_puts_it_into_a_memory_that_says_more(store: Store) -> None:
    old = known(store, "The cooling time of the big kiln in Porto is 30 minutes.")
    accept(
        store,
        Settings(),
        queue(store, fact(Outcome.CONFLICTS, "The cooling time is now 15 minutes.", old)),
        by=PERSON_AT_CLI,
    )
    assert memories.get_many(store, [old.id])[0].text == (
        "The cooling time of the big kiln in Porto is 15 minutes."
    )
    assert memories.same_text(store, "The cooling time is now 15 minutes.") == []


def test_names_that_nothing_takes_the_place_of_stay_and_a_card_says_when_they_go(store: Store) -> None:
    renamed = "We are giving up the name Birch for the second kiln; it is called Dogwood from now on."
    every = known(store, "Kilns are called after trees: Aspen, Birch and Cedar")
    one = known(store, "The second kiln is called Birch")
    put_away = known(store, "Kilns in use are called Alder, Birch and Cedar")
    archive(store, [put_away.id], by=PERSON_AT_CLI)
    abouts = every, one, *memories.get_many(store, [put_away.id])
    ids = queue(store, *(fact(Outcome.UPDATES, renamed, about) for about in abouts))
    cards = proposals.get_many(store, ids)
    assert [card.change.gone for card in cards] == [(), (one.id,), (put_away.id,)]
    assert ["besides" in dict(card.evidence.facts) for card in cards] == [False, False, True]


def test_undoing_an_extraction_takes_the_cards_back_that_came_with_it_and_redo_brings_them(
    store: Store,
) -> None:
    old = known(store, "Atlas runs on Postgres 14, and 3 people keep its key")
    fresh = fact(Outcome.UPDATES, "Atlas runs on Postgres 16", old)
    saved = save(store, [fresh], scope="/project/atlas", by=PERSON_AT_CLI, origins=ORIGINS, chosen=True)
    (asked,) = queue_beside(store, saved.beside, scope="/project/atlas", extractor="offline").ids
    assert proposals.ids(store) == [asked]
    undo(store, by=PERSON_AT_CLI)
    assert proposals.ids(store) == []
    redo(store, by=PERSON_AT_CLI)
    assert proposals.ids(store) == [asked]


def test_an_end_proposes_the_drop_and_undo_brings_the_memory_back(store: Store) -> None:
    old = known(store, "Atlas uses Travis")
    ids = queue(store, fact(Outcome.DELETES, "Travis is no longer used", old))
    accept(store, Settings(), ids, by=PERSON_AT_CLI)
    assert memories.same_text(store, "Travis is no longer used") == []
    undo(store, by=PERSON_AT_CLI)
    assert [m.state for m in memories.get_many(store, [old.id])] == [State.LIVE]


def test_the_card_shows_what_was_read_and_what_differs(store: Store) -> None:
    old = known(store, "Atlas runs on Postgres 14")
    (card,) = proposals.get_many(
        store, queue(store, fact(Outcome.CONFLICTS, "Atlas runs on Postgres 16", old))
    )
    told = dict(card.evidence.facts)
    assert (told["it says"], told["from"]) == ("Atlas runs on Postgres 16", "notes.md")
    ((start, end),) = card.evidence.marks[old.id]
    assert old.text[start:end] == "14"


def test_what_was_refused_is_not_asked_again(store: Store) -> None:
    old = known(store, "Atlas runs on Postgres 14")
    reject(store, queue(store, fact(Outcome.UPDATES, "Atlas runs on Postgres 16", old)), by=PERSON_AT_CLI)
    assert queue(store, fact(Outcome.UPDATES, "Atlas runs on Postgres 16", old)) == []


def test_a_memory_that_changed_meanwhile_is_shown_again_before_it_goes(store: Store) -> None:
    from memtui.lifecycle.change import Edit, edit

    old = known(store, "Atlas runs on Postgres 14")
    ids = queue(store, fact(Outcome.UPDATES, "Atlas runs on Postgres 16", old))
    edit(store, [old.id], Edit(text="Atlas runs on Postgres 15"), by=PERSON_AT_CLI)
    assert accept(store, Settings(), ids, by=PERSON_AT_CLI).stale == ids
    assert accept(store, Settings(), ids, by=PERSON_AT_CLI).decided == ids


def test_a_merge_waits_and_a_yes_puts_both_texts_into_one(store: Store) -> None:
    old = known(store, "Atlas runs on Postgres 16")
    ids = queue(store, fact(Outcome.MERGES, "Atlas runs on Postgres 16 with pgvector", old))
    assert len(ids) == 1
    accept(store, Settings(), ids, by=PERSON_AT_CLI)
    live = [memory for memory in memories.get_many(store, range(1, 10)) if memory.state is State.LIVE]
    assert [memory.text for memory in live] == ["Atlas runs on Postgres 16 with pgvector"]
