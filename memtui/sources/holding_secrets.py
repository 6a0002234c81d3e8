"""Finds where linked files hold a secret that the memory of their record does not, as the way in took it out.

The same secret often stands twice: in a fact, and in the line of an index that points to it, which is no
record. A secret is therefore looked for in all files of its source.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from memtui import secrets
from memtui.domain.memory import Memory
from memtui.formats.changes import WritesBack
from memtui.formats.protocol import SourceError
from memtui.lifecycle.checks import SECRET_CATEGORY
from memtui.secrets import Secret
from memtui.secrets.vouching import vouched
from memtui.sources.forms import knowing
from memtui.sources.replacing import bytes_of
from memtui.sources.source_files import reader_of
from memtui.store import sources
from memtui.store.database import Store
from memtui.store.sources import Source

_TELLING = 8
"""Characters from which on a value is taken out wherever it stands: a shorter one may be part of a word."""
_MASK = "[redacted "
_NO_WORD = re.compile(r"(?=.*[^\W\d_])(?=.*\d)", re.DOTALL)
"""Letters and digits: what has only letters may be a word elsewhere."""


@dataclass(frozen=True, slots=True)
class InFile:
    """Secrets that a linked file holds."""

    source: Source
    file: str
    key: str
    """Of the record that they stand in; empty where they stand in none."""
    text: str = ""
    """As the file says it."""
    found: tuple[Secret, ...] = ()
    """Where in `text` they are."""
    line: int = 0
    """The line of the file with the first of them, counted from 1; 0 where the file writes it otherwise."""

    @property
    def notes(self) -> dict[str, str]:
        """What is to stand in the place of each value."""
        return {self.text[secret.start : secret.end]: f"{_MASK}{secret.kind}]" for secret in self.found}

    def blotted(self, text: str) -> str:
        """Return what a file says with notes in the place of these secrets."""
        notes = self.notes
        pieces, position = [], 0
        for secret in secrets.find_secrets(text):
            if (note := notes.get(text[secret.start : secret.end])) is not None:
                pieces += [text[position : secret.start], note]
                position = secret.end
        return everywhere("".join([*pieces, text[position:]]), self.sure)

    @property
    def sure(self) -> dict[str, str]:
        """The notes of those values that are secrets wherever they stand in this file."""
        return {
            value: note
            for value, note in self.notes.items()
            if len(value) >= _TELLING and (self.key or _NO_WORD.match(value))
        }


def secrets_in_files(store: Store, memory: Memory) -> list[InFile]:
    """Return the records of linked files in which a memory stands and that hold a secret.

    A file that cannot be read is passed over.
    """
    if SECRET_CATEGORY not in memory.categories and _MASK not in memory.text:
        return []
    return list(in_records(store, memory))


def in_records(store: Store, memory: Memory) -> Iterator[InFile]:
    """Yield the records of linked files in which a memory stands and that hold a secret."""
    but = vouched(memory.provenance)
    for source in sources.sources_of(store, memory.id):
        for record in sources.records_of_memories(store, source.id, [memory.id]):
            if source.address or record.fingerprint is None:
                continue
            try:
                data = bytes_of(Path(record.file))
                said = texts_in(store, source, record.file, data).get(record.key, "")
            except (SourceError, OSError):
                continue
            if found := secrets.find_secrets(said, but):
                line = _line_of(said[found[0].start : found[0].end], data or b"")
                yield InFile(source, record.file, record.key, said, tuple(found), line)


def also_in(store: Store, place: InFile) -> Iterator[InFile]:
    """Yield the other files of a source that hold a secret of a place, too."""
    for file in sorted(sources.marks(store, place.source.id)):
        if file == place.file:
            continue
        there = replace(place, file=file, key="")
        try:
            data = bytes_of(Path(file)) or b""
        except OSError:
            continue
        text = text_of(data)
        if there.blotted(text) != text:
            yield replace(
                there, line=min(filter(None, (_line_of(value, data) for value in there.notes)), default=0)
            )


def texts_in(store: Store, source: Source, file: str, data: bytes | None) -> dict[str, str]:
    """Return what the records of a file say when it holds `data`, by their keys. Raises SourceError."""
    reader = reader_of(source)
    if data is None or not isinstance(reader, WritesBack):
        return {}
    told = knowing(store, reader, sources.records_in_files(store, source.id, [file]))
    return {held.key: held.text for held in told.holds(Path(source.path), Path(file), data)}


def everywhere(text: str, notes: Mapping[str, str]) -> str:
    """Return a text with notes in the place of values wherever these stand, as they are or as in JSON."""
    for value, note in sorted(notes.items(), key=lambda one: -len(one[0])):
        if len(value) >= _TELLING:
            for form in (value, json.dumps(value, ensure_ascii=False)[1:-1], json.dumps(value)[1:-1]):
                text = text.replace(form, note)
    return text


def text_of(data: bytes) -> str:
    """Return what bytes say; `bytes_for` gives the same bytes back."""
    return data.decode("utf-8", "surrogateescape")


def bytes_for(text: str) -> bytes:
    """Return the bytes that a text was made of."""
    return text.encode("utf-8", "surrogateescape")


def _line_of(value: str, data: bytes) -> int:
    """Return the line of a file with `data` in which a value begins, counted from 1; 0 if it is in none."""
    before, found, _ = data.partition(bytes_for(value))
    return before.count(b"\n") + 1 if found else 0
