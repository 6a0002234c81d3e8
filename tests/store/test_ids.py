"""The id of a row that is gone is never given to another: what remembers it never means the wrong one."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from memtui.config.settings import Settings
from memtui.domain.card_kinds import Kind
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import State
from memtui.domain.proposal_status import Status
from memtui.lifecycle.undo import undo
from memtui.review.verdicts import accept
from memtui.store import connecting, journal, memories, proposals
from memtui.store.database import Store
from memtui.store.opening import open_store
from tests.conftest import FrozenClock
from tests.lifecycle.worlds import PERSON, added
from tests.review.planting import dropping, found, plant, queued

OLD = """
import sys
from pathlib import Path
from memtui.store import connecting, migrating, opening, schema
connecting.SCHEMA_VERSION = opening.SCHEMA_VERSION = migrating.SCHEMA_VERSION = 8
del schema.MIGRATIONS._migrations[8:]
from memtui.store import judged
judged.withdrawn = lambda tx, identity: False  # there was no such table then
from tests.store.test_ids import decide_without_a_change
from tests.lifecycle.worlds import PERSON, filled
from tests.conftest import FrozenClock
from memtui.lifecycle.states import drop
from memtui.store.database import Store
from memtui.store.opening import open_store
with open_store(Path(sys.argv[1]), clock=FrozenClock()) as store:
    ids = filled(store, int(sys.argv[2]))
    drop(store, ids, by=PERSON)
    decide_without_a_change(store)
"""
"""Makes a store as it was before ids were counted on."""


def decide_without_a_change(store: Store) -> int:
    """Say yes to a card that changes no memory, so that its op leaves no trace, and return the card."""
    memory = plant(store, "Atlas stores users in PostgreSQL 16")
    (card,) = queued(store, found(Kind.DUPLICATE, [memory], Change(Deed.MERGE, memory.id)))
    accept(store, Settings(), [card.id], by=PERSON)
    return card.id


def status(store: Store, card: int) -> Status:
    found = proposals.get(store, card)
    assert found is not None
    return found.status


def test_undoing_an_op_opens_no_card_that_another_op_decided(store: Store) -> None:
    (other,) = queued(store, dropping(plant(store, "Drew the poster for the fair")))
    card = decide_without_a_change(store)
    accept(store, Settings(), [other.id], by=PERSON)
    undo(store, by=PERSON)
    assert status(store, other.id) is Status.OPEN
    assert status(store, card) is Status.ACCEPTED


@pytest.mark.parametrize("table", ["ops", "op_sets", "runs", "sources", "write_backs", "proposals", "jobs"])
def test_every_table_whose_ids_are_remembered_counts_on(store: Store, table: str) -> None:
    ((made,),) = store.query("SELECT sql FROM sqlite_master WHERE name = ?", (table,))
    assert "PRIMARY KEY AUTOINCREMENT" in made


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A store of the version before, in which the latest op has gone and a card still names it."""
    path = tmp_path / "old.db"
    subprocess.run([sys.executable, "-c", OLD, str(path), "20"], check=True, cwd=Path(__file__).parents[2])
    return path


@pytest.mark.long
def test_an_older_store_keeps_its_journal_and_counts_on_from_what_is_remembered(old: Path) -> None:
    with sqlite3.connect(old) as connection:
        before = connection.execute("SELECT * FROM ops ORDER BY id").fetchall()
        (named,) = connection.execute("SELECT max(op_id) FROM proposals").fetchone()
        assert named > before[-1][0]
    connection.close()
    with open_store(old, clock=FrozenClock()) as store:
        assert store.query("SELECT * FROM ops ORDER BY id") == before
        assert store.query("PRAGMA user_version") == [(connecting.SCHEMA_VERSION,)]
        assert store.query("PRAGMA integrity_check") == [("ok",)]
        (card,) = proposals.ids(store, proposals.Wanted(status=Status.ACCEPTED))
        new = added(store, "something new")
        assert journal.ops(store)[0].id > named
        undo(store, by=PERSON)
        undone = undo(store, by=PERSON)
        assert undone is not None
        assert undone.changed == 20
        assert {memory.state for memory in memories.get_many(store, range(1, 21))} == {State.LIVE}
        assert memories.get(store, new) is None
        assert status(store, card) is Status.ACCEPTED


@pytest.mark.long
def test_an_older_store_keeps_its_indexes(old: Path, store: Store) -> None:
    names = "SELECT name FROM sqlite_master WHERE type IN ('index', 'trigger') ORDER BY name"
    with open_store(old, clock=FrozenClock()) as migrated:
        assert migrated.query(names) == store.query(names)
