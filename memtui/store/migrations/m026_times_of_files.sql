-- When a file was changed last before memtui wrote to it; NULL where that is not known.

ALTER TABLE write_backs ADD COLUMN mtime_ns INTEGER;
