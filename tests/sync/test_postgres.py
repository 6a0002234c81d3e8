"""Machines that meet in a PostgreSQL database, over a real server."""

import shutil
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from benchmarks.sync import contents
from memtui.addresses import without_password
from memtui.config.settings import Sync
from memtui.domain.memory import Draft
from memtui.lifecycle.add import add
from memtui.store import memories
from memtui.store.database import Store
from memtui.store.opening import open_store
from memtui.sync.errors import CarrierAway, SyncError
from memtui.sync.exchanged import Exchanged
from memtui.sync.following import follow
from memtui.sync.places import carrier_at
from memtui.sync.postgres import Postgres
from memtui.sync.running import exchange, join, leave
from memtui.sync.status import status
from tests.sync.server import Server, running_or_skipped
from tests.sync.stores import PERSON

pytestmark = pytest.mark.long

_PATIENCE = 300.0
"""Seconds after which something that should have happened counts as not happening."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running_or_skipped() as started:
        yield started


@pytest.fixture
def database(server: Server) -> str:
    """Make an empty database and return its name."""
    made = server.run_for("SELECT 'd' || count(*) FROM pg_database")
    server.run(f"CREATE DATABASE {made}")
    return made


@pytest.fixture
def stores(new_store: Path, tmp_path: Path) -> Iterator[Sequence[Store]]:
    opened = [open_store(shutil.copy(new_store, tmp_path / f"{name}.db")) for name in ("desk", "lap")]
    yield opened
    for store in opened:
        store.close()


def says(store: Store, text: str) -> None:
    add(store, Draft(text, scope="/project/a"), by=PERSON)


def meet(where: str, *stores: Store) -> list[Exchanged]:
    """Let stores exchange, each twice."""
    return [exchange(store, carrier_at(where, store.path), Sync()) for store in [*stores, *stores]]


def test_two_machines_meet_in_a_database(server: Server, database: str, stores: Sequence[Store]) -> None:
    where = server.address(database)
    for store, name in zip(stores, ("desk", "lap"), strict=True):
        join(store, where, name)
        says(store, f"Something about {name}")
    meet(where, *stores)
    assert contents(stores[0]) == contents(stores[1])
    assert len(contents(stores[0])) == 2
    leave(stores[1], Postgres(where))
    assert len(Postgres(where).heads()) == 1
    assert server.run_for("SELECT count(DISTINCT device) FROM memtui_segments", database=database) == "1"


def test_who_may_only_read_takes_in_and_tells_nothing(
    server: Server, database: str, stores: Sequence[Store]
) -> None:
    desk, lap = stores
    join(desk, server.address(database), "desk")
    says(desk, "The gateway listens on port 80")
    meet(server.address(database), desk)
    reader = f"reader_{database}"
    server.run(
        f"CREATE ROLE {reader} LOGIN",
        f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {reader}",
        database=database,
    )
    where = server.address(database, user=reader)
    join(lap, where, "lap")
    says(lap, "Releases leave on Tuesday")
    meet(where, lap)
    assert len(contents(lap)) == 2
    told = status(lap)
    assert told is not None
    assert (told.reads_only, told.summary, told.trouble) == (True, "reads only", "")
    server.run(f"GRANT ALL ON ALL TABLES IN SCHEMA public TO {reader}", database=database)
    meet(where, lap, desk)
    assert contents(desk) == contents(lap)
    told = status(lap)
    assert told is not None
    assert not told.reads_only


def test_a_change_is_heard_at_once_without_a_pause_to_wait_for(
    server: Server, database: str, stores: Sequence[Store]
) -> None:
    where = server.address(database)
    for store, name in zip(stores, ("desk", "lap"), strict=True):
        join(store, where, name)
    heard = threading.Event()
    with following(stores[0], heard), following(stores[1], heard):
        says(stores[0], "The gateway listens on port 80")
        assert heard.wait(_PATIENCE)
    assert contents(stores[0]) == contents(stores[1]) != []


def test_a_team_is_heard_at_once_too_and_beside_ones_own_machines(
    server: Server, database: str, stores: Sequence[Store], tmp_path: Path
) -> None:
    (tmp_path / "own").mkdir()
    for store, name in zip(stores, ("desk", "lap"), strict=True):
        join(store, str(tmp_path / "own"), name)
        join(store, server.address(database), name, "/project/a", name)
    heard = threading.Event()
    with following(stores[0], heard), following(stores[1], heard):
        says(stores[0], "The gateway listens on port 80")
        assert heard.wait(_PATIENCE)
    assert [memory.text for memory in memories.get_many(stores[1], [1])] == ["The gateway listens on port 80"]


def test_a_database_that_is_away_does_not_keep_a_team_from_meeting(
    stores: Sequence[Store], tmp_path: Path
) -> None:
    desk, lap = stores
    (tmp_path / "team").mkdir()
    join(desk, f"postgresql://ada@/memories?host={tmp_path}", "desk")
    for store, name in zip(stores, ("desk", "lap"), strict=True):
        join(store, str(tmp_path / "team"), name, "/project/a", name)
    says(lap, "The gateway listens on port 80")
    exchange(lap, carrier_at(str(tmp_path / "team"), lap.path), Sync(), "/project/a")
    heard = threading.Event()
    with following(desk, heard):
        assert heard.wait(_PATIENCE)
    assert len(memories.get_many(desk, [1])) == 1


@contextmanager
def following(store: Store, heard: threading.Event) -> Iterator[None]:
    """Follow the others in this block; `heard` is set when something came of them."""
    stop = threading.Event()

    def run() -> None:
        with store.sibling() as own:
            follow(own, Sync(every=3600.0), stop, lambda done: heard.set() if done.taken else None)

    thread = threading.Thread(target=run)
    thread.start()
    yield
    stop.set()
    thread.join()


def test_a_wrong_password_is_said_and_never_shown(
    server: Server, database: str, stores: Sequence[Store]
) -> None:
    server.run("DROP ROLE IF EXISTS ada", "CREATE ROLE ada LOGIN PASSWORD 'right/one'")
    assert Postgres(server.address(database, user="ada", password="right/one")).heads() == {}
    where = server.address(database, user="ada", password="hunter2")
    join(stores[0], where, "desk")
    with pytest.raises(CarrierAway, match="password authentication failed") as told:
        meet(where, stores[0])
    stands = status(stores[0])
    assert stands is not None
    for words in (str(told.value), stands.trouble, stands.where):
        assert words
        assert "hunter2" not in words
    with pytest.raises(SyncError, match="already") as again:
        join(stores[0], where, "desk")
    assert "hunter2" not in str(again.value)


def test_a_server_that_is_away_is_said_and_nothing_is_lost(stores: Sequence[Store], tmp_path: Path) -> None:
    where = f"postgresql://ada:hunter2@/memories?host={tmp_path}"
    join(stores[0], where, "desk")
    says(stores[0], "The gateway listens on port 80")
    with pytest.raises(CarrierAway) as told:
        meet(where, stores[0])
    assert "hunter2" not in str(told.value)
    assert len(contents(stores[0])) == 1


def test_two_that_come_first_at_once_both_find_the_tables(server: Server, database: str) -> None:
    where = server.address(database)
    troubles: list[Exception] = []

    def come(device: str) -> None:
        try:
            Postgres(where).put(device * 10, [], b"head", set())
        except SyncError as error:
            troubles.append(error)

    threads = [threading.Thread(target=come, args=(device,)) for device in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert troubles == []
    assert len(Postgres(where).heads()) == 4


def test_without_psycopg_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delitem(sys.modules, "memtui.sync.postgres")
    with pytest.raises(SyncError, match=r"memtui\[postgres\]"):
        carrier_at("postgresql://host/memories", tmp_path / "memories.db")


@pytest.mark.parametrize(
    "where",
    [
        "postgresql://ada:hunter2@host/db",
        "postgresql://ada:hunt@er2@host/db",
        "postgresql://ada:hunt/er2@host/db",
        "postgresql://ada:hunt?er2@host/db",
        "postgres://host/db?user=ada&password=hunter2",
    ],
)
def test_no_password_is_shown_however_it_is_written(where: str) -> None:
    shown = without_password(where)
    assert shown.startswith("postgres")
    assert "hunt" not in shown
    assert "er2" not in shown


@pytest.mark.parametrize(
    "where",
    ["postgresql://ada:hunt@er2@host/db", "postgresql://ada:hunt/er2@host/db", "postgresql://host/db?port"],
)
def test_an_address_that_is_none_is_refused_without_its_password(where: str) -> None:
    with pytest.raises(SyncError, match="no address of a database") as told:
        Postgres(where)
    assert "hunt" not in str(told.value)


def test_what_else_lies_in_the_tables_is_no_device_of_ours(server: Server, database: str) -> None:
    carrier = Postgres(server.address(database))
    carrier.put("0123456789", [], b"head", set())
    with psycopg.connect(server.address(database)) as connection:
        connection.execute("INSERT INTO memtui_heads VALUES ('../etc', 'x')")
    assert list(carrier.heads()) == ["0123456789"]
