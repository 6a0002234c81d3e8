"""How firmly a memory stands beside another that says the same: one of more gives no way to one of less.

`rules.duplicate` and `for_all_projects` ask.
"""

import math

from memtui.domain.memory import Memory, MemoryType


def protected(memory: Memory) -> tuple[bool, bool]:
    """Return whether a memory is constitutional, and whether it is pinned: someone chose its words."""
    return memory.type is MemoryType.CONSTITUTIONAL, memory.pinned


def lasting(memory: Memory) -> tuple[bool, float]:
    """Return whether a memory is more than an event, and when it ends, in seconds; infinite for never."""
    ends = math.inf if memory.expires_at is None else memory.expires_at
    return memory.type is not MemoryType.EPISODIC, ends
