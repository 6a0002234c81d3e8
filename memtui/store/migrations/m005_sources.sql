-- Files that are kept in step; which record became which memory; what was written.

-- synced_op: the journal up to there has been written to the files, so the rest is what is pending.
CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    format TEXT NOT NULL,
    path TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL,
    message TEXT NOT NULL DEFAULT '',
    linked_at REAL NOT NULL,
    agreed_at REAL,
    synced_at REAL,
    synced_op INTEGER NOT NULL
);
CREATE TABLE source_files (
    source_id INTEGER NOT NULL, file TEXT NOT NULL, hash BLOB NOT NULL, size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL, PRIMARY KEY (source_id, file)
) WITHOUT ROWID;
-- fingerprint: of the memory's text as the file last said it; NULL when the record was taken out.
CREATE TABLE source_records (
    source_id INTEGER NOT NULL, key TEXT NOT NULL, file TEXT NOT NULL, memory_id INTEGER NOT NULL,
    fingerprint INTEGER, pinned INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (source_id, key, file)
) WITHOUT ROWID;
CREATE INDEX source_records_by_memory ON source_records (memory_id);
CREATE TABLE write_backs (
    id INTEGER PRIMARY KEY, source_id INTEGER NOT NULL, file TEXT NOT NULL, ops TEXT NOT NULL,
    before BLOB, after_hash BLOB, at REAL NOT NULL, status TEXT NOT NULL
);
CREATE INDEX write_backs_by_file ON write_backs (source_id, file, id);
