-- The versions of memories that a model has read, and its word on the cards of the rules.

CREATE TABLE judged_memories (memory_id INTEGER PRIMARY KEY, version INTEGER NOT NULL);
-- identity: of the suggestion, so that the same about the same texts is not made or asked about again.
CREATE TABLE judged_cards (
    identity INTEGER PRIMARY KEY, withdrawn INTEGER NOT NULL, at REAL NOT NULL
);
