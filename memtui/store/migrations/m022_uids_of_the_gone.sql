-- Put what is shared in without an index of all uids: they come in no order, and a million of them cost more
-- than what they say. A memory that is there is found by its own uid.

-- gone: whether no memory has the uid any more; it was purged, or gave its uid to a newer one.
ALTER TABLE shared RENAME TO shared_by_uid;
CREATE TABLE shared (
    memory_id INTEGER PRIMARY KEY, uid TEXT NOT NULL, stamp TEXT NOT NULL,
    accesses INTEGER NOT NULL, sessions INTEGER NOT NULL, erased INTEGER NOT NULL DEFAULT 0,
    place TEXT NOT NULL DEFAULT '', teller TEXT NOT NULL DEFAULT '', gone INTEGER NOT NULL DEFAULT 0
);
INSERT INTO shared SELECT memory_id, uid, stamp, accesses, sessions, erased, place, teller,
    NOT EXISTS (SELECT 1 FROM memories m WHERE m.id = memory_id AND m.uid = s.uid)
FROM shared_by_uid s;
DROP TABLE shared_by_uid;
CREATE INDEX shared_gone ON shared (uid) WHERE gone = 1;
CREATE INDEX shared_purged ON shared (uid) WHERE erased = 1;
CREATE TRIGGER shared_erased AFTER DELETE ON memories BEGIN
    UPDATE shared SET gone = 1 WHERE memory_id = old.id;
END;
CREATE TRIGGER shared_without_uid AFTER UPDATE OF uid ON memories BEGIN
    UPDATE shared SET gone = 1 WHERE memory_id = old.id;
END;
