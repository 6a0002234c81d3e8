-- What memories are called where they come from, such as the name of a fact file: its words are looked for, too.

CREATE VIRTUAL TABLE names_fts USING fts5(name, tokenize='porter unicode61 remove_diacritics 2');
INSERT INTO names_fts (rowid, name)
SELECT id, json_extract(provenance, '$.name') FROM memories
WHERE instr(provenance, '"name"') AND json_valid(provenance) AND json_type(provenance, '$.name') = 'text';

-- New memories are filled in by `inserting`.
CREATE TRIGGER names_fts_delete AFTER DELETE ON memories BEGIN
    DELETE FROM names_fts WHERE rowid = old.id;
END;
CREATE TRIGGER names_fts_update AFTER UPDATE OF provenance ON memories
WHEN instr(old.provenance, '"name"') OR instr(new.provenance, '"name"') BEGIN
    DELETE FROM names_fts WHERE rowid = old.id;
    INSERT INTO names_fts (rowid, name)
    SELECT new.id, json_extract(new.provenance, '$.name')
    WHERE json_valid(new.provenance) AND json_type(new.provenance, '$.name') = 'text';
END;
