-- When a file of instructions was changed last before an op wrote a line into it, or took one out.

ALTER TABLE rule_lines ADD COLUMN mtime_ns INTEGER;
