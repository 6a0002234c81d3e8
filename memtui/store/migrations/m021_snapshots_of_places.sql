-- A snapshot of its own at each place where this store meets others.

ALTER TABLE snapshot_parts RENAME TO snapshot_parts_of_one_place;

-- size: bytes of the part, which are known when its blob has gone.
CREATE TABLE snapshot_parts (
    place TEXT NOT NULL, drawn INTEGER NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, blob BLOB,
    size INTEGER NOT NULL, PRIMARY KEY (place, drawn, number)
);

INSERT INTO snapshot_parts SELECT '', drawn, number, name, blob, coalesce(length(blob), 0)
FROM snapshot_parts_of_one_place;

DROP TABLE snapshot_parts_of_one_place;
