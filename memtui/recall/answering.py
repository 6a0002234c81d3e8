"""Recalls by words and meaning in a process of its own, for as long as the screen asks: it never loads numpy.

It runs as `python -P -m memtui.recall.answering`. stdin is a Request as one line of JSON, then one question a
line; stdout one line for each, what was found by the ids of memories, or an `error`. It ends with its stdin.
"""

import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memtui import child

if TYPE_CHECKING:
    from memtui.llm.embeddings import Embedder
    from memtui.recall.meaning import Signs
    from memtui.recall.search import Hit, Recalled
    from memtui.store.database import Store


@dataclass(frozen=True, slots=True)
class Request(child.Request):
    """Which store is asked."""

    db: str
    config: str
    """The settings file; empty for the usual one."""


@dataclass(frozen=True, slots=True)
class SearchRequest(child.Request):
    """One question."""

    query: str
    scope: str | None
    limit: int
    rest: int
    now: float


def packed(found: "Recalled") -> dict[str, Any]:
    """Return what was found as JSON values, memories by their ids."""

    def hits(of: "Iterable[Hit]") -> list[list[Any]]:
        return [[hit.memory.id, hit.score, dict(hit.parts)] for hit in of]

    lists = {name: hits(getattr(found, name)) for name in ("hits", "rest", "held", "archived")}
    return {
        "is": "found",
        **lists,
        "notes": found.notes,
        "words_alone": found.words_alone,
        "beyond": found.beyond,
    }


def unpacked(store: "Store", packed_lists: Mapping[str, Any]) -> "Recalled":
    """Return what a child has found; what was purged since is left out. Raises StoreError."""
    from memtui.recall.search import Hit, Recalled
    from memtui.store import memories

    lists = {name: packed_lists[name] for name in ("hits", "rest", "held", "archived")}
    ids = [hit[0] for hits in lists.values() for hit in hits]
    known = {memory.id: memory for memory in memories.get_many(store, ids)}
    found = Recalled(
        notes=list(packed_lists["notes"]),
        words_alone=packed_lists["words_alone"],
        beyond=list(packed_lists["beyond"]),
    )
    for name, hits in lists.items():
        setattr(found, name, [Hit(known[i], score, parts) for i, score, parts in hits if i in known])
    return found


def main() -> int:
    """Answer until stdin ends; returns the exit code."""
    tell = child.telling()
    request = Request.of(sys.stdin.buffer.readline())
    from memtui.config import ConfigError, load
    from memtui.llm.errors import LlmError
    from memtui.store.errors import StoreError
    from memtui.store.opening import open_store

    try:
        settings = load(Path(request.config) if request.config else None).settings
        with open_store(Path(request.db), decay=settings.decay_rules) as store:
            from memtui.llm.embeddings import embedder
            from memtui.recall.meaning import Signs

            model, signs = embedder(settings.embeddings, settings.llm), Signs()
            for line in sys.stdin.buffer:
                try:
                    tell(packed(_found(store, SearchRequest.of(line), model, signs)))
                except (StoreError, LlmError) as error:
                    tell({"is": "error", "says": str(error)})
    except (StoreError, ConfigError) as error:
        tell({"is": "error", "says": str(error)})
    except BrokenPipeError:
        return 0  # the screen is gone
    return 0


def _found(store: "Store", asked: SearchRequest, model: "Embedder | None", signs: "Signs") -> "Recalled":
    from memtui.recall.catching_up import catch_up
    from memtui.recall.search import recall

    if model is not None:
        catch_up(store, model)
    return recall(store, **asdict(asked), embedder=model, signs=signs)


if __name__ == "__main__":
    sys.exit(main())
