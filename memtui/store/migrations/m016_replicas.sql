-- What is known in common with other stores, and by which acts.

-- stamp: of the act that added it; accesses and sessions: the uses it had then. The row outlives a
-- purge; erased: 1 when the others are told, 2 when our own segments say nothing of it either.
CREATE TABLE shared (
    memory_id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, stamp TEXT NOT NULL,
    accesses INTEGER NOT NULL, sessions INTEGER NOT NULL, erased INTEGER NOT NULL DEFAULT 0
);
-- The values that a field may have by what was done without knowing of each other. No row: as it was
-- added. The value is kept where there are several; a single one is what the memory says.
CREATE TABLE shared_fields (
    memory_id INTEGER NOT NULL, field TEXT NOT NULL, stamp TEXT NOT NULL, value,
    PRIMARY KEY (memory_id, field, stamp)
) WITHOUT ROWID;
-- Those that may have several values; few.
CREATE INDEX shared_fields_open ON shared_fields (memory_id, field) WHERE value IS NOT NULL;
CREATE TRIGGER shared_fields_erased AFTER DELETE ON memories BEGIN
    DELETE FROM shared_fields WHERE memory_id = old.id;
END;
-- Uses on each device since it had the memory.
CREATE TABLE shared_uses (
    memory_id INTEGER NOT NULL, device TEXT NOT NULL, accesses INTEGER NOT NULL,
    sessions INTEGER NOT NULL, PRIMARY KEY (memory_id, device)
) WITHOUT ROWID;
-- Ops that brought in what others did: not told to others again.
CREATE TABLE received_ops (op_id INTEGER PRIMARY KEY);
-- taken: how many of its segments; said: its head when it was last read, or what is wrong with it.
CREATE TABLE devices (
    device TEXT PRIMARY KEY, name TEXT NOT NULL, taken INTEGER NOT NULL, heard_at REAL NOT NULL,
    erased TEXT NOT NULL DEFAULT '[]', trouble TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
-- Own segments; the blob until the carrier has it.
CREATE TABLE segments (number INTEGER PRIMARY KEY, name TEXT NOT NULL, blob BLOB);
