"""The verbs on memories: the only way to change one. Each checks, journals and can be undone."""
