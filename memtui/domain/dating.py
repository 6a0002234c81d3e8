"""How a memory's day is known, where that is less than it seems."""

from memtui.domain.memory import Memory

DATED = "dated"
"""The key of a provenance that says so."""
AT_THE_LATEST = "at the latest"
"""A line without a day of its own was written before its file was changed last, nobody knows when."""


def is_undated(memory: Memory) -> bool:
    """Say whether a memory may be older than the time it was created by."""
    return memory.provenance.get(DATED) == AT_THE_LATEST
