"""Blots secrets out of linked files for good, when a person has said yes to that.

In the place of each stands a note of its kind, as in the memory; every other byte stays as it was. The bytes
that are kept for undo get the same note, so what else was changed in the file can still be taken back, and
the secret is in neither.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from memtui import secrets
from memtui.domain.memory import Memory
from memtui.formats.changes import FileChange, WritesBack
from memtui.formats.protocol import SourceError
from memtui.lifecycle.checks import SECRET_CATEGORY
from memtui.lifecycle.errors import Refused
from memtui.secrets import Secret
from memtui.secrets.vouching import vouched
from memtui.sources.chain_files import hash_of
from memtui.sources.guarding import stored_text
from memtui.sources.locking import alone
from memtui.sources.replacing import bytes_of, replace_file
from memtui.sources.source_files import reader_of
from memtui.sources.writing_back import recover
from memtui.store import holes, sources, write_backs
from memtui.store.database import Store
from memtui.store.sources import Source

_TELLING = 8
"""Characters from which on a value is taken out wherever it stands: a shorter one may be part of a word."""
_MASK = "[redacted "


@dataclass(frozen=True, slots=True)
class InFile:
    """The secrets of one record of a linked file."""

    source: Source
    file: str
    key: str
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


def secrets_in_files(store: Store, memory: Memory) -> list[InFile]:
    """Return the records of linked files in which a memory stands and that hold a secret.

    A file that cannot be read is passed over.
    """
    if SECRET_CATEGORY not in memory.categories and _MASK not in memory.text:
        return []
    return list(_in_files(store, memory))


def _in_files(store: Store, memory: Memory) -> Iterator[InFile]:
    but = vouched(memory.provenance)
    for source in sources.sources_of(store, memory.id):
        for record in sources.records_of_memories(store, source.id, [memory.id]):
            if source.address or record.fingerprint is None:
                continue
            try:
                data = bytes_of(Path(record.file))
                said = _texts(source, record.file, data).get(record.key, "")
            except (SourceError, OSError):
                continue
            if found := secrets.find_secrets(said, but):
                line = _line_of(said[found[0].start : found[0].end], data or b"")
                yield InFile(source, record.file, record.key, said, tuple(found), line)


def _line_of(value: str, data: bytes) -> int:
    """Return the line of a file with `data` in which a value begins, counted from 1; 0 if it is in none."""
    before, found, _ = data.partition(_bytes(value))
    return before.count(b"\n") + 1 if found else 0


def _texts(source: Source, file: str, data: bytes | None) -> dict[str, str]:
    """Return what the records of a file say when it holds `data`, by their keys."""
    reader = reader_of(source)
    if data is None or not isinstance(reader, WritesBack):
        return {}
    return {held.key: held.text for held in reader.holds(Path(source.path), Path(file), data)}


def blot_out(store: Store, about: Sequence[Memory], *, allowed_only: bool) -> list[InFile]:
    """Take the secrets of memories out of the linked files; return where they stood.

    With `allowed_only` files that memtui may not write to are passed over; else Refused is raised for them,
    and where a secret cannot be taken out without changing more. Raises SourceError and OSError.
    """
    done = []
    with alone(store):
        recover(store)
        for place in [place for memory in about for place in _in_files(store, memory)]:
            if place.source.agreed_at is not None:
                _blot(store, place)
                done.append(place)
            elif not allowed_only:
                raise Refused(
                    f"memtui may not write to {Path(place.file).name}: take the secret out there, or allow "
                    "writing in Sources, and say yes again"
                )
    return done


def _blot(store: Store, place: InFile) -> None:
    """Blot out the secrets of one record: in what is kept of its file first, then in the file."""
    path = Path(place.file)
    data = bytes_of(path)
    if data is None:
        return
    clean = _bytes(_blotted(_text(data), place.notes))
    if not _is_only_that(place, data, clean):
        raise Refused(f"the secret cannot be taken out of {path.name} without changing more; do it there")
    kept = [
        write_back
        for write_back in write_backs.of_source(store, place.source.id)
        if write_back.file == place.file
    ]
    key = write_backs.hole_key(store)
    with store.write(durable=True) as tx:
        for write_back in kept:
            write_backs.rewrite(tx, write_back.id, _kept_blotted(key, write_back.write, place, clean))
    replace_file(FileChange(path, data, clean), Path(place.source.path))
    with store.write() as tx:
        write_backs.move_on(tx, place.source.id, place.file, hash_of(data), hash_of(clean))


def _kept_blotted(key: bytes, write: write_backs.Write, place: InFile, clean: bytes) -> write_backs.Kept:
    """Return the old bytes that are kept, with notes in the place of secrets."""
    if write.before is None:
        return None, (), write.base_hash
    notes = place.notes
    before, left = holes.noted(key, write.before, write.holes, notes, lambda text: _everywhere(text, notes))
    try:
        return before, left, hash_of(holes.filled(key, before, left, [clean]))
    except holes.Missing:
        return before, left, write.base_hash


def _blotted(text: str, notes: Mapping[str, str]) -> str:
    pieces, position = [], 0
    for secret in secrets.find_secrets(text):
        if (note := notes.get(text[secret.start : secret.end])) is not None:
            pieces += [text[position : secret.start], note]
            position = secret.end
    return _everywhere("".join([*pieces, text[position:]]), notes)


def _everywhere(text: str, notes: Mapping[str, str]) -> str:
    """Return a text with notes in the place of values wherever these stand, as they are or as in JSON."""
    for value, note in sorted(notes.items(), key=lambda one: -len(one[0])):
        if len(value) >= _TELLING:
            for form in (value, json.dumps(value, ensure_ascii=False)[1:-1], json.dumps(value)[1:-1]):
                text = text.replace(form, note)
    return text


def _is_only_that(place: InFile, data: bytes, clean: bytes) -> bool:
    """Say whether a file says the same as before, but for the secrets of one record."""
    before, after = (_texts(place.source, place.file, content).values() for content in (data, clean))
    left = any(value in text for value in place.notes for text in after if len(value) >= _TELLING)
    return not left and clean != data and _stored(before, place.notes) == _stored(after, place.notes)


def _stored(said: Iterable[str], notes: Mapping[str, str]) -> list[str | None]:
    return [stored_text(_everywhere(text, notes)) for text in said]


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
