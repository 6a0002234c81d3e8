-- What runs of extraction and review took and found, and how to ask a model.

CREATE TABLE runs (
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
);
CREATE INDEX runs_by_time ON runs (last_at);
CREATE TABLE models (
    name TEXT NOT NULL, place TEXT NOT NULL, answer_format TEXT NOT NULL, learned_at REAL NOT NULL,
    PRIMARY KEY (name, place)
) WITHOUT ROWID;
