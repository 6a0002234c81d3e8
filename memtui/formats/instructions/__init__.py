"""Instruction files: markdown that people write for their agents."""
