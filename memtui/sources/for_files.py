"""Memories as linked files are to say them.

To take an import back is to forget that a file was read, no wish to change it: in the file such a memory
stays, or is again, as it came from there.
"""

from collections.abc import Sequence
from dataclasses import replace

from memtui.domain.memory import Memory, State
from memtui.sources import asking
from memtui.store import memories, restated, taken_apart
from memtui.store.database import Store


def memories_for_files(store: Store, ids: Sequence[int]) -> dict[int, Memory]:
    """Return memories by id, those whose creation was undone as they came in.

    Erased ones are left out, and so are those that were taken apart: others stand in the file for them.
    """
    known = {memory.id: memory for memory in memories.get_many(store, ids, absent=True)}
    undone = [memory for memory in known.values() if memory.state is State.ABSENT]
    apart = taken_apart.now(store, [memory.id for memory in undone]) if undone else {}
    known = {memory_id: memory for memory_id, memory in known.items() if memory_id not in apart}
    undone = [memory for memory in undone if memory.id not in apart]
    came = restated.came_as(store, [memory.id for memory in undone]) if undone else {}
    for memory in undone:
        line = asking.as_it_was(store, memory.id)
        text = memory.text if line is None else line.text
        known[memory.id] = replace(memory, text=text, state=came.get(memory.id, State.LIVE))
    return known
