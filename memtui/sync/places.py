"""Which carrier a place is: told from how it is written, and from what lies there."""

import hashlib
import os
import re
from pathlib import Path

from memtui.sync.carrier import Carrier
from memtui.sync.errors import SyncError
from memtui.sync.folder import Folder
from memtui.sync.git import Git

_REMOTE = re.compile(r"[a-z][a-z0-9+.-]*://|[\w.-]+@[\w.-]+:", re.ASCII | re.IGNORECASE)


def resolved(where: str) -> str:
    """Return a place as it is kept: a path in full, anything else as it is written. Raises SyncError."""
    if not where.strip() or where.startswith("-"):
        raise SyncError("name a git remote, or a folder that something carries to your other machines")
    if where.partition("://")[0].lower() in {"postgres", "postgresql"}:
        raise SyncError("PostgreSQL cannot carry segments yet; name a git remote or a folder")
    return where if _REMOTE.match(where) else os.path.abspath(Path(where).expanduser())


def carrier_at(where: str, store: Path) -> Carrier:
    """Return what carries at a place that `resolved` gave; `store` is this store's file."""
    path = Path(where)
    if _REMOTE.match(where) or _is_repository(path):
        name = hashlib.sha256(where.encode()).hexdigest()[:16]
        return Git(where, store.with_name(f"{store.stem}.sync") / f"{name}.git")
    if not path.exists() and path.suffix == ".git":
        raise SyncError(f"there is no repository {path}; make it with `git init --bare {path}`")
    return Folder(path)


def _is_repository(path: Path) -> bool:
    return ((path / "HEAD").is_file() and (path / "objects").is_dir()) or (path / ".git").exists()
