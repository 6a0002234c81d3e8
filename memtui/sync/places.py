"""Which carrier a place is: told from how it is written, and from what lies there."""

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.addresses import is_postgres, is_remote
from memtui.domain.text import one_line
from memtui.sync.carrier import Carrier
from memtui.sync.errors import SyncError
from memtui.sync.folder import Folder
from memtui.sync.git import Git
from memtui.sync.tried import folder_beside

if TYPE_CHECKING:
    from memtui.sync.postgres import Postgres


def resolved(where: str) -> str:
    """Return a place as it is kept: a path in full, anything else as it is written. Raises SyncError."""
    if not where.strip() or where.startswith("-"):
        raise SyncError(
            "name a git remote, a folder that something carries to your other machines, or a PostgreSQL "
            "database"
        )
    return where if is_remote(where) else os.path.abspath(Path(where).expanduser())


def carrier_at(where: str, store: Path) -> Carrier:
    """Return what carries at a place that `resolved` gave; `store` is this store's file."""
    if is_postgres(where):
        return database_at(where)
    path = Path(where)
    if is_remote(where) or _is_repository(path):
        name = hashlib.sha256(where.encode()).hexdigest()[:16]
        return Git(where, folder_beside(store) / f"{name}.git")
    if not path.exists() and path.suffix == ".git":
        raise SyncError(f"there is no repository {path}; make it with `git init --bare {path}`")
    return Folder(path)


def database_at(where: str) -> "Postgres":
    """Return the carrier that is a PostgreSQL database. Raises SyncError where psycopg is not installed."""
    try:
        from memtui.sync.postgres import Postgres  # needs an extra, which other carriers do without
    except ImportError as error:
        raise SyncError(
            "to meet in PostgreSQL, install psycopg: `pip install 'memtui[postgres]'` "
            f"({one_line(str(error), 100)})"
        ) from None
    return Postgres(where)


def _is_repository(path: Path) -> bool:
    return ((path / "HEAD").is_file() and (path / "objects").is_dir()) or (path / ".git").exists()
