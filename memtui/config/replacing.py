"""Writes a file in one step: whoever reads it sees the old content or the new, never half of it.

Called for the settings file and for exports.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO


@contextmanager
def replacing(path: Path) -> Iterator[TextIO]:
    """Yield a text file that takes the place of `path` when the block ends without an error.

    A link is followed, the mode of an existing file is kept, and a new file is only the user's to
    read. Raises OSError.
    """
    target = path.resolve()
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            os.chmod(name, target.stat().st_mode & 0o777)
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise
