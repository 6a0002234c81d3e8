"""LangGraph's store in PostgreSQL, over a real server: read by questions, written by its own client."""

import json
from collections.abc import Iterator

import pytest

from memtui.config.settings import Gate
from memtui.domain.actor import PERSON_AT_CLI as PERSON
from memtui.formats.protocol import SourceError
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.states import drop
from memtui.lifecycle.undo import undo
from memtui.sources import syncing
from memtui.store import sources
from memtui.store.database import Store
from memtui.store.sources import Source, Standing
from tests.live_stores.langgraph_tables import MEMORIES
from tests.sources.linked import again, memory, sync
from tests.sync.server import Server, running_or_skipped

pytestmark = pytest.mark.long

_TABLES = (
    "CREATE TABLE store (prefix text NOT NULL, key text NOT NULL, value jsonb NOT NULL, "
    "created_at timestamptz DEFAULT now(), updated_at timestamptz DEFAULT now(), "
    "expires_at timestamptz, ttl_minutes int, PRIMARY KEY (prefix, key))",
    # With pgvector `embedding` is a vector; either way it is read as text and written back from it.
    "CREATE TABLE store_vectors (prefix text NOT NULL, key text NOT NULL, field_name text NOT NULL, "
    "embedding real[], created_at timestamptz DEFAULT now(), updated_at timestamptz DEFAULT now(), "
    "PRIMARY KEY (prefix, key, field_name), "
    "FOREIGN KEY (prefix, key) REFERENCES store (prefix, key) ON DELETE CASCADE)",
    "CREATE TABLE store_migrations (v int PRIMARY KEY)",
    "INSERT INTO store_migrations VALUES (0), (1), (2), (3)",
)
_ROWS = "SELECT coalesce(jsonb_agg(to_jsonb(s) ORDER BY prefix, key)::text, '') FROM store s"
_VECTORS = "SELECT coalesce(jsonb_agg(to_jsonb(v) ORDER BY field_name)::text, '') FROM store_vectors v"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running_or_skipped() as started:
        yield started


@pytest.fixture
def database(server: Server) -> str:
    """Make a database with LangGraph's tables and four memories, one with a vector; return its name."""
    made = server.run_for("SELECT 'd' || count(*) FROM pg_database")
    server.run(f"CREATE DATABASE {made}")
    values = ", ".join(
        f"('{space}', '{name}', '{json.dumps(value)}', '2026-01-02 03:04:05+00', '2026-01-03 03:04:05+00')"
        for space, name, value in MEMORIES
    )
    server.run(
        *_TABLES,
        f"INSERT INTO store (prefix, key, value, created_at, updated_at) VALUES {values}",
        "INSERT INTO store_vectors VALUES ('memories.ada', 'm1', 'content', '{0.25,0.5}', "
        "'2026-01-02 03:04:05+00', '2026-01-02 03:04:05+00')",
        database=made,
    )
    return made


@pytest.fixture
def source(store: Store, server: Server, database: str) -> Source:
    found, done = syncing.link(store, "langgraph+" + server.address(database), by=PERSON, gate=Gate())
    assert (done.added, done.problem) == (4, "")
    with store.write() as tx:
        sources.agree(tx, found.id, yes=True)
    return found


@pytest.fixture
def client() -> None:
    pytest.importorskip("langgraph.store.postgres", reason="LangGraph's client is not installed")


def test_what_changed_there_is_followed(store: Store, source: Source, server: Server, database: str) -> None:
    assert memory(store, source, "green tea").scope == "/langgraph/memories/ada"
    server.run(
        'UPDATE store SET value = \'{"text": "Bob deploys on Mondays"}\', updated_at = now() '
        "WHERE key = 'x/1'",
        "DELETE FROM store WHERE key = 'm2'",
        database=database,
    )
    done = sync(store, source)
    assert (done.edited, done.proposed, done.problem) == (1, 1, "")


@pytest.mark.usefixtures("client")
@pytest.mark.parametrize("words", ["green tea", "8080", "Fridays", "likes"])
def test_a_drop_and_its_undo_leave_the_very_rows_and_vectors(
    store: Store, source: Source, server: Server, database: str, words: str
) -> None:
    before = server.run_for(_ROWS, database), server.run_for(_VECTORS, database)
    drop(store, [memory(store, source, words).id], by=PERSON)
    done = sync(store, source)
    assert (len(done.written), done.problem) == (1, "")
    assert server.run_for("SELECT count(*) FROM store", database) == "3"
    undo(store, by=PERSON)
    assert sync(store, source).problem == ""
    assert (server.run_for(_ROWS, database), server.run_for(_VECTORS, database)) == before


@pytest.mark.usefixtures("client")
def test_an_edit_and_its_undo_leave_the_very_rows(
    store: Store, source: Source, server: Server, database: str
) -> None:
    before = server.run_for(_ROWS, database)
    edit(store, [memory(store, source, "Fridays").id], Edit(text="Bob deploys on Mondays"), by=PERSON)
    sync(store, source)
    there = server.run_for("SELECT value::text FROM store WHERE key = 'x/1'", database)
    assert json.loads(there) == {"text": "Bob deploys on Mondays", "source": "chat"}
    undo(store, by=PERSON)
    sync(store, source)
    assert server.run_for(_ROWS, database) == before


def test_a_password_is_asked_for_and_shown_nowhere(store: Store, server: Server, database: str) -> None:
    server.run(
        "DO $$ BEGIN CREATE ROLE ada LOGIN PASSWORD 'Tea/4two'; EXCEPTION WHEN duplicate_object THEN END $$",
        f"GRANT ALL ON DATABASE {database} TO ada",
    )
    server.run("GRANT SELECT ON store, store_vectors, store_migrations TO ada", database=database)
    with pytest.raises(SourceError, match="password") as refused:
        syncing.link(store, "langgraph+" + server.address(database, user="ada"), by=PERSON, gate=Gate())
    assert "Traceback" not in str(refused.value)
    where = "langgraph+" + server.address(database, user="ada", password="Tea/4two")
    source, done = syncing.link(store, where, by=PERSON, gate=Gate())
    assert done.added == 4
    assert "Tea" not in source.path + str(memory(store, source, "green tea").provenance)
    with store.write() as tx:
        sources.agree(tx, source.id, yes=True)
    drop(store, [memory(store, source, "green tea").id], by=PERSON)
    problem = sync(store, source).problem
    assert problem
    assert "Tea" not in problem
    assert again(store, source).status is Standing.CONFLICT


def test_a_server_that_is_away_is_told_and_nothing_is_lost(
    store: Store, source: Source, server: Server, database: str
) -> None:
    server.run(f"ALTER DATABASE {database} RENAME TO {database}_away")
    done = sync(store, source)
    assert "does not exist" in done.problem
    assert memory(store, source, "green tea")
    server.run(f"ALTER DATABASE {database}_away RENAME TO {database}")
    assert sync(store, source).problem == ""
    assert again(store, source).status is Standing.LINKED


def test_a_database_without_the_table_is_refused_in_a_sentence(store: Store, server: Server) -> None:
    with pytest.raises(SourceError, match="no LangGraph store"):
        syncing.link(store, "langgraph+" + server.address("postgres"), by=PERSON, gate=Gate())
