-- What a linked file that was taken away had besides its bytes and permissions.

ALTER TABLE write_backs ADD COLUMN attributes TEXT NOT NULL DEFAULT '';
