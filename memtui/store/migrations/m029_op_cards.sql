-- What ops did to cards, journalled like what they did to memories: undo and redo take both back.

CREATE TABLE op_cards (
    op_id INTEGER NOT NULL, proposal_id INTEGER NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL,
    PRIMARY KEY (op_id, proposal_id)
) WITHOUT ROWID;
CREATE INDEX op_cards_by_proposal ON op_cards (proposal_id);

-- What ops decided or put away until now; then the verdicts that are undone, under the undo, for redo.
INSERT INTO op_cards (op_id, proposal_id, before, after)
SELECT op_id, id, 'open', status FROM proposals
WHERE op_id > 0 AND status IN ('accepted', 'rejected', 'later', 'withdrawn');
INSERT INTO op_cards (op_id, proposal_id, before, after)
SELECT o.undone_by, p.id, CASE o.kind WHEN 'reject' THEN 'rejected' WHEN 'later' THEN 'later' ELSE 'accepted' END, 'open'
FROM proposals p JOIN ops o ON o.id = -p.op_id
WHERE p.op_id < 0 AND p.status != 'withdrawn' AND o.undone_by IS NOT NULL;
UPDATE proposals SET op_id = NULL WHERE status = 'withdrawn' AND op_id > 0;

-- By which op a memory came (`card_changes`): of a million rows for one memory each, and of the few for many.
CREATE INDEX op_sets_by_first ON op_sets (first_id, last_id);
CREATE INDEX op_sets_of_many ON op_sets (op_id) WHERE last_id > first_id;
