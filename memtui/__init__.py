"""memtui: look after what your AI agents remember."""

__version__ = "0.2.0"
