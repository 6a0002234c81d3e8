"""The indexes of memories, each with what it serves (docs/architecture.md)."""

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

BY_HASH = "memories_by_hash"
"""The one by which a text is found that is there already."""
