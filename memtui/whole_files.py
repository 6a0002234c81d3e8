"""Writing a file in one step: whoever reads it sees the old content or the new, never half of it.

Called for the settings file, for exports, and for what is laid down for other machines.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


@contextmanager
def replacing(path: Path, *, shared: bool = False, mtime_ns: int | None = None) -> Iterator[TextIO]:
    """Yield a file that takes the place of `path` when the block ends without an error.

    A link is followed, an existing file keeps its mode, and only the user may read a new one. In a `shared`
    folder, where others lay files too, a link is replaced instead, since it may lead anywhere, and the file
    may be read by whoever the umask lets. Bytes go to the file's `buffer`. With `mtime_ns` it was saved then.
    Raises OSError.
    """
    target = path if shared else path.resolve()
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    descriptor = os.open(part, _NEW, 0o666 if shared else 0o600)
    try:
        with open(descriptor, "w", encoding="utf-8", newline="\n") as file:
            yield file
            file.flush()
            os.fsync(descriptor)
        if mtime_ns is not None:
            os.utime(part, ns=(part.stat().st_atime_ns, mtime_ns))
        if target.exists() and not shared:
            part.chmod(target.stat().st_mode & 0o777)
        part.replace(target)
    except BaseException:
        part.unlink()
        raise
