"""A memory that is given other words is headed, quoted and dated by those; History keeps the old."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from memtui.capture.cards import queue_held
from memtui.capture.facts import Candidate, Fact, Outcome
from memtui.capture.saving import Origins, place_taken, save
from memtui.config.settings import Settings
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.domain.dating import said_at
from memtui.domain.decay import strength_of
from memtui.domain.instant import DAY
from memtui.domain.memory import Draft, Memory, State
from memtui.language.short_form import short_form
from memtui.lifecycle.add import add
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.undo import undo
from memtui.recall.rows import row
from memtui.review.verdicts import accept
from memtui.store import memories
from memtui.store.database import Store
from memtui.store.likeness import edited_at

ORIGINS = Origins("offline", "3", file="notes.md")
OLD = "The shop runs on Magento 1"
NEW = "The shop runs on Magento 2 since Monday."
MAIL = "; mail goes to Ada."


def known(store: Store, text: str, abstract: str = OLD) -> Memory:
    draft = Draft(
        text,
        abstract=abstract,
        scope="/shop",
        provenance={"quote": text, "reason": "a fact"},
        created_at=store.now() - 9 * DAY,
    )
    add(store, draft, by=PERSON)
    return memories.same_text(store, text)[0]


def update(store: Store, about: Memory) -> Fact:
    candidate = replace(Candidate(NEW, quote="- on Magento 2 since Monday"), said_at=store.now() - 2 * DAY)
    return Fact(candidate, Outcome.UPDATES, "they give different versions", about)


def by_a_yes(store: Store, fact: Fact) -> None:
    save(store, [fact], scope="/shop", by=PERSON, origins=ORIGINS, chosen=True)


def by_a_card(store: Store, fact: Fact) -> None:
    ids = queue_held(store, [fact], scope="/shop", origins=ORIGINS).ids
    assert accept(store, Settings(), ids, by=PERSON).decided == ids


@pytest.mark.parametrize("agree", [by_a_yes, by_a_card])
def test_what_a_memory_says_of_a_newer_day_is_headed_quoted_and_dated_by_it(
    store: Store, agree: Callable[[Store, Fact], None]
) -> None:
    old = known(store, OLD + MAIL)
    agree(store, update(store, old))
    (now,) = memories.get_many(store, [old.id])
    assert now.text == "The shop runs on Magento 2 since Monday" + MAIL
    assert now.headline == "The shop runs on Magento 2 since Monday"
    assert now.provenance["quote"] == "- on Magento 2 since Monday"
    assert said_at(now) == store.now() - 2 * DAY
    assert row(now, store.now())["day"] == "2026-11-18"
    assert edited_at(store, [old.id]) == {}
    undo(store, by=PERSON)
    (back,) = memories.get_many(store, [old.id])
    assert (back.text, back.headline, back.provenance) == (old.text, old.headline, old.provenance)


@pytest.mark.parametrize("agree", [by_a_yes, by_a_card])
def test_what_a_person_agrees_to_that_has_no_day_is_of_the_day_it_was_read_and_as_strong_as_if_used(
    store: Store, agree: Callable[[Store, Fact], None]
) -> None:
    old = known(store, OLD + MAIL)
    fact = update(store, old)
    agree(store, replace(fact, candidate=replace(fact.candidate, said_at=None)))
    (now,) = memories.get_many(store, [old.id])
    assert now.text != old.text
    assert said_at(now) == store.now()
    assert strength_of(now, store.now()) == now.importance
    undo(store, by=PERSON)
    (back,) = memories.get_many(store, [old.id])
    assert (said_at(back), back.last_touch) == (said_at(old), old.last_touch)


def test_what_was_said_of_the_old_goes_with_it_and_whoever_agrees_is_told_so(store: Store) -> None:
    old = known(store, f"{OLD}; nobody wants to touch that before Easter.")
    fact = update(store, old)
    goes = "“nobody wants to touch that before Easter” goes with what it was said of"
    assert place_taken(store, fact).words() == f"it takes that memory's place; {goes}"
    by_a_yes(store, fact)
    assert memories.get_many(store, [old.id])[0].state is State.DROPPED
    assert memories.same_text(store, NEW)[0].headline == NEW


def test_history_tells_what_an_extraction_brought_apart_from_what_it_took_the_place_of(store: Store) -> None:
    new = Fact(Candidate("The shop is in Porto.", quote="in Porto"), Outcome.NEW)
    facts = [update(store, known(store, OLD)), new]
    saved = save(store, facts, scope="/shop", by=PERSON, origins=ORIGINS, chosen=True)
    assert saved.learned.op is not None
    assert saved.learned.op.label == "extraction of 2 memories, 1 older replaced (offline)"


def test_a_title_of_what_a_memory_is_about_stays_and_a_person_s_edit_heads_it_too(store: Store) -> None:
    old = known(store, OLD)
    edit(store, [old.id], Edit(text="The shop runs on Shopware"), by=PERSON)
    assert memories.get_many(store, [old.id])[0].headline == "The shop runs on Shopware"
    assert short_form("What the shop runs on", OLD, NEW) == "What the shop runs on"
    assert short_form("", OLD, NEW) == ""
