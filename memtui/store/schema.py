"""The tables, as migrations: small functions, each applied once, never edited after a release.

Data model and reasons: docs/architecture.md.
"""

import hashlib
import json
import secrets
import zlib

from sqlite_utils import Database, Migrations

from memtui.store.ids_used_once import use_ids_once
from memtui.store.indexes import FTS_TRIGGERS, INDEXES
from memtui.store.replica_tables import REPLICA_PLACES, REPLICA_TABLES, SNAPSHOT_TABLES

MIGRATIONS = Migrations("memtui")


@MIGRATIONS()
def m001_memories_and_journal(db: Database) -> None:
    """Memories with their categories, scopes, words, accesses and links; ops; tombstones."""
    for statement in (
        # AUTOINCREMENT: the journal names memories by id, so the id of a purged one is never used again.
        """CREATE TABLE memories (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            uid TEXT NOT NULL,
            text TEXT NOT NULL,
            abstract TEXT NOT NULL DEFAULT '',
            scope TEXT NOT NULL,
            type TEXT NOT NULL,
            state TEXT NOT NULL,
            importance REAL NOT NULL,
            pinned INTEGER NOT NULL DEFAULT 0,
            half_life REAL,
            rank_key REAL NOT NULL,
            created_at REAL NOT NULL,
            updated_at REAL NOT NULL,
            last_accessed_at REAL,
            access_count INTEGER NOT NULL DEFAULT 0,
            session_count INTEGER NOT NULL DEFAULT 0,
            expires_at REAL,
            version INTEGER NOT NULL DEFAULT 1,
            norm_hash INTEGER NOT NULL,
            origin TEXT NOT NULL,
            source TEXT NOT NULL DEFAULT '',
            provenance TEXT NOT NULL DEFAULT '{}',
            depth INTEGER NOT NULL DEFAULT 0
        )""",
        """CREATE TABLE categories (
            memory_id INTEGER NOT NULL, category TEXT NOT NULL, PRIMARY KEY (memory_id, category)
        ) WITHOUT ROWID""",
        """CREATE TABLE links (
            memory_id INTEGER NOT NULL, target_id INTEGER NOT NULL, kind TEXT NOT NULL, at REAL NOT NULL,
            PRIMARY KEY (memory_id, target_id, kind)
        ) WITHOUT ROWID""",
        "CREATE INDEX links_by_target ON links (target_id)",
        """CREATE TABLE accesses (
            memory_id INTEGER NOT NULL, at REAL NOT NULL, session TEXT NOT NULL, client TEXT NOT NULL,
            PRIMARY KEY (memory_id, at, session)
        ) WITHOUT ROWID""",
        """CREATE TABLE scopes (
            scope TEXT NOT NULL, state TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (scope, state)
        ) WITHOUT ROWID""",
        """CREATE TABLE ops (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            detail TEXT NOT NULL DEFAULT '',
            actor TEXT NOT NULL,
            client TEXT NOT NULL,
            session TEXT NOT NULL DEFAULT '',
            app_version TEXT NOT NULL,
            status TEXT NOT NULL,
            at REAL NOT NULL,
            process TEXT NOT NULL DEFAULT '',
            changed INTEGER NOT NULL DEFAULT 0,
            undoes INTEGER,
            undone_by INTEGER,
            undoable INTEGER NOT NULL DEFAULT 1
        )""",
        "CREATE INDEX ops_running ON ops (status) WHERE status = 'running'",
        "CREATE INDEX ops_by_actor ON ops (actor, id)",
        # before and after have no type: they hold whatever the field holds.
        """CREATE TABLE op_changes (
            op_id INTEGER NOT NULL, memory_id INTEGER NOT NULL, field TEXT NOT NULL, before, after,
            PRIMARY KEY (op_id, memory_id, field)
        ) WITHOUT ROWID""",
        "CREATE INDEX op_changes_by_memory ON op_changes (memory_id)",
        # One row for many memories that changed alike (see `id_sets`): what bulk ops journal.
        """CREATE TABLE op_sets (
            id INTEGER PRIMARY KEY, op_id INTEGER NOT NULL,
            first_id INTEGER NOT NULL, last_id INTEGER NOT NULL, ids BLOB,
            field TEXT NOT NULL, before, after
        )""",
        "CREATE INDEX op_sets_by_op ON op_sets (op_id)",
        """CREATE TABLE tombstones (
            hash BLOB NOT NULL, scope TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (hash, scope)
        ) WITHOUT ROWID""",
        "CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID",
        "CREATE UNIQUE INDEX memories_by_uid ON memories (uid)",
        *INDEXES.values(),
    ):
        db.conn.execute(statement)
    db.table("memories").enable_fts(["text", "abstract"], tokenize="porter unicode61 remove_diacritics 2")
    for trigger in FTS_TRIGGERS.values():
        db.conn.execute(trigger)
    db.table("meta").insert({"key": "tombstone_key", "value": secrets.token_bytes(32)})


