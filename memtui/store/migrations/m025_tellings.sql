-- A session that lost a memory from before it may be told it again: each telling is a row of its own.

CREATE TABLE tellings (
    session TEXT NOT NULL, memory_id INTEGER NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (session, memory_id, at)
) WITHOUT ROWID;
INSERT INTO tellings SELECT session, memory_id, at FROM shown;
DROP TABLE shown;
ALTER TABLE tellings RENAME TO shown;
