"""Gives memories their vectors in a process of its own: `python -P -m memtui.capture.filling DB MODEL`.

The screen starts it before it compares text with the store, so that vectors missing after an import or a
change of the embedding model are made while the person reads. It runs at the lowest priority, ends when its
stdin is closed, and continues the next time. It uses offline models only: one that costs money is never run
unasked.
"""

import contextlib
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from memtui import child
from memtui.config.settings import Embeddings, Llm


def main(arguments: Sequence[str]) -> int:
    """Fill in what is missing, until it is done or stdin ends. Returns the exit code."""
    from memtui.capture.embedding import fill
    from memtui.llm.embeddings import embedder, is_local
    from memtui.llm.errors import LlmError
    from memtui.store import embeddings
    from memtui.store.errors import StoreError
    from memtui.store.opening import open_store

    path, model = arguments
    if not is_local(model):
        return 0
    child.be_polite(19)
    gone = threading.Event()
    child.at_the_end_of_stdin(gone)
    with contextlib.suppress(LlmError, StoreError), open_store(Path(path), create=False) as store:
        model_read = embedder(Embeddings(model), Llm())
        if (
            model_read is not None
            and not store.read_only
            and embeddings.count_missing(store, model_read.name)
        ):
            fill(store, model_read, cancelled=gone.is_set)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