@MIGRATIONS()
def m002_runs_and_models(db: Database) -> None:
    """What runs of extraction and review took and found, and how to ask a model."""
    for statement in (
        """CREATE TABLE runs (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            model TEXT NOT NULL DEFAULT '',
            status TEXT NOT NULL,
            started_at REAL NOT NULL,
            last_at REAL NOT NULL,
            calls INTEGER NOT NULL DEFAULT 0,
            tokens_in INTEGER NOT NULL DEFAULT 0,
            tokens_out INTEGER NOT NULL DEFAULT 0,
            usd REAL NOT NULL DEFAULT 0,
            reserved REAL NOT NULL DEFAULT 0,
            unpriced INTEGER NOT NULL DEFAULT 0,
            counts TEXT NOT NULL DEFAULT '{}'
        )""",
        "CREATE INDEX runs_by_time ON runs (last_at)",
        """CREATE TABLE models (
            name TEXT NOT NULL, place TEXT NOT NULL, answer_format TEXT NOT NULL, learned_at REAL NOT NULL,
            PRIMARY KEY (name, place)
        ) WITHOUT ROWID""",
    ):
        db.conn.execute(statement)


@MIGRATIONS()
def m003_embeddings(db: Database) -> None:
    """A vector for each memory, as signed bytes; which model made it, and from which text."""
    db.conn.execute(
        """CREATE TABLE embeddings (
            memory_id INTEGER PRIMARY KEY,
            model TEXT NOT NULL,
            norm_hash INTEGER NOT NULL,
            vector BLOB NOT NULL
        )"""
    )


@MIGRATIONS()
def m004_proposals(db: Database) -> None:
    """The review queue, muted rules, and the memories that the pass must look at again, with the time."""
    for statement in (
        # identity tells the same suggestion about the same texts; see domain.proposal.Finding.
        """CREATE TABLE proposals (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            rule TEXT NOT NULL,
            identity INTEGER NOT NULL,
            status TEXT NOT NULL,
            reason TEXT NOT NULL,
            change TEXT NOT NULL,
            evidence TEXT NOT NULL,
            scope TEXT NOT NULL,
            confidence REAL NOT NULL,
            worth REAL NOT NULL,
            saves INTEGER NOT NULL,
            batch TEXT NOT NULL,
            origin TEXT NOT NULL,
            run_id INTEGER,
            created_at REAL NOT NULL,
            until REAL,
            decided_at REAL,
            op_id INTEGER
        )""",
        "CREATE INDEX proposals_by_status ON proposals (status, kind, batch, worth, scope)",
        "CREATE INDEX proposals_by_identity ON proposals (identity)",
        "CREATE INDEX proposals_by_rule ON proposals (rule, decided_at)",
        "CREATE INDEX proposals_by_op ON proposals (op_id) WHERE op_id IS NOT NULL",
        """CREATE TABLE proposal_targets (
            proposal_id INTEGER NOT NULL, position INTEGER NOT NULL, memory_id INTEGER NOT NULL,
            version INTEGER NOT NULL, fingerprint INTEGER NOT NULL, PRIMARY KEY (proposal_id, position)
        ) WITHOUT ROWID""",
        "CREATE INDEX proposal_targets_by_memory ON proposal_targets (memory_id)",
        """CREATE TABLE review_rules (
            rule TEXT PRIMARY KEY, muted_at REAL, unmuted_at REAL
        ) WITHOUT ROWID""",
        "CREATE TABLE review_due (memory_id INTEGER PRIMARY KEY, at REAL NOT NULL)",
        "CREATE INDEX review_due_by_time ON review_due (at)",
        "CREATE INDEX accesses_by_time ON accesses (at)",
    ):
        db.conn.execute(statement)


@MIGRATIONS()
def m005_sources(db: Database) -> None:
    """Files that are kept in step; which record became which memory; what was written."""
    for statement in (
        # synced_op: the journal up to there has been written to the files, so the rest is what is pending.
        """CREATE TABLE sources (
            id INTEGER PRIMARY KEY,
            format TEXT NOT NULL,
            path TEXT NOT NULL UNIQUE,
            status TEXT NOT NULL,
            message TEXT NOT NULL DEFAULT '',
            linked_at REAL NOT NULL,
            agreed_at REAL,
            synced_at REAL,
            synced_op INTEGER NOT NULL
        )""",
        """CREATE TABLE source_files (
            source_id INTEGER NOT NULL, file TEXT NOT NULL, hash BLOB NOT NULL, size INTEGER NOT NULL,
            mtime_ns INTEGER NOT NULL, PRIMARY KEY (source_id, file)
        ) WITHOUT ROWID""",
        # fingerprint: of the memory's text as the file last said it; NULL when the record was taken out.
        """CREATE TABLE source_records (
            source_id INTEGER NOT NULL, key TEXT NOT NULL, file TEXT NOT NULL, memory_id INTEGER NOT NULL,
            fingerprint INTEGER, pinned INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (source_id, key, file)
        ) WITHOUT ROWID""",
        "CREATE INDEX source_records_by_memory ON source_records (memory_id)",
        """CREATE TABLE write_backs (
            id INTEGER PRIMARY KEY, source_id INTEGER NOT NULL, file TEXT NOT NULL, ops TEXT NOT NULL,
            before BLOB, after_hash BLOB, at REAL NOT NULL, status TEXT NOT NULL
        )""",
        "CREATE INDEX write_backs_by_file ON write_backs (source_id, file, id)",
    ):
        db.conn.execute(statement)


