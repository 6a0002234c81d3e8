"""The Memories view: scopes, the table of memories, and one of them in full."""
