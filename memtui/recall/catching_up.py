"""Giving vectors to what has none yet, right before recall is asked by someone who may write.

Called by the command line and the MCP server; the worker does the same for large numbers. Without it, what
was imported a moment ago would be found by its words alone.
"""

from memtui.capture.embedding import fill
from memtui.domain.scope import ROOT
from memtui.llm.embeddings import Embedder, is_local
from memtui.recall.meaning import EXACT
from memtui.store import recalling
from memtui.store.database import Store
from memtui.store.reach import around


def catch_up(store: Store, embedder: Embedder, *, most: int = 10_000) -> int:
    """Embed up to `most` memories that lack a vector (half a second), and return their number.

    Does nothing with a model that costs money, or in a store that cannot be written. In a large store it
    looks only at memories newer than the last vector, since checking all takes seconds. Raises LlmError and
    StoreError.
    """
    if store.read_only or not is_local(embedder.name):
        return 0
    large = around(ROOT).count(store) > EXACT
    after = recalling.last_embedded(store, embedder.name) if large else 0
    return fill(store, embedder, after=after, most=most)
