-- A vector for each memory, as signed bytes; which model made it, and from which text.

CREATE TABLE embeddings (
    memory_id INTEGER PRIMARY KEY,
    model TEXT NOT NULL,
    norm_hash INTEGER NOT NULL,
    vector BLOB NOT NULL
);
