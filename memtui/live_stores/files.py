"""Live stores that are files on this machine: their addresses, and whether they look changed."""

import os
from pathlib import Path

from memtui.formats.protocol import SourceError


def path_in(where: str, prefix: str) -> Path | None:
    """Return the path in an address, in full; None when it begins with something else than `prefix`.

    Behind the prefix `~/a.db`, `a.db` and `///home/ada/a.db` are all understood. Raises SourceError when
    there is no path.
    """
    if not where.lower().startswith(prefix):
        return None
    rest = where[len(prefix) :]
    if rest.startswith("//"):
        rest = "/" + rest.lstrip("/") if rest.startswith("///") else rest[2:]
    if not rest:
        raise SourceError(f"{where} names no file; write {prefix}PATH")
    return Path(os.path.abspath(Path(rest).expanduser())).resolve()


def mark_of_database(path: Path) -> str:
    """Return what differs when a SQLite database was written to, by the sizes and times of its files."""
    looks = []
    for file in (path, path.with_name(f"{path.name}-wal")):
        try:
            stat = file.stat()
        except FileNotFoundError:
            continue
        except OSError as error:
            raise SourceError(f"{file} cannot be used: {error.strerror or error}") from error
        looks.append(f"{stat.st_size} {stat.st_mtime_ns}")
    return ", ".join(looks)
