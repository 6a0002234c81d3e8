"""Whatever file is named, it opens as a store or is left as it is, with a sentence that says what to do."""

import contextlib
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlite_utils import Database

from memtui.domain.decay import DecayRules
from memtui.domain.memory import Draft
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.states import drop
from memtui.store import connecting, errors, memories, scopes
from memtui.store.database import Store
from memtui.store.opening import open_store
from memtui.store.schema import MIGRATIONS
from tests.depth import SHARED, examples
from tests.lifecycle.worlds import PERSON, added, filled
from tests.processes import PREAMBLE, Child


@pytest.fixture
def whole(store: Store) -> Path:
    """A closed store of two hundred memories."""
    import_drafts(store, [Draft(f"fact {n} " + "x" * 200, "/project") for n in range(200)], by=PERSON)
    store.close()
    return store.path


def refusal(file: Path, kind: type[errors.StoreError]) -> str:
    """Try to open a file, see that it stays as it is, and return what was said."""
    before = file.read_bytes() if file.is_file() else None
    beside = sorted(file.parent.iterdir())
    with pytest.raises(kind) as refused:
        open_store(file)
    assert type(refused.value) is kind
    assert (file.read_bytes() if file.is_file() else None) == before
    assert sorted(file.parent.iterdir()) == beside
    return str(refused.value)


@pytest.mark.parametrize("text", ["hello", "# notes\n" * 500, "SQLite format 3", "\0" * 100])
def test_a_text_file_is_left_as_it_is(tmp_path: Path, text: str) -> None:
    file = tmp_path / "notes.md"
    file.write_text(text)
    said = refusal(file, errors.StoreForeign)
    assert "--db" in said
    assert "memtui import" in said


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    file = tmp_path / "memories.db"
    file.touch()
    with open_store(file) as store:
        assert scopes.count(store, "/") == 0


@pytest.mark.parametrize("journal", ["DELETE", "WAL"])
def test_another_programs_database_is_left_as_it_is(tmp_path: Path, journal: str) -> None:
    file = tmp_path / "other.db"
    with sqlite3.connect(file) as other:
        other.execute(f"PRAGMA journal_mode = {journal}")
        other.execute("CREATE TABLE memories (id INTEGER PRIMARY KEY, text TEXT)")
    other.close()
    assert "another program" in refusal(file, errors.StoreForeign)


def test_a_store_of_a_newer_memtui_is_left_as_it_is(store: Store) -> None:
    store.query("PRAGMA user_version = 99")
    store.close()
    said = refusal(store.path, errors.StoreTooNew)
    assert "schema 99" in said
    assert "Update memtui" in said


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    assert str(tmp_path / "memories.db") in refusal(tmp_path, errors.StoreForeign)


def test_a_missing_folder_is_made_and_a_missing_file_only_when_wanted(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b" / "memories.db"
    with pytest.raises(errors.StoreMissing, match="no store at"):
        open_store(file, create=False)
    assert not file.parent.exists()
    open_store(file).close()
    open_store(file, create=False).close()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(errors.StoreMissing, match=r"cannot be made .* --db"):
        open_store(tmp_path / "file" / "memories.db")


def test_a_name_with_odd_characters_opens(tmp_path: Path) -> None:
    file = tmp_path / "my memories? 100% #1 é.db"
    open_store(file).close()
    with open_store(file, create=False) as store, store.sibling() as other:
        added(store, "one")
        assert scopes.count(other, "/") == 1


@pytest.mark.parametrize("keep", [50, 100, 1000, 4096, 5000, 40_000])
def test_a_truncated_file_is_called_damaged_or_no_store(tmp_path: Path, whole: Path, keep: int) -> None:
    file = tmp_path / "truncated.db"
    file.write_bytes(whole.read_bytes()[:keep])
    with pytest.raises((errors.StoreDamaged, errors.StoreForeign)) as refused:
        use(file)
    assert "--db" in str(refused.value) or ".recover" in str(refused.value)


def use(file: Path) -> None:
    """Open a store and read and change it as a person would."""
    with open_store(file) as store:
        memories.get_many(store, range(1, 201))
        drop(store, range(1, 201), by=PERSON)


@settings(max_examples=examples(40), suppress_health_check=SHARED)
@given(st.lists(st.tuples(st.floats(0, 0.999), st.binary(min_size=1, max_size=600)), min_size=1, max_size=4))
def test_no_damage_makes_anything_but_a_store_error(
    tmp_path: Path, whole: Path, scratches: list[tuple[float, bytes]]
) -> None:
    file = tmp_path / "damaged.db"
    data = bytearray(whole.read_bytes())
    for where, junk in scratches:
        start = int(where * len(data))
        data[start : start + len(junk)] = junk
    for path in tmp_path.glob("damaged.db*"):
        path.unlink()
    file.write_bytes(data)
    with contextlib.suppress(errors.StoreError):
        use(file)


def test_a_row_that_makes_no_sense_is_called_damaged(store: Store) -> None:
    filled(store, 2)
    with store.write() as tx:
        tx.execute("UPDATE memories SET origin = 'nobody', provenance = '{' WHERE id = 2")
    assert memories.get(store, 1) is not None
    with pytest.raises(errors.StoreDamaged, match="nobody"):
        memories.get(store, 2)


def test_overwritten_pages_are_called_damaged(tmp_path: Path, whole: Path) -> None:
    file = tmp_path / "damaged.db"
    data = whole.read_bytes()
    file.write_bytes(data[:4096] + b"\x99" * (len(data) - 4096))
    with pytest.raises(errors.StoreDamaged, match=r"damaged .* \.recover"):
        use(file)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("SQLITE_INTERRUPT", errors.Interrupted),
        ("SQLITE_BUSY_SNAPSHOT", errors.StoreBusy),
        ("SQLITE_LOCKED", errors.StoreBusy),
        ("SQLITE_READONLY_DBMOVED", errors.StoreReadOnly),
        ("SQLITE_FULL", errors.StoreFull),
        ("SQLITE_NOTADB", errors.StoreForeign),
        ("SQLITE_CORRUPT_INDEX", errors.StoreDamaged),
        ("SQLITE_CANTOPEN", errors.StoreMissing),
        ("SQLITE_IOERR_READ", errors.StoreError),
    ],
)
def test_what_sqlite_answers_is_said_in_words_of_its_kind(
    tmp_path: Path, name: str, kind: type[Exception]
) -> None:
    answer = sqlite3.OperationalError("it said so")
    answer.sqlite_errorname = name
    told = connecting.explained(answer, tmp_path / "memories.db")
    assert type(told) is kind
    assert "it said so" not in str(told) or kind is errors.StoreDamaged


