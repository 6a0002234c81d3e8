"""The indexes of memories, each with what it serves (docs/architecture.md); triggers of their words."""

INDEXES = {
    "memories_by_hash": "CREATE INDEX memories_by_hash ON memories (norm_hash)",
    # Any page by strength is a merge of one scan of this index per half-life (domain.decay). The id
    # stands before the scope because it settles ties. The columns after the scope are what filters
    # ask for, so that counting and sorting a million rows by type or age never reads the texts.
    "memories_by_strength": "CREATE INDEX memories_by_strength ON memories (state, half_life, "
    "rank_key DESC, id, scope, type, created_at, last_accessed_at, pinned, origin, source, importance, "
    "updated_at)",
    # Small scopes are read whole from this one and sorted. The state comes last, so that a drop changes
    # an entry where it stands.
    "memories_by_scope": "CREATE INDEX memories_by_scope ON memories (scope, half_life, rank_key, state)",
    "categories_by_name": "CREATE INDEX categories_by_name ON categories (category, memory_id)",
}
"""What a bulk load into an empty store drops first and builds at the end (see `loading`)."""

# There is none for INSERT: `memories.insert` indexes a whole batch with one statement, which is three
# times faster than a trigger for each row.
FTS_TRIGGERS = {
    "memories_fts_delete": """
        CREATE TRIGGER memories_fts_delete AFTER DELETE ON memories BEGIN
            INSERT INTO memories_fts (memories_fts, rowid, text, abstract)
            VALUES ('delete', old.id, old.text, old.abstract);
        END""",
    # Only when the words change: a drop or a touch must not pay for indexing the text again.
    "memories_fts_update": """
        CREATE TRIGGER memories_fts_update AFTER UPDATE OF text, abstract ON memories BEGIN
            INSERT INTO memories_fts (memories_fts, rowid, text, abstract)
            VALUES ('delete', old.id, old.text, old.abstract);
            INSERT INTO memories_fts (rowid, text, abstract) VALUES (new.id, new.text, new.abstract);
        END""",
}
