"""A scan of the machine finds live stores where their programs keep them, and init links them."""

import json
import sqlite3
from pathlib import Path

import pytest

from memtui.config.settings import Gate
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.formats.finding import Found
from memtui.live_stores import mem0_local
from memtui.setup import record
from memtui.setup.doing import Doing
from memtui.setup.plan import plan
from memtui.setup.taking_back import take_back
from memtui.sources.places import scan, variables
from memtui.store import sources
from memtui.store.database import Store
from memtui.tui.sources.pages import look_into
from memtui.tui.sources.sources_list import Unlinked

_ROWS = "CREATE TABLE memories (content_hash TEXT UNIQUE, content TEXT, created_at REAL, deleted_at REAL)"


def service(file: Path, *texts: str) -> Path:
    """Write a database of mcp-memory-service."""
    file.parent.mkdir(parents=True)
    with sqlite3.connect(file) as connection:
        connection.execute(_ROWS)
        rows = [(f"h{n}", text) for n, text in enumerate(texts)]
        connection.executemany("INSERT INTO memories (content_hash, content) VALUES (?, ?)", rows)
    connection.close()
    return file


def crew(storage: Path) -> Path:
    """Write as much of a crew's table as a scan looks at."""
    versions = storage / "memory" / "memories.lance" / "_versions"
    versions.mkdir(parents=True)
    (versions / "1.manifest").write_bytes(b"id content scope categories_str")
    return storage / "memory"


def mem0(folder: Path) -> Path:
    """Write as much of mem0's Qdrant as a scan looks at."""
    points = folder / "collection" / "mem0" / "storage.sqlite"
    points.parent.mkdir(parents=True)
    (folder / "meta.json").write_text(json.dumps({"collections": {"mem0": {}}}))
    with sqlite3.connect(points) as connection:
        connection.execute("CREATE TABLE points (id TEXT PRIMARY KEY, point BLOB)")
        connection.execute("INSERT INTO points VALUES ('1', x'00'), ('2', x'00')")
    connection.close()
    return folder


def found(home: Path, **environment: str) -> dict[str, Found]:
    return {one.format: one for one in scan(home, environment)}


def test_stores_are_found_with_their_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = service(tmp_path / ".local/share/mcp-memory/sqlite_vec.db", "Ada prefers green tea")
    folder = crew(tmp_path / ".local/share/tea-house")
    monkeypatch.setattr(mem0_local, "_USUAL_FOLDER", mem0(tmp_path / "qdrant"))
    there = found(tmp_path)
    assert {name: (one.linked_as, one.amount) for name, one in there.items()} == {
        "mcp-memory-service": (f"mcp-memory-service://{file}", "1 memory"),
        "crewai": (f"crewai://{folder}", "memories"),
        "mem0-local": (f"mem0://{tmp_path}/qdrant", "2 memories"),
    }
    assert all(one.bytes for name, one in there.items() if name != "crewai")


def test_the_variables_of_their_programs_are_followed(tmp_path: Path) -> None:
    file = service(tmp_path / "elsewhere/own.db", "Ada prefers green tea")
    crew(tmp_path / "crews")
    given = {"MCP_MEMORY_SQLITE_PATH": str(file), "CREWAI_STORAGE_DIR": str(tmp_path / "crews")}
    assert {name: str(one.path) for name, one in found(tmp_path / "home", **given).items()} == {
        "mcp-memory-service": str(file),
        "crewai": f"{tmp_path}/crews/memory",
    }
    assert given.keys() <= variables().keys()


def test_what_is_broken_is_told(tmp_path: Path) -> None:
    file = service(tmp_path / ".local/share/mcp-memory/sqlite_vec.db", *("tea " * 99 for _ in range(99)))
    whole = file.read_bytes()
    file.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    one = found(tmp_path)["mcp-memory-service"]
    assert (one.records, "cannot read" in one.problem) == (0, True)


def test_the_page_of_one_that_is_not_linked_reads_nothing_of_it(store: Store, tmp_path: Path) -> None:
    service(tmp_path / ".local/share/mcp-memory/sqlite_vec.db", "Ada prefers green tea")
    looked = look_into(store, Unlinked(found(tmp_path)["mcp-memory-service"]))
    assert (looked.problem, looked.statements) == ("", [])


def test_init_links_a_store_on_yes_and_takes_it_back(store: Store, tmp_path: Path) -> None:
    file = service(tmp_path / ".local/share/mcp-memory/sqlite_vec.db", "Ada prefers green tea")
    (place,) = plan(store, tmp_path, {}, tmp_path, ["memtui"]).places
    made = record.Record()
    assert Doing(store, made).link(place, by=PERSON, gate=Gate()).added == 1
    (source,) = sources.get_all(store)
    assert source.path == f"mcp-memory-service://{file}"
    again = plan(store, tmp_path, {}, tmp_path, ["memtui"])
    assert (again.places, again.linked) == ([], 1)
    take_back(store, made, by=PERSON, gate=Gate())
    assert [place.path for place in plan(store, tmp_path, {}, tmp_path, ["memtui"]).places] == [file]
