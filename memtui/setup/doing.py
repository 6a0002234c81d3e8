"""Carries out a plan. Each step is noted first, so that `memtui init --undo` can take it back."""

import hashlib
from pathlib import Path

from memtui.config.settings import Gate
from memtui.domain.actor import Actor
from memtui.formats.finding import Found
from memtui.setup import files
from memtui.setup.plan import Putting
from memtui.setup.record import Linked, PutIn, Record, file_of, write
from memtui.sources import syncing
from memtui.sources.synced import Synced
from memtui.store.database import Store


class Doing:
    """Sets memtui up for one store, and keeps the record of it."""

    def __init__(self, store: Store, record: Record) -> None:
        """Go on from `record`, what was done before."""
        self._store = store
        self._record = record
        self._file = file_of(store.path)

    def link(self, place: Found, *, by: Actor, gate: Gate) -> Synced:
        """Link one place.

        Raises SourceError when it is no memory format, OSError when nothing can be noted.
        """
        linked = Linked(place.linked_as)
        self._record.linked.append(linked)
        self._note()
        _, done = syncing.link(self._store, *place.to_link, by=by, gate=gate)
        linked.ops += done.ops
        self._note()
        return done

    def put_in(self, putting: Putting) -> Path | None:
        """Write one settings file; return the copy of what it was, None for one that was not there.

        Raises SettingsError, the file then being as it was, and OSError when nothing can be noted.
        """
        edit = putting.edit()
        missing = [folder for folder in edit.path.parents if not folder.exists()]
        made = str(missing[-1]) if missing else ""
        noted = PutIn(putting.part, putting.program, str(edit.path), None, digest(edit.after), made)
        self._record.put_in.append(noted)
        self._note()
        copy = files.write(edit, files.copies_beside(self._store.path), self._record.copies)
        noted.copy = None if copy is None else str(copy)
        self._note()
        return copy

    def _note(self) -> None:
        write(self._file, self._record)


def digest(text: str) -> str:
    """Return the SHA-256 of a text, in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
