"""One line that finds everything: actions, memories, scopes, settings, themes."""
