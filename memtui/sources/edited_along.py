"""What else in linked files changes with the text of a memory, for a person who is about to agree to that.

The description of a fact and the line of an index that points to it are no records, so nothing that is said
of memories tells of them. The change is planned as it would be written, and nothing is.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from memtui.domain.memory import Draft, Memory
from memtui.domain.text import Longest, one_line
from memtui.formats.changes import HasDescriptions, RecordChange, WritesBack
from memtui.formats.protocol import SourceError
from memtui.language.short_form import short_form
from memtui.sources.chains import planned
from memtui.sources.diff import diff_of
from memtui.sources.source_files import reader_or_none
from memtui.store import sources
from memtui.store.database import Store
from memtui.store.sources import Source, SourceRecord


def edited_along(store: Store, memory: Memory, text: str) -> list[str]:
    """Return in a sentence each what changes in linked files besides the text of a memory that is to say
    `text`, and what goes on saying the old; nothing for no text. Raises StoreError.
    """
    if not text:
        return []
    abstract = short_form(memory.abstract, memory.text, text)
    after = replace(Draft.of(memory), text=text, abstract=abstract)
    sentences: list[str] = []
    for source, reader, record in _written(store, memory):
        if not (isinstance(reader, HasDescriptions) and reader.described_in(record.key)):
            continue
        try:
            plan = planned(store, source, reader, [RecordChange(record.key, record.file, memory.text, after)])
        except (SourceError, OSError):
            continue
        body = {line.strip() for line in text.split("\n")}
        for change, _ in plan.writes:
            new = [
                line.text for line in diff_of(change) if line.sign == "+" and line.text.strip() not in body
            ]
            sentences += [
                f"{change.path.name} will say, too: {one_line(line, Longest.QUOTE)}" for line in new
            ]
        sentences += plan.warnings
    return list(dict.fromkeys(sentences))


def written_words(store: Store, memory: Memory) -> str:
    """Return which files are written when a memory gets another text, in words; empty for none.

    Raises StoreError.
    """
    names = {
        one_line(Path(record.file).name, Longest.PHRASE): reader.described_in(record.key)
        if isinstance(reader, HasDescriptions)
        else ""
        for _, reader, record in _written(store, memory)
    }
    words = " and ".join(names)
    along = next(filter(None, names.values()), "")
    return f"{words}, and to {along} where they repeat what you change" if along else words


def _written(store: Store, memory: Memory) -> Iterator[tuple[Source, WritesBack, SourceRecord]]:
    """Yield the records of a memory that memtui may write."""
    for source in sources.sources_of(store, memory.id):
        if source.address or source.agreed_at is None:
            continue
        reader = reader_or_none(source)
        if reader is not None and isinstance(reader, WritesBack):
            for record in sources.records_of_memories(store, source.id, [memory.id]):
                if record.fingerprint is not None:
                    yield source, reader, record