def test_a_locked_file_is_said_to_be_busy(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(store, 1)
    store.close()
    child = Child(
        store.path,
        """
        store._connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        store._connection.execute("BEGIN EXCLUSIVE")
        say("locked")
        sys.stdin.readline()
        """,
    )
    child.hear("locked")
    monkeypatch.setattr(connecting, "PATIENCE", 0.05)
    with pytest.raises(errors.StoreBusy, match="try again"):
        open_store(store.path)
    child.tell()
    child.done()
    open_store(store.path).close()


def test_the_schema_version_counts_the_migrations(store: Store) -> None:
    applied = list(MIGRATIONS.applied(Database(store._connection, execute_plugins=False)))
    assert len(applied) == connecting.SCHEMA_VERSION
    assert store.query("PRAGMA user_version") == [(connecting.SCHEMA_VERSION,)]


AS_NOBODY = (
    PREAMBLE.replace("store = open_store(path)", "")
    + """
from memtui.store import erasing, errors, loading, memories, repair, schema, scopes
if os.geteuid() == 0:  # whom permission bits do not bind
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
"""
)


@pytest.fixture
def open_to_all() -> Iterator[Path]:
    """A store of three memories in a folder that everyone may enter."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        file = Path(folder) / "memories.db"
        with open_store(file) as store:
            filled(store, 3)
        yield file
        Path(folder).chmod(0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="permission bits are POSIX")
@pytest.mark.parametrize(("file_mode", "folder_mode"), [(0o444, 0o555), (0o444, 0o777), (0o666, 0o555)])
def test_what_cannot_be_written_is_opened_for_reading(
    open_to_all: Path, file_mode: int, folder_mode: int
) -> None:
    open_to_all.chmod(file_mode)
    open_to_all.parent.chmod(folder_mode)
    before = open_to_all.read_bytes()
    child = Child(
        open_to_all,
        """
        store = open_store(path)
        try:
            drop(store, [1], by=PERSON)
        except errors.StoreReadOnly as error:
            say(f"{scopes.count(store, '/')} {store.read_only} {error}")
        """,
        preamble=AS_NOBODY,
    )
    said = child.done()
    assert said.startswith("3 True ")
    assert "Make the file and its folder writable" in said
    assert open_to_all.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="permission bits are POSIX")
def test_what_may_not_be_read_is_said_so(open_to_all: Path) -> None:
    open_to_all.chmod(0o000)
    child = Child(
        open_to_all,
        """
        try:
            open_store(path)
        except errors.StoreMissing as error:
            say(error)
        """,
        preamble=AS_NOBODY,
    )
    assert "may read it" in child.done()


@pytest.mark.skipif(sys.platform == "win32", reason="permission bits are POSIX")
def test_a_folder_that_may_not_be_written_gets_no_store(open_to_all: Path) -> None:
    open_to_all.unlink()
    open_to_all.parent.chmod(0o555)
    child = Child(
        open_to_all,
        """
        try:
            open_store(path)
        except errors.StoreError as error:
            say(f"{type(error).__name__} {error}")
        """,
        preamble=AS_NOBODY,
    )
    said = child.done()
    assert said.startswith("StoreMissing")
    assert "another with --db" in said


def test_a_store_on_a_full_disk_is_told_as_that_and_not_as_one_that_may_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "full.db"
    open_store(path).close()
    store = Store(connecting.read_only(path), path, DecayRules(), time.time, True)
    for free, error in ((0, errors.StoreFull), (1 << 30, errors.StoreReadOnly)):
        monkeypatch.setattr("shutil.disk_usage", lambda _path, free=free: SimpleNamespace(free=free))
        with pytest.raises(error), store.write():
            pass
    store.close()
