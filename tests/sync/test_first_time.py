"""A new machine that is told much at once: its indexes are off meanwhile, and all is as if they were not."""

import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from sqlite_utils import Database

from benchmarks.sync import contents
from memtui.config.settings import Sync
from memtui.domain.memory import Draft
from memtui.lifecycle.add import add
from memtui.store import marks, replicas
from memtui.store.connecting import APPLICATION_ID
from memtui.store.database import Store
from memtui.store.indexes import BY_HASH, INDEXES
from memtui.store.opening import open_store
from memtui.store.schema import MIGRATIONS
from memtui.sync import taking
from memtui.sync.folder import Folder
from memtui.sync.running import exchange
from tests.sync.stores import PERSON, Machine


def indexes(store: Store) -> set[str]:
    names = {row[0] for row in store.query("SELECT name FROM sqlite_master WHERE type = 'index'")}
    return names & INDEXES.keys()


class Watched(Folder):
    """A folder that notes which indexes a store has while it is asked for segments, and may fail then."""

    def __init__(self, root: Path, store: Store, *, fails_at: int = 0) -> None:
        super().__init__(root)
        self.store, self.fails_at = store, fails_at
        self.there: list[set[str]] = []

    def get(self, device: str, names: Sequence[str]) -> Mapping[str, bytes]:
        self.there.append(indexes(self.store))
        if len(self.there) == self.fails_at:
            raise KeyboardInterrupt
        return super().get(device, names)


@pytest.fixture
def told(desk: Machine, lap: Machine, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """Return a machine that told more than one fetches at a time, and that is new to the other."""
    monkeypatch.setattr(taking, "_MANY", 3)
    for number in range(20):
        add(desk.store, Draft(f"The mailer listens on port {number}", scope="/project/a"), by=PERSON)
        desk.exchange()
    return desk


def test_a_new_machine_builds_its_indexes_once_it_has_taken_everything_in(
    told: Machine, lap: Machine
) -> None:
    watched = Watched(lap.meeting, lap.store)
    exchange(lap.store, watched, Sync())
    assert watched.there == [{BY_HASH}] * 2
    assert indexes(lap.store) == INDEXES.keys()
    assert contents(lap.store) == contents(told.store)


def test_a_new_machine_that_is_stopped_meanwhile_goes_on_with_all_indexes(
    told: Machine, lap: Machine
) -> None:
    with pytest.raises(KeyboardInterrupt):
        exchange(lap.store, Watched(lap.meeting, lap.store, fails_at=2), Sync())
    assert len(contents(lap.store)) == 16
    with open_store(lap.store.path, clock=lap.clock) as again:
        assert indexes(again) == INDEXES.keys()
        assert not marks.is_set(again, marks.LOADING)
        exchange(again, Folder(lap.meeting), Sync())
        assert contents(again) == contents(told.store)


def test_a_store_that_shared_before_still_knows_memories_by_their_uids(tmp_path: Path) -> None:
    file = tmp_path / "memories.db"
    here, purged, given = ("01M7W6C478MKXTV5EEW7464GK" + last for last in "ABC")
    with sqlite3.connect(file) as before:
        MIGRATIONS.apply(Database(before, execute_plugins=False), stop_before="m022_uids_of_the_gone")
        before.executemany(
            "INSERT INTO memories (id, uid, text, scope, type, state, importance, rank_key, created_at, "
            "updated_at, norm_hash, origin) "
            "VALUES (?, ?, 'kept', '/', 'semantic', ?, 0.5, 0, 0, 0, 0, 'person')",
            [(1, here, "live"), (3, f"{given}~3", "absent")],
        )
        before.executemany(
            "INSERT INTO shared (memory_id, uid, stamp, accesses, sessions) VALUES (?, ?, '', 0, 0)",
            [(1, here), (2, purged), (3, given)],
        )
        before.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        before.execute("PRAGMA user_version = 21")
    before.close()
    with open_store(file) as store:
        known = replicas.shared_by_uid(store, [here, purged, given])
        assert {uid: each.memory_id for uid, each in known.items()} == {here: 1, purged: 2, given: 3}
        with store.write() as tx:
            assert replicas.erased(tx) == [purged]
            replicas.share(tx, [replicas.Shared(4, given, "", 0, 0)])
            assert replicas.shared(tx, [3, 4]).keys() == {4}
