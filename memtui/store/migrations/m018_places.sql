-- Several places where this store meets others, each with devices and segments of its own.

-- place: the scope that is shared there with other people, '' for the person's own machines.
ALTER TABLE shared ADD COLUMN place TEXT NOT NULL DEFAULT '';
-- teller: the device that told it first, '' for this store.
ALTER TABLE shared ADD COLUMN teller TEXT NOT NULL DEFAULT '';
ALTER TABLE devices ADD COLUMN place TEXT NOT NULL DEFAULT '';
ALTER TABLE devices ADD COLUMN person TEXT NOT NULL DEFAULT '';
-- since: when it was first heard of; brought: memories and changes that were taken of it.
ALTER TABLE devices ADD COLUMN since REAL NOT NULL DEFAULT 0;
ALTER TABLE devices ADD COLUMN brought INTEGER NOT NULL DEFAULT 0;
ALTER TABLE segments RENAME TO segments_of_one_place;
CREATE TABLE segments (
    place TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, blob BLOB,
    PRIMARY KEY (place, number)
);
INSERT INTO segments SELECT '', number, name, blob FROM segments_of_one_place;
DROP TABLE segments_of_one_place;
