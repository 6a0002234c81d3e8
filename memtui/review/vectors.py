"""Gives a review pass what tells how near memories and their words are in meaning.

Every way to run a pass asks here, so that the screen, the worker behind it and the command line find as much.
"""

from collections.abc import Set
from typing import TYPE_CHECKING

from memtui.domain.card_kinds import Kind
from memtui.domain.watch import Cancelled, Stages
from memtui.store.database import Store

if TYPE_CHECKING:
    from memtui.config.settings import Settings
    from memtui.llm.embeddings import Embedder


def embedder_for(
    store: Store,
    settings: "Settings",
    notes: list[str],
    kinds: Set[Kind] = frozenset(),
    *,
    dry_run: bool = False,
    progress: Stages | None = None,
    cancelled: Cancelled | None = None,
) -> "Embedder | None":
    """Return what embeds texts, every memory having its vector; None to go by words alone.

    Memories get the vectors they lack, if that costs only time and is no dry run. With `kinds` that compare
    nothing nothing is read. Why an embedder could not be used is added to `notes`. Raises StoreError.
    """
    from memtui.review.registry import RULES
    from memtui.review.rule import MemoryRule

    if all(isinstance(rule, MemoryRule) for rule in RULES if not kinds or rule.kind in kinds):
        return None
    from memtui.capture.embedding import fill
    from memtui.llm.embeddings import embedder, is_local
    from memtui.llm.errors import LlmError
    from memtui.store import embeddings

    try:
        model = embedder(settings.embeddings, settings.llm)
        missing = 0 if model is None else embeddings.count_missing(store, model.name)
        if model is None or not missing:
            return model
        if dry_run or store.read_only or not is_local(settings.embeddings.model):
            return None
        told = None if progress is None else (lambda done: progress("vectors", done, missing))
        fill(store, model, progress=told, cancelled=cancelled)
    except LlmError as error:
        notes.append(f"similar memories are found by their words alone: {error}")
        return None
    return model
