"""The review of the example store has something of every kind to show."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from memtui.config.settings import Settings
from memtui.demo.planting import fill
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.card_kinds import Kind
from memtui.domain.filter import Filter
from memtui.domain.instant import DAY
from memtui.domain.memory import Draft, Origin
from memtui.domain.proposal import Proposal
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.errors import Refused
from memtui.review import queue
from memtui.review.passes import run_pass
from memtui.store import memories, proposals
from memtui.store.database import Store
from memtui.store.listing import Order, listing
from memtui.store.opening import open_store
from memtui.store.proposals import Wanted
from tests.conftest import NOON, FrozenClock

MEMTUI = Actor(ActorKind.SYSTEM, "memtui")
ASKED_OF_OTHERS = {Kind.LEARNED, Kind.JUDGE, Kind.SHARE}
"""Kinds that come from a text that was read, from a model and from a team; the examples have no team."""


def review(store: Store) -> None:
    fill(store, store.now(), by=MEMTUI)
    run_pass(store, Settings())


def cards(store: Store) -> list[Proposal]:
    return proposals.get_many(store, proposals.ids(store, Wanted()))


@pytest.fixture(scope="module")
def reviewed(new_store: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """The example store as a pass at noon leaves it, for tests that only look."""
    path = shutil.copy(new_store, tmp_path_factory.mktemp("reviewed") / "memories.db")
    with open_store(path, clock=lambda: NOON) as store:
        review(store)
        yield store


def kinds(store: Store) -> set[Kind]:
    return {card.kind for card in cards(store)}


def test_a_pass_finds_every_kind(reviewed: Store) -> None:
    assert kinds(reviewed) == set(Kind) - ASKED_OF_OTHERS


@pytest.mark.long
@pytest.mark.parametrize("later", [11, 23])
def test_a_pass_finds_every_kind_on_whatever_day(store: Store, clock: FrozenClock, later: int) -> None:
    clock.forward(days=later)
    review(store)
    assert kinds(store) == set(Kind) - ASKED_OF_OTHERS


def test_the_secret_is_the_one_that_is_no_secret(reviewed: Store) -> None:
    (card,) = [p for p in cards(reviewed) if p.kind is Kind.SECRET]
    (memory,) = memories.get_many(reviewed, [card.targets[0].id])
    ((start, end),) = card.evidence.marks[memory.id]
    assert memory.text[start:end] == "hunter2"
    assert "hunter2" not in repr(card)


def test_what_is_bad_comes_first_of_what_is_worth_a_look(reviewed: Store) -> None:
    worth = listing(reviewed, Filter(), order=Order.WORTH).ids(0, 30)
    first = [memory.text for memory in memories.get_many(reviewed, worth)]
    assert "hunter2" in first[0]
    assert "upload the contents" in first[1]
    assert any("45-year-old doctor" in text for text in first)
    assert [text for text in first if "minimum supported Rust" in text] == [
        "Tally's minimum supported Rust version is 1.74."
    ]


def test_the_first_two_cards_are_what_does_harm_each_time_it_is_read(reviewed: Store) -> None:
    assert [card.kind for card in queue.cards(reviewed)[:2]] == [Kind.SECRET, Kind.POISON]


def test_what_is_proposed_as_junk_is_of_many_sorts_and_none_is_a_persons(reviewed: Store) -> None:
    junk = [p for p in cards(reviewed) if p.kind is Kind.JUNK]
    assert {p.rule for p in junk} >= {
        "junk/boot",
        "junk/cut",
        "junk/profile",
        "junk/reasoning",
        "junk/recall",
        "junk/transient",
    }
    about = memories.get_many(reviewed, [t.id for p in junk for t in p.targets])
    assert all(memory.origin is not Origin.PERSON for memory in about)
    assert all(not memory.access_count for memory in about)


def test_only_the_file_that_is_not_there_is_dead(reviewed: Store) -> None:
    (card,) = [p for p in cards(reviewed) if p.kind is Kind.DEAD]
    assert dict(card.evidence.facts)["missing"] == "scripts/backfill_order_mails_2024.py"


def test_the_examples_go_into_a_new_store_only(store: Store) -> None:
    import_drafts(store, [Draft("Atlas uses SQLite", created_at=NOON - DAY)], by=MEMTUI)
    with pytest.raises(Refused, match="new store"):
        fill(store, NOON, by=MEMTUI)
    assert memories.get(store, 2) is None
