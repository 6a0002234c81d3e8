"""Changing rows in databases of other programs, in the way in which those programs do it themselves."""

import contextlib
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from urllib.parse import quote

from memtui.store.foreign import ForeignError

_PATIENCE = 10
"""Seconds to wait for a program that is writing."""


def change(path: Path, sql: str, each: Iterable[Sequence[object]]) -> int:
    """Run one statement for each of some parameters, all or none; return how many rows it changed.

    Raises ForeignError.
    """
    try:
        connection = sqlite3.connect(
            f"file:{quote(path.absolute().as_posix())}?mode=rw",
            uri=True,
            timeout=_PATIENCE,
            isolation_level=None,
        )
        with contextlib.closing(connection):
            connection.execute("BEGIN IMMEDIATE")
            changed = connection.executemany(sql, each).rowcount
            connection.execute("COMMIT")
            return changed
    except sqlite3.Error as error:
        raise ForeignError(f"{path} was not changed: {error}") from error
