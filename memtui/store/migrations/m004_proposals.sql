-- The review queue, muted rules, and the memories that the pass must look at again, with the time.

-- identity tells the same suggestion about the same texts; see domain.proposal.Finding.
CREATE TABLE proposals (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    rule TEXT NOT NULL,
    identity INTEGER NOT NULL,
    status TEXT NOT NULL,
    reason TEXT NOT NULL,
    change TEXT NOT NULL,
    evidence TEXT NOT NULL,
    scope TEXT NOT NULL,
    confidence REAL NOT NULL,
    worth REAL NOT NULL,
    saves INTEGER NOT NULL,
    batch TEXT NOT NULL,
    origin TEXT NOT NULL,
    run_id INTEGER,
    created_at REAL NOT NULL,
    until REAL,
    decided_at REAL,
    op_id INTEGER
);
CREATE INDEX proposals_by_status ON proposals (status, kind, batch, worth, scope);
CREATE INDEX proposals_by_identity ON proposals (identity);
CREATE INDEX proposals_by_rule ON proposals (rule, decided_at);
CREATE INDEX proposals_by_op ON proposals (op_id) WHERE op_id IS NOT NULL;
CREATE TABLE proposal_targets (
    proposal_id INTEGER NOT NULL, position INTEGER NOT NULL, memory_id INTEGER NOT NULL,
    version INTEGER NOT NULL, fingerprint INTEGER NOT NULL, PRIMARY KEY (proposal_id, position)
) WITHOUT ROWID;
CREATE INDEX proposal_targets_by_memory ON proposal_targets (memory_id);
CREATE TABLE review_rules (
    rule TEXT PRIMARY KEY, muted_at REAL, unmuted_at REAL
) WITHOUT ROWID;
CREATE TABLE review_due (memory_id INTEGER PRIMARY KEY, at REAL NOT NULL);
CREATE INDEX review_due_by_time ON review_due (at);
CREATE INDEX accesses_by_time ON accesses (at);
