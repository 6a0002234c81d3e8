"""Reads a project's code on this machine, to compare it with what memories say of it."""
