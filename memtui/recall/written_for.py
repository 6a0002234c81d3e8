"""Which memories are written for one agent, so that no other is told of them.

They were read from files that a person keeps for that agent alone. What also stands in a file for all, or was
stored by anyone, is for all.
"""

from collections.abc import Iterable, Mapping
from pathlib import PurePath

from memtui.config.places import homes_of_agents
from memtui.domain.memory import Memory, Origin
from memtui.domain.written_for import is_among, written_for
from memtui.store import sources
from memtui.store.database import Store


def readers_of(store: Store, memories: Iterable[Memory]) -> Mapping[int, tuple[str, ...]]:
    """Return for which agents alone each of some memories is written, by its id, as people call them.

    Those that are for all are not in it. Raises StoreError.
    """
    read = [
        memory
        for memory in memories
        if memory.origin is Origin.IMPORTED and "proposed_by" not in memory.provenance
    ]
    files = sources.files_of_each(store, [memory.id for memory in read]) if read else {}
    homes = homes_of_agents()
    found = {}
    for memory in read:
        path = str(memory.provenance.get("path") or "")
        places = files.get(memory.id) or ([(path, path)] if path else [])
        agents = {_reader_of(PurePath(file), PurePath(source), homes) for file, source in places}
        if agents and "" not in agents:
            found[memory.id] = tuple(sorted(agents))
    return found


def _reader_of(file: PurePath, source: PurePath, homes: Mapping[PurePath, str]) -> str:
    """Return for whom a file is written: what an agent's own file imports is for that agent, too."""
    return written_for(file, homes) or written_for(source, homes) or written_for(source / "CLAUDE.md", homes)


def for_others(store: Store, memories: Iterable[Memory], agent: str) -> set[int]:
    """Return which of these memories are written for other agents than this one; none for no agent.

    Raises StoreError.
    """
    if not agent:
        return set()
    readers = readers_of(store, memories)
    return {memory_id for memory_id, names in readers.items() if not is_among(agent, names)}
