"""What the verbs of a memory act on in Ask."""

from __future__ import annotations

from memtui.domain.memory import Memory
from memtui.tui.ask.told_list import ToldList
from memtui.tui.memories.selection import Selected


class UnderCursor:
    """What the verbs act on here: the memory under the cursor."""

    several = False
    unlisted = 0

    def __init__(self, told_list: ToldList) -> None:
        self._told = told_list

    @property
    def memory(self) -> Memory | None:
        """The memory under the cursor."""
        return self._told.memory

    def selected(self) -> Selected:
        """Return that one memory, or none."""
        chosen = (self.memory,) if self.memory is not None else ()
        return Selected(len(chosen), lambda _store: [memory.id for memory in chosen], chosen)

    def clear(self) -> None:
        """Choose nothing else: there is never more."""
