"""Jobs for the capture worker, left in a write of their own."""

from collections.abc import Mapping

from memtui.lifecycle import enqueue
from memtui.store.database import Store


def queue_job(
    store: Store, kind: str, *, path: str = "", text: str = "", about: Mapping[str, str] | None = None
) -> bool:
    """Queue a job as hooks do; say whether it was new."""
    with store.write() as tx:
        return enqueue.enqueue(tx, kind, path=path, text=text, about=about)
