"""When this machine last tried to exchange: the time of a file beside the store.

It is no fact about memories, and a try that finds nothing new is to write nothing to the store.
"""

import os
from pathlib import Path

from memtui.domain.instant import Instant
from memtui.store.database import Store
from memtui.sync.errors import SyncError


def folder_beside(store: Path) -> Path:
    """Return where a store's file has what an exchange keeps outside of it."""
    return store.with_name(f"{store.stem}.sync")


def tried_at(store: Store) -> Instant:
    """Return when it was last tried; 0 when it never was."""
    try:
        return _file(store).stat().st_mtime
    except OSError:
        return 0.0


def note_try(store: Store) -> None:
    """Note that it is tried now. Raises SyncError where nothing can be written beside the store."""
    file, now = _file(store), store.now()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
        os.utime(file, (now, now))
    except OSError as error:
        raise SyncError(f"{file}: {error.strerror or error}") from error


def _file(store: Store) -> Path:
    return folder_beside(store.path) / "tried"
