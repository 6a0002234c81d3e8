-- How far ended sessions were read as a whole, and what was shown to an agent unasked.

-- whole: bytes of the transcript that the reading of the whole session has behind it.
ALTER TABLE transcripts ADD COLUMN whole INTEGER NOT NULL DEFAULT 0;
CREATE TABLE shown (
    session TEXT NOT NULL, memory_id INTEGER NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (session, memory_id)
) WITHOUT ROWID;
