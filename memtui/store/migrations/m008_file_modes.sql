-- What permissions a file had that was changed or taken away.

ALTER TABLE write_backs ADD COLUMN mode INTEGER;
