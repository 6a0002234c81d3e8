"""Telling instructions that somebody planted for agents from the statements that people keep.

Whoever tells memories to agents, or reviews them, asks here: by signs, which are data, and by a small learned
model of how such instructions are worded. Standard library only.
"""

from memtui.poison.cutting import items_to_cut, without
from memtui.poison.finding import Suspicion, suspicion

__all__ = ["Suspicion", "items_to_cut", "suspicion", "without"]
