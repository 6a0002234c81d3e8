-- Where a record stood among those of its file when that was read last: a line that was reworded is told by it.

ALTER TABLE source_records ADD COLUMN position INTEGER;