@MIGRATIONS()
def m006_jobs(db: Database) -> None:
    """The queue of sessions to capture, and the place reached in each transcript."""
    for statement in (
        """CREATE TABLE jobs (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            key TEXT NOT NULL,
            payload TEXT NOT NULL,
            status TEXT NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0,
            not_before REAL NOT NULL,
            created_at REAL NOT NULL,
            started_at REAL,
            ended_at REAL,
            process TEXT NOT NULL DEFAULT '',
            error TEXT NOT NULL DEFAULT ''
        )""",
        "CREATE INDEX jobs_by_status ON jobs (status, not_before)",
        "CREATE UNIQUE INDEX jobs_by_key ON jobs (key) WHERE status IN ('queued', 'running', 'failed')",
        # position: bytes of the transcript that were captured; tool_turns: those seen behind it.
        """CREATE TABLE transcripts (
            path TEXT PRIMARY KEY, session TEXT NOT NULL, client TEXT NOT NULL, cwd TEXT NOT NULL,
            position INTEGER NOT NULL, tool_turns INTEGER NOT NULL DEFAULT 0, captured_at REAL NOT NULL
        ) WITHOUT ROWID""",
    ):
        db.conn.execute(statement)


@MIGRATIONS()
def m007_sessions(db: Database) -> None:
    """How far ended sessions were read as a whole, and what was shown to an agent unasked."""
    for statement in (
        # whole: bytes of the transcript that the reading of the whole session has behind it.
        "ALTER TABLE transcripts ADD COLUMN whole INTEGER NOT NULL DEFAULT 0",
        """CREATE TABLE shown (
            session TEXT NOT NULL, memory_id INTEGER NOT NULL, at REAL NOT NULL,
            PRIMARY KEY (session, memory_id)
        ) WITHOUT ROWID""",
    ):
        db.conn.execute(statement)


@MIGRATIONS()
def m008_file_modes(db: Database) -> None:
    """What permissions a file had that was changed or taken away."""
    db.conn.execute("ALTER TABLE write_backs ADD COLUMN mode INTEGER")


@MIGRATIONS()
def m009_ids_used_once(db: Database) -> None:
    """Never give the id of a row that is gone to another: undoing one would reopen what the other decided."""
    use_ids_once(db.conn)


@MIGRATIONS()
def m010_chains_of_writes(db: Database) -> None:
    """Of each file the bytes at the beginning of our own changes, without the secrets in them."""
    from memtui.store.holes import cut, key_of

    connection = db.conn
    kept = connection.execute(
        "SELECT source_id, at, file, ops, before, after_hash, mode FROM write_backs "
        "WHERE status IN ('done', 'pending') AND before IS NOT NULL ORDER BY id"
    ).fetchall()
    connection.execute("DROP TABLE write_backs")
    # before: the base without its secrets, compressed; records: those that have another key now, or are out.
    connection.execute(
        """CREATE TABLE write_backs (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            source_id INTEGER NOT NULL,
            at REAL NOT NULL,
            status TEXT NOT NULL,
            file TEXT NOT NULL,
            ops TEXT NOT NULL,
            before BLOB,
            holes TEXT NOT NULL,
            base_hash BLOB,
            after_hash BLOB,
            mode INTEGER,
            since INTEGER NOT NULL,
            records TEXT NOT NULL,
            outcome TEXT NOT NULL,
            continues INTEGER
        )"""
    )
    connection.execute("CREATE INDEX write_backs_by_file ON write_backs (source_id, file, id)")
    key = key_of(lambda sql: connection.execute(sql).fetchall())
    for source_id, at, file, ops, packed, after_hash, mode in kept:
        whole = zlib.decompress(packed)
        before, holes = cut(key, whole)
        # Which records these writes took out was not noted; any that is out may be one.
        out = [
            [record, record, True]
            for (record,) in connection.execute(
                "SELECT key FROM source_records WHERE source_id = ? AND file = ? AND fingerprint IS NULL",
                (source_id, file),
            )
        ]
        if out:
            connection.execute(
                "INSERT INTO write_backs (source_id, at, status, file, ops, before, holes, base_hash, "
                "after_hash, mode, since, records, outcome) "
                "VALUES (?, ?, 'ended', ?, ?, ?, ?, ?, ?, ?, 0, ?, '[]')",
                (
                    *(source_id, at, file, ops, zlib.compress(before or b"")),
                    json.dumps([hole.packed for hole in holes]),
                    *(hashlib.sha256(whole).digest(), after_hash, mode, json.dumps(out)),
                ),
            )


