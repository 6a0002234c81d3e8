"""Blots secrets out of linked files for good, when a person has said yes to that.

In the place of each stands a note of its kind, as in the memory; every other byte stays as it was. The bytes
that are kept for undo get the same note, so what else was changed in the file can still be taken back, and
the secret is in neither. A secret goes out of all files of its source: most often the line of an index says
it again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from memtui.domain.memory import Memory
from memtui.formats.changes import FileChange
from memtui.formats.protocol import SourceError
from memtui.lifecycle.errors import Refused
from memtui.sources.chain_files import hash_of
from memtui.sources.guarding import stored_text
from memtui.sources.holding_secrets import (
    InFile,
    also_in,
    bytes_for,
    everywhere,
    text_of,
    texts_in,
)
from memtui.sources.locking import alone
from memtui.sources.replacing import bytes_of, replace_file
from memtui.sources.secrets_between import places_to_blot
from memtui.sources.source_files import words_of
from memtui.sources.writing_back import recover
from memtui.store import holes, write_backs
from memtui.store.database import Store


@dataclass(slots=True)
class Blotted:
    """What became of secrets in linked files."""

    places: list[InFile] = field(default_factory=list)
    """Where they stood."""
    left: dict[str, str] = field(default_factory=dict)
    """Other files that still hold them, each with the reason."""


def blot_out(store: Store, about: Sequence[Memory], *, beside: str = "", allowed_only: bool) -> Blotted:
    """Take the secrets of memories out of the linked files, and out of the other files of the same sources.

    Of a memory whose records hold none, what stands beside it in the file `beside` goes. With `allowed_only`
    files that memtui may not write to are passed over; else Refused is raised for them, and where a secret
    cannot be taken out without changing more. Raises SourceError and OSError.
    """
    done = Blotted()
    with alone(store):
        recover(store)
        for place in [place for memory in about for place in places_to_blot(store, memory, beside)]:
            if place.source.agreed_at is not None:
                _blot_beside(store, place, done)
                done.places += [place] if _blot(store, place) else []
            elif not allowed_only:
                raise Refused(
                    f"memtui may not write to {Path(place.file).name}: take the secret out there, or allow "
                    "writing in Sources, and say yes again"
                )
    return done


def _blot_beside(store: Store, place: InFile, done: Blotted) -> None:
    """Blot the secrets of a place out of the other files of its source, as far as these can be written.

    This comes first: what a fact says may be taken from the index.
    """
    for other in also_in(store, place):
        try:
            done.places += [other] if _blot(store, other) else []
        except (Refused, SourceError, OSError) as error:
            done.left[other.file] = words_of(error)


def _blot(store: Store, place: InFile) -> bool:
    """Blot the secrets of a place out of its file: in what is kept of the file first, then in the file.

    Returns whether that changed the file; Refused is raised where it would have to change more.
    """
    path = Path(place.file)
    data = bytes_of(path)
    if data is None:
        return False
    clean = bytes_for(place.blotted(text_of(data)))
    if clean == data and not _says_any(texts_in(store, place.source, place.file, data).values(), place.notes):
        return False
    if not _is_only_that(store, place, data, clean):
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
        write_backs.note_blotted(tx, place.source.id, place.file)
    replace_file(FileChange(path, data, clean), Path(place.source.path))
    with store.write() as tx:
        write_backs.move_on(tx, place.source.id, place.file, hash_of(data), hash_of(clean))
    return True


def _kept_blotted(key: bytes, write: write_backs.Write, place: InFile, clean: bytes) -> write_backs.Kept:
    """Return the old bytes that are kept, with notes in the place of secrets."""
    if write.before is None:
        return None, (), write.base_hash
    before, left = holes.noted(
        key, write.before, write.holes, place.notes, lambda text: everywhere(text, place.sure)
    )
    try:
        return before, left, hash_of(holes.filled(key, before, left, [clean]))
    except holes.Missing:
        return before, left, write.base_hash


def _is_only_that(store: Store, place: InFile, data: bytes, clean: bytes) -> bool:
    """Say whether a file says the same as before, but for these secrets."""
    before, after = (texts_in(store, place.source, place.file, content).values() for content in (data, clean))
    same = _stored(before, place.sure) == _stored(after, place.sure)
    return clean != data and same and not _says_any(after, place.sure)


def _says_any(said: Iterable[str], values: Iterable[str]) -> bool:
    return any(value in text for value in values for text in said)


def _stored(said: Iterable[str], notes: Mapping[str, str]) -> list[str | None]:
    return [stored_text(everywhere(text, notes)) for text in said]
