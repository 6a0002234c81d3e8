"""Codex: its memories."""
