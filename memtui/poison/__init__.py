"""Tells instructions that somebody planted for agents from the statements that people keep.

Recall asks before it tells a memory to an agent, and review asks about stored ones. It goes by signs, which
are data, and by a small learned model of how such instructions are worded. Standard library only.
"""

from memtui.poison.cutting import items_to_cut, without
from memtui.poison.finding import Suspicion, suspicion

__all__ = ["Suspicion", "items_to_cut", "suspicion", "without"]
