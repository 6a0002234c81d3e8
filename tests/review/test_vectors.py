"""Each way to run a review pass knows how near memories are in meaning, and finds what only that tells."""

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from memtui.config.settings import Settings
from memtui.domain.card_kinds import Kind
from memtui.domain.watch import Watch
from memtui.lifecycle.enqueue import REVIEW, enqueue
from memtui.review import child, working
from memtui.review.passes import run_pass
from memtui.review.vectors import embedder_for
from memtui.store import memories, proposals
from memtui.store.database import Store
from tests.review.planting import plant

PORT, OTHER_PORT = "The API listens on port 9090.", "The Harbor API listens on port 8080 behind Caddy."
BESIDE = (
    "Run `make lint` before every commit.",
    "Use PostgreSQL 15 for all storage.",
    "Never push directly to main; open a pull request.",
    "Deploys happen on Tuesdays only.",
    "Money is stored as integer cents.",
    "lint: Always run make lint before committing; the user was annoyed when it was skipped.",
    "Money is stored as integer cents, never as floats.",
    "Ran ls -la, output: total 48 drwxr-xr-x 2 root root 4096",
    "Database dumps are made with scripts/dump_db.sh every Sunday.",
    "Deploys of Harbor happen on Thursdays after the stand-up.",
)


@pytest.fixture
def at_odds(store: Store) -> Store:
    for text in (PORT, OTHER_PORT, *BESIDE):
        plant(store, text)
    return store


def finds_the_ports(store: Store) -> bool:
    ports = {memories.same_text(store, text)[0].id for text in (PORT, OTHER_PORT)}
    cards = proposals.get_many(store, proposals.ids(store))
    return any({target.id for target in card.targets} == ports for card in cards)


def by_the_screen(store: Store, folder: Path) -> None:
    config = folder / "config.toml"
    config.touch()
    told: list[Mapping[str, Any]] = []
    child._work(child.Request(str(store.path), str(config)), told.append, threading.Event())
    assert told[-1]["is"] == "end"


def by_the_worker(store: Store, _folder: Path) -> None:
    with store.write() as tx:
        enqueue(tx, REVIEW)
    working.keep_working(store, Settings(), once=True, watch=Watch())


def by_hand(store: Store, _folder: Path) -> None:
    settings = Settings()
    run_pass(store, settings, embedder=embedder_for(store, settings, []))


@pytest.mark.parametrize("way", [by_the_screen, by_the_worker, by_hand])
def test_it_finds_that_two_memories_give_other_values_in_other_words(
    at_odds: Store, tmp_path: Path, way: Callable[[Store, Path], None]
) -> None:
    way(at_odds, tmp_path)
    assert finds_the_ports(at_odds)


def test_without_vectors_the_two_are_not_compared_in_meaning(at_odds: Store) -> None:
    run_pass(at_odds, Settings())
    assert not finds_the_ports(at_odds)


def test_a_dry_run_reads_no_memory_into_vectors_and_kinds_that_compare_nothing_need_none(
    at_odds: Store,
) -> None:
    assert embedder_for(at_odds, Settings(), [], dry_run=True) is None
    assert embedder_for(at_odds, Settings(), [], {Kind.SECRET}) is None
    assert embedder_for(at_odds, Settings(), []) is not None
