-- Where a source is that is no file: what the person wrote, which may hold a password and isn't shown.

ALTER TABLE sources ADD COLUMN address TEXT NOT NULL DEFAULT '';
