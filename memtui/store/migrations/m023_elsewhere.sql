-- What others told and what does not come here, by its scope: only the uid is kept, no word of it.

-- awaited: filed since under a scope that comes; erased: purged since, so it never comes.
CREATE TABLE elsewhere (
    uid TEXT PRIMARY KEY, awaited INTEGER NOT NULL DEFAULT 0, erased INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX elsewhere_awaited ON elsewhere (uid) WHERE awaited = 1;
