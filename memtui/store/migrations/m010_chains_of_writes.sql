-- Of each file the bytes at the beginning of our own changes, without the secrets in them. Python carries the rows over.

DROP TABLE write_backs;
-- before: the base without its secrets, compressed; records: those that have another key now, or are out.
CREATE TABLE write_backs (
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
);
CREATE INDEX write_backs_by_file ON write_backs (source_id, file, id);
