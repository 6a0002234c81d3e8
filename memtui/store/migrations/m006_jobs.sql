-- The queue of sessions to capture, and the place reached in each transcript.

CREATE TABLE jobs (
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
);
CREATE INDEX jobs_by_status ON jobs (status, not_before);
CREATE UNIQUE INDEX jobs_by_key ON jobs (key) WHERE status IN ('queued', 'running', 'failed');
-- position: bytes of the transcript that were captured; tool_turns: those seen behind it.
CREATE TABLE transcripts (
    path TEXT PRIMARY KEY, session TEXT NOT NULL, client TEXT NOT NULL, cwd TEXT NOT NULL,
    position INTEGER NOT NULL, tool_turns INTEGER NOT NULL DEFAULT 0, captured_at REAL NOT NULL
) WITHOUT ROWID;
