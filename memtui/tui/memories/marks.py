"""Which memories are selected, without ever holding a million ids.

Either a handful of ids, or everything a listing shows except a handful. Selecting all and inverting
only switch between the two readings of the same set.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Marks:
    """The selection of one view."""

    ids: set[int] = field(default_factory=set)
    all_but: bool = False
    """`ids` are what is *not* selected."""

    def __contains__(self, memory_id: int) -> bool:
        return (memory_id in self.ids) != self.all_but

    def toggle(self, memory_id: int) -> None:
        """Select a memory, or unselect it."""
        self.ids.symmetric_difference_update((memory_id,))

    def add(self, memory_ids: Iterable[int]) -> None:
        """Select memories."""
        if self.all_but:
            self.ids.difference_update(memory_ids)
        else:
            self.ids.update(memory_ids)

    def take_all(self) -> None:
        """Select everything."""
        self.ids.clear()
        self.all_but = True

    def invert(self) -> None:
        """Select exactly what was not selected."""
        self.all_but = not self.all_but

    def clear(self) -> None:
        """Select nothing."""
        self.ids.clear()
        self.all_but = False

    def count(self, listed: int) -> int:
        """Return how many of `listed` memories are selected."""
        return max(listed - len(self.ids), 0) if self.all_but else len(self.ids)
