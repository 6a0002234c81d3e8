"""The tables of what is known in common with other stores. Never edited after a release (see `schema`)."""

REPLICA_TABLES = (
    # stamp: of the act that added it; accesses and sessions: the uses it had then. The row outlives a
    # purge; erased: 1 when the others are told, 2 when our own segments say nothing of it either.
    """CREATE TABLE shared (
        memory_id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, stamp TEXT NOT NULL,
        accesses INTEGER NOT NULL, sessions INTEGER NOT NULL, erased INTEGER NOT NULL DEFAULT 0
    )""",
    # The values that a field may have by what was done without knowing of each other. No row: as it was
    # added. The value is kept where there are several; a single one is what the memory says.
    """CREATE TABLE shared_fields (
        memory_id INTEGER NOT NULL, field TEXT NOT NULL, stamp TEXT NOT NULL, value,
        PRIMARY KEY (memory_id, field, stamp)
    ) WITHOUT ROWID""",
    # Those that may have several values; few.
    "CREATE INDEX shared_fields_open ON shared_fields (memory_id, field) WHERE value IS NOT NULL",
    """CREATE TRIGGER shared_fields_erased AFTER DELETE ON memories BEGIN
        DELETE FROM shared_fields WHERE memory_id = old.id;
    END""",
    # Uses on each device since it had the memory.
    """CREATE TABLE shared_uses (
        memory_id INTEGER NOT NULL, device TEXT NOT NULL, accesses INTEGER NOT NULL,
        sessions INTEGER NOT NULL, PRIMARY KEY (memory_id, device)
    ) WITHOUT ROWID""",
    # Ops that brought in what others did: not told to others again.
    "CREATE TABLE received_ops (op_id INTEGER PRIMARY KEY)",
    # taken: how many of its segments; said: its head when it was last read, or what is wrong with it.
    """CREATE TABLE devices (
        device TEXT PRIMARY KEY, name TEXT NOT NULL, taken INTEGER NOT NULL, heard_at REAL NOT NULL,
        erased TEXT NOT NULL DEFAULT '[]', trouble TEXT NOT NULL DEFAULT ''
    ) WITHOUT ROWID""",
    # Own segments; the blob until the carrier has it.
    "CREATE TABLE segments (number INTEGER PRIMARY KEY, name TEXT NOT NULL, blob BLOB)",
)

# place: the scope that is shared there with other people, '' for the person's own machines.
REPLICA_PLACES = (
    "ALTER TABLE shared ADD COLUMN place TEXT NOT NULL DEFAULT ''",
    # teller: the device that told it first, '' for this store.
    "ALTER TABLE shared ADD COLUMN teller TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE devices ADD COLUMN place TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE devices ADD COLUMN person TEXT NOT NULL DEFAULT ''",
    # since: when it was first heard of; brought: memories and changes that were taken of it.
    "ALTER TABLE devices ADD COLUMN since REAL NOT NULL DEFAULT 0",
    "ALTER TABLE devices ADD COLUMN brought INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE segments RENAME TO segments_of_one_place",
    """CREATE TABLE segments (
        place TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, blob BLOB,
        PRIMARY KEY (place, number)
    )""",
    "INSERT INTO segments SELECT '', number, name, blob FROM segments_of_one_place",
    "DROP TABLE segments_of_one_place",
)

SNAPSHOT_TABLES = (
    # clock: of the latest of its acts that was taken, without the device; there: whether its head lies at
    # the meeting place.
    "ALTER TABLE devices ADD COLUMN clock TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE devices ADD COLUMN there INTEGER NOT NULL DEFAULT 1",
    """UPDATE devices SET clock = coalesce(
        (SELECT substr(json_extract(value, '$.clock'), 1, 16) FROM meta WHERE key = 'sync'), ''
    ) WHERE taken""",
    # Bytes of a segment, which are known when its blob has gone.
    "ALTER TABLE segments ADD COLUMN size INTEGER NOT NULL DEFAULT 0",
    # The own snapshot; drawn: 0 the one that counts, 1 the next, of which not all is there yet.
    """CREATE TABLE snapshot_parts (
        drawn INTEGER NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, blob BLOB,
        PRIMARY KEY (drawn, number)
    )""",
    # Whether others gave it to this store in an exchange; those that a person brought stay here.
    "ALTER TABLE tombstones ADD COLUMN exchanged INTEGER NOT NULL DEFAULT 0",
    "UPDATE tombstones SET exchanged = 1 WHERE key_id",
)
