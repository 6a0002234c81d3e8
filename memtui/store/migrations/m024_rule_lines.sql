-- Memories that ops wrote as a line into files of instructions, or took out of them: where, never what it says.

-- at, size: bytes in the file that has the line; lead, tail: the line ends around it. digest and without: of the file
-- with the line and without it; without is NULL where there is no file then. records: how linked sources know the line.
CREATE TABLE rule_lines (
    op_id INTEGER NOT NULL, path TEXT NOT NULL, memory_id INTEGER NOT NULL, written INTEGER NOT NULL,
    at INTEGER NOT NULL, size INTEGER NOT NULL, lead TEXT NOT NULL, tail TEXT NOT NULL,
    digest BLOB NOT NULL, without BLOB, records TEXT NOT NULL, PRIMARY KEY (op_id, path)
) WITHOUT ROWID;
CREATE INDEX rule_lines_by_memory ON rule_lines (memory_id, path);
