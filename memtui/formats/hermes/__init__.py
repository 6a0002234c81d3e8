"""Hermes: its two memory files."""
