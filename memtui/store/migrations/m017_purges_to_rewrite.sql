-- Find the few purged memories that own segments may still say without reading all that are shared.

CREATE INDEX shared_purged ON shared (uid) WHERE erased = 1;