@MIGRATIONS()
def m011_projects(db: Database) -> None:
    """The scope of each project, and the changes that ops made to it."""
    for statement in (
        # identity: a remote's name, a path, or `checkout:` and a path; remote: what a path had, when seen.
        """CREATE TABLE projects (
            identity TEXT PRIMARY KEY, scope TEXT NOT NULL, remote TEXT NOT NULL, since REAL NOT NULL
        ) WITHOUT ROWID""",
        "CREATE INDEX projects_by_scope ON projects (scope)",
        # before and after: scopes; NULL where the identity was, or is, not bound.
        """CREATE TABLE op_projects (
            op_id INTEGER NOT NULL, identity TEXT NOT NULL, before TEXT, after TEXT,
            remote TEXT NOT NULL, since REAL NOT NULL, PRIMARY KEY (op_id, identity)
        ) WITHOUT ROWID""",
    ):
        db.conn.execute(statement)


@MIGRATIONS()
def m012_purged_elsewhere(db: Database) -> None:
    """Tombstones of other stores, each under the key of the store that it is from; 0 is this one."""
    db.conn.execute("ALTER TABLE tombstones ADD COLUMN key_id INTEGER NOT NULL DEFAULT 0")
    db.conn.execute("CREATE TABLE tombstone_keys (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE)")


@MIGRATIONS()
def m013_judged(db: Database) -> None:
    """The versions of memories that a model has read, and its word on the cards of the rules."""
    for statement in (
        "CREATE TABLE judged_memories (memory_id INTEGER PRIMARY KEY, version INTEGER NOT NULL)",
        # identity: of the suggestion, so that the same about the same texts is not made or asked about again.
        """CREATE TABLE judged_cards (
            identity INTEGER PRIMARY KEY, withdrawn INTEGER NOT NULL, at REAL NOT NULL
        )""",
    ):
        db.conn.execute(statement)


@MIGRATIONS()
def m014_attributes(db: Database) -> None:
    """What a linked file that was taken away had besides its bytes and permissions."""
    db.conn.execute("ALTER TABLE write_backs ADD COLUMN attributes TEXT NOT NULL DEFAULT ''")


@MIGRATIONS()
def m015_questions(db: Database) -> None:
    """Questions that a person saved with the right answer, and the changes that ops made to them."""
    for statement in (
        # answer: the memories' ids in their order, and the op that saved them.
        """CREATE TABLE questions (
            id INTEGER PRIMARY KEY AUTOINCREMENT, scope TEXT NOT NULL, text TEXT NOT NULL,
            called INTEGER NOT NULL, answer TEXT NOT NULL, UNIQUE (scope, text, called)
        )""",
        # before and after: answers; NULL where the question was, or is, not saved.
        """CREATE TABLE op_questions (
            op_id INTEGER NOT NULL, id INTEGER NOT NULL, scope TEXT NOT NULL, text TEXT NOT NULL,
            called INTEGER NOT NULL, before TEXT, after TEXT, PRIMARY KEY (op_id, id)
        ) WITHOUT ROWID""",
    ):
        db.conn.execute(statement)


@MIGRATIONS()
def m016_replicas(db: Database) -> None:
    """What is known in common with other stores, and by which acts."""
    for statement in REPLICA_TABLES:
        db.conn.execute(statement)


@MIGRATIONS()
def m017_purges_to_rewrite(db: Database) -> None:
    """Find the few purged memories that own segments may still say without reading all that are shared."""
    db.conn.execute("CREATE INDEX shared_purged ON shared (uid) WHERE erased = 1")


@MIGRATIONS()
def m018_places(db: Database) -> None:
    """Several places where this store meets others, each with devices and segments of its own."""
    for statement in REPLICA_PLACES:
        db.conn.execute(statement)


@MIGRATIONS()
def m019_addresses(db: Database) -> None:
    """Where a source is that is no file: what the person wrote, which may hold a password and isn't shown."""
    db.conn.execute("ALTER TABLE sources ADD COLUMN address TEXT NOT NULL DEFAULT ''")


@MIGRATIONS()
def m020_snapshots(db: Database) -> None:
    """All that is told in one, so that segments before it can go."""
    for statement in SNAPSHOT_TABLES:
        db.conn.execute(statement)
