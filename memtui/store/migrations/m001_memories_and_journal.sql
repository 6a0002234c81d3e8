-- Memories with their categories, scopes, words, accesses and links; ops; tombstones.

-- AUTOINCREMENT: the journal names memories by id, so the id of a purged one is never used again.
CREATE TABLE memories (
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
);
CREATE TABLE categories (
    memory_id INTEGER NOT NULL, category TEXT NOT NULL, PRIMARY KEY (memory_id, category)
) WITHOUT ROWID;
CREATE TABLE links (
    memory_id INTEGER NOT NULL, target_id INTEGER NOT NULL, kind TEXT NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (memory_id, target_id, kind)
) WITHOUT ROWID;
CREATE INDEX links_by_target ON links (target_id);
CREATE TABLE accesses (
    memory_id INTEGER NOT NULL, at REAL NOT NULL, session TEXT NOT NULL, client TEXT NOT NULL,
    PRIMARY KEY (memory_id, at, session)
) WITHOUT ROWID;
CREATE TABLE scopes (
    scope TEXT NOT NULL, state TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (scope, state)
) WITHOUT ROWID;
CREATE TABLE ops (
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
);
CREATE INDEX ops_running ON ops (status) WHERE status = 'running';
CREATE INDEX ops_by_actor ON ops (actor, id);
-- before and after have no type: they hold whatever the field holds.
CREATE TABLE op_changes (
    op_id INTEGER NOT NULL, memory_id INTEGER NOT NULL, field TEXT NOT NULL, before, after,
    PRIMARY KEY (op_id, memory_id, field)
) WITHOUT ROWID;
CREATE INDEX op_changes_by_memory ON op_changes (memory_id);
-- One row for many memories that changed alike (see `id_sets`): what bulk ops journal.
CREATE TABLE op_sets (
    id INTEGER PRIMARY KEY, op_id INTEGER NOT NULL,
    first_id INTEGER NOT NULL, last_id INTEGER NOT NULL, ids BLOB,
    field TEXT NOT NULL, before, after
);
CREATE INDEX op_sets_by_op ON op_sets (op_id);
CREATE TABLE tombstones (
    hash BLOB NOT NULL, scope TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (hash, scope)
) WITHOUT ROWID;
CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE UNIQUE INDEX memories_by_uid ON memories (uid);

-- The word index, which Python makes afterwards, is filled by `inserting` with one statement for a whole batch: three
-- times faster than a trigger for each row. Updates pay only when the words change: a drop or a touch must not index
-- the text again.
CREATE TRIGGER memories_fts_delete AFTER DELETE ON memories BEGIN
    INSERT INTO memories_fts (memories_fts, rowid, text, abstract) VALUES ('delete', old.id, old.text, old.abstract);
END;
CREATE TRIGGER memories_fts_update AFTER UPDATE OF text, abstract ON memories BEGIN
    INSERT INTO memories_fts (memories_fts, rowid, text, abstract) VALUES ('delete', old.id, old.text, old.abstract);
    INSERT INTO memories_fts (rowid, text, abstract) VALUES (new.id, new.text, new.abstract);
END;
