"""Memories on their way into a file: what agents may not be told stays behind, and secrets are masked.

Used wherever a person exports. The memtui format is a backup, so nothing stays behind from that.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice

from memtui.domain.memory import Memory
from memtui.lifecycle.holding import held_ids
from memtui.secrets.masking import masked_memory
from memtui.store.database import Store

_AT_ONCE = 500


@dataclass(slots=True)
class Leaving:
    """What becomes of memories that are exported."""

    store: Store
    with_held: bool
    """Whether those that are held back until a person has decided are taken along."""
    in_the_clear: bool
    held: list[int] = field(default_factory=list)
    """Those that stay behind."""
    masked: int = 0
    """How many go without a secret that is in them."""

    def through(self, memories: Iterable[Memory]) -> Iterator[Memory] | None:
        """Return memories as they are written; None when all of them stay behind."""
        going = self._going(memories)
        first = next(going, None)
        return None if first is None else chain([first], going)

    def _going(self, memories: Iterable[Memory]) -> Iterator[Memory]:
        left = iter(memories)
        while some := list(islice(left, _AT_ONCE)):
            back = set() if self.with_held else held_ids(self.store, some)
            self.held += sorted(back)
            for memory in some:
                if memory.id not in back:
                    yield memory if self.in_the_clear else self._masked(memory)

    def _masked(self, memory: Memory) -> Memory:
        shown = masked_memory(memory)
        self.masked += shown != memory
        return shown
