-- Tombstones of other stores, each under the key of the store that it is from; 0 is this one.

ALTER TABLE tombstones ADD COLUMN key_id INTEGER NOT NULL DEFAULT 0;
CREATE TABLE tombstone_keys (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE);
