"""How the memories of a change begin, for its page and for the question before it is taken back."""

from collections.abc import Iterable

from memtui.domain.headings import row_text
from memtui.secrets.masking import masked_memory
from memtui.store import memories
from memtui.store.database import Store

ERASED = "a memory that was erased"


def headlines(store: Store, ids: Iterable[int]) -> dict[int, str]:
    """Return the beginning of each memory by its id, of those too that an undo took out; no secret in it."""
    known = memories.get_many(store, list(dict.fromkeys(ids)), absent=True)
    return {memory.id: row_text(masked_memory(memory))[0] for memory in known}
