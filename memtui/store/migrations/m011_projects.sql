-- The scope of each project, and the changes that ops made to it.

-- identity: a remote's name, a path, or `checkout:` and a path; remote: what a path had, when seen.
CREATE TABLE projects (
    identity TEXT PRIMARY KEY, scope TEXT NOT NULL, remote TEXT NOT NULL, since REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX projects_by_scope ON projects (scope);
-- before and after: scopes; NULL where the identity was, or is, not bound.
CREATE TABLE op_projects (
    op_id INTEGER NOT NULL, identity TEXT NOT NULL, before TEXT, after TEXT,
    remote TEXT NOT NULL, since REAL NOT NULL, PRIMARY KEY (op_id, identity)
) WITHOUT ROWID;
