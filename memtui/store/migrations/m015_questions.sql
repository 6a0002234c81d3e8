-- Questions that a person saved with the right answer, and the changes that ops made to them.

-- answer: the memories' ids in their order, and the op that saved them.
CREATE TABLE questions (
    id INTEGER PRIMARY KEY AUTOINCREMENT, scope TEXT NOT NULL, text TEXT NOT NULL,
    called INTEGER NOT NULL, answer TEXT NOT NULL, UNIQUE (scope, text, called)
);
-- before and after: answers; NULL where the question was, or is, not saved.
CREATE TABLE op_questions (
    op_id INTEGER NOT NULL, id INTEGER NOT NULL, scope TEXT NOT NULL, text TEXT NOT NULL,
    called INTEGER NOT NULL, before TEXT, after TEXT, PRIMARY KEY (op_id, id)
) WITHOUT ROWID;
