"""Who is at the linked sources of a store: one memtui process at a time."""

import contextlib
import time
from collections.abc import Iterator

from memtui.formats.protocol import SourceError
from memtui.store.database import Store

_PATIENCE_S = 30.0
"""How long another process that is at the same sources is waited for."""
_ASK_S = 0.02
"""Seconds between two tries for the lock that another process holds."""


@contextlib.contextmanager
def alone(store: Store, what: str = "files") -> Iterator[None]:
    """Keep other memtui processes on this store from linked files, or from one live store, meanwhile.

    The lock goes with its process, however that ends. Raises SourceError when another one keeps it long.
    """
    try:
        import fcntl
    except ImportError:  # Windows: each file is still only replaced while it is what was read
        yield
        return
    with store.path.with_name(f"{store.path.name}-{what}").open("a") as lock:
        until = time.monotonic() + _PATIENCE_S
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError as error:
                if time.monotonic() > until:
                    raise SourceError(
                        "another memtui is at the same linked sources; try again later"
                    ) from error
                time.sleep(_ASK_S)
        yield
