"""Which memories an agent loads by itself: those of the linked files that it reads as a session starts.

A hook need not tell it these again. What was changed here and is not in the file yet is none of them.
"""

import os

from memtui.domain.headings import heading_end
from memtui.domain.memory import Memory
from memtui.domain.text import fingerprint, normalised
from memtui.formats.seen import SeenFile, View
from memtui.store import memories, sources
from memtui.store.database import Store
from memtui.store.sources import FileMark


def loaded_itself(store: Store, view: View) -> dict[int, str]:
    """Return the memories that an agent loads, by id, each with the name of a file that it stands in.

    Raises StoreError.
    """
    seen = {os.path.realpath(file.path): file for file in view.files}
    found: dict[int, str] = {}
    for source in sources.get_all(store):
        marks = {} if source.address else sources.marks(store, source.id)
        read = {name: seen[real] for name in marks if (real := os.path.realpath(name)) in seen}
        records = sources.records_in_files(store, source.id, list(read)) if read else []
        known = {m.id: m for m in memories.get_many(store, [record.memory_id for record in records])}
        whole = {name for name, file in read.items() if not file.loaded.cut and _as_marked(marks[name])}
        texts = {name: _text(file) for name, file in read.items() if name not in whole}
        for record in records:
            memory = known.get(record.memory_id)
            if memory is None or record.fingerprint != fingerprint(memory.text):
                continue
            if record.file in whole or _own_words(memory) in texts[record.file]:
                found.setdefault(memory.id, os.path.basename(record.file))
    return found


def _as_marked(mark: FileMark) -> bool:
    """Say whether a file is as it was when it was last read."""
    try:
        now = os.stat(mark.file)
    except OSError:
        return False
    return (now.st_size, now.st_mtime_ns) == (mark.size, mark.mtime_ns)


def _text(file: SeenFile) -> str:
    return normalised(" ".join(line.text for line in file.loaded.lines if line.seen))


def _own_words(memory: Memory) -> str:
    """Return the statement of a memory without the heading that it came with."""
    return normalised(memory.text[heading_end(memory, memory.text) :])
