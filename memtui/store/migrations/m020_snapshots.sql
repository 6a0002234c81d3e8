-- All that is told in one, so that segments before it can go.

-- clock: of the latest of its acts that was taken, without the device; there: whether its head lies at
-- the meeting place.
ALTER TABLE devices ADD COLUMN clock TEXT NOT NULL DEFAULT '';
ALTER TABLE devices ADD COLUMN there INTEGER NOT NULL DEFAULT 1;
UPDATE devices SET clock = coalesce(
    (SELECT substr(json_extract(value, '$.clock'), 1, 16) FROM meta WHERE key = 'sync'), ''
) WHERE taken;
-- Bytes of a segment, which are known when its blob has gone.
ALTER TABLE segments ADD COLUMN size INTEGER NOT NULL DEFAULT 0;
-- The own snapshot; drawn: 0 the one that counts, 1 the next, of which not all is there yet.
CREATE TABLE snapshot_parts (
    drawn INTEGER NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, blob BLOB,
    PRIMARY KEY (drawn, number)
);
-- Whether others gave it to this store in an exchange; those that a person brought stay here.
ALTER TABLE tombstones ADD COLUMN exchanged INTEGER NOT NULL DEFAULT 0;
UPDATE tombstones SET exchanged = 1 WHERE key_id;
