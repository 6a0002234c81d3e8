"""Gives memories their vectors in a process of its own: `python -P -m memtui.capture.filling DB MODEL`.

The screen starts it when text is to be compared with what is known, so that a store that was imported,
or whose embedding model was changed, catches up while the person reads. It is polite (lowest priority), ends
when its stdin is closed, and goes on where it was the next time. Only an offline model is used: one that
costs money is not run unasked.
"""

import contextlib
import os
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from memtui.config.settings import Embeddings, Llm


def main(arguments: Sequence[str]) -> int:
    """Fill in what is missing, until it is done or stdin ends. Returns the exit code."""
    from memtui.capture.embedding import fill
    from memtui.llm.embeddings import OFFLINE, embedder
    from memtui.llm.errors import LlmError
    from memtui.store import embeddings
    from memtui.store.database import Store
    from memtui.store.errors import StoreError

    path, model = arguments
    if model != OFFLINE:
        return 0
    with contextlib.suppress(AttributeError, OSError):
        os.nice(19)
    gone = threading.Event()
    threading.Thread(target=_wait_for_end, args=(gone,), daemon=True).start()
    with contextlib.suppress(LlmError, StoreError), Store.open(Path(path), create=False) as store:
        found = embedder(Embeddings(model), Llm())
        if found is not None and not store.read_only and embeddings.count_missing(store, found.name):
            fill(store, found, cancelled=gone.is_set)
    return 0


def _wait_for_end(gone: threading.Event) -> None:
    while os.read(0, 1024):  # not sys.stdin: its lock must be free when the interpreter ends
        pass
    gone.set()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
