"""The screen. It has no rules of its own: it shows what the core reads and calls its verbs."""
