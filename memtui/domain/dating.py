"""When what a memory says was said, and how well that is known."""

from memtui.domain.instant import Instant, from_iso
from memtui.domain.memory import Memory

DATED = "dated"
"""The key of a provenance that says so."""
AT_THE_LATEST = "at the latest"
"""A line without a day of its own was written before its file was changed last, nobody knows when."""


SAID_AT = "said_at"
"""The key of a provenance for when the words were said that a memory was given later, in ISO 8601."""


def said_at(memory: Memory) -> Instant:
    """Return when what a memory says was said: it may have said something else when it was created."""
    told = memory.provenance.get(SAID_AT)
    try:
        return from_iso(told) if isinstance(told, str) else memory.created_at
    except ValueError:
        return memory.created_at


def is_undated(memory: Memory) -> bool:
    """Say whether what a memory says may be older than the time at which it was said as far as is known."""
    return memory.provenance.get(DATED) == AT_THE_LATEST and SAID_AT not in memory.provenance
