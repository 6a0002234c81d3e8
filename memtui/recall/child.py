"""The child process that searches by words and meaning for the screen, which loads neither numpy nor a model.

Started as `python -P -m memtui.recall.child`; `tui.background.meaning` is the other end. It lives as long as
its stdin. The first line is a MeaningRequest, each after it a FilterRequest, from `/`, or a RecallRequest,
from Ask; each is answered with one line, in turn: what was found by the ids of memories, or an `error`.
"""

import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from memtui.child import Line, Request, telling
from memtui.config import ConfigError, load
from memtui.domain.filter import Filter, parse
from memtui.llm.embeddings import Embedder, embedder
from memtui.llm.errors import LlmError
from memtui.recall import finding
from memtui.recall.at_odds import Odds
from memtui.recall.catching_up import catch_up
from memtui.recall.finding import SearchResult
from memtui.recall.hits import Hit
from memtui.recall.meaning import Signs
from memtui.recall.search import Recalled, meaning_of, recall
from memtui.store import memories
from memtui.store.database import Store
from memtui.store.disagreeing import Pair
from memtui.store.errors import Interrupted, StoreError
from memtui.store.opening import open_store
from memtui.store.unsettled import Unsettled


@dataclass(frozen=True, slots=True)
class MeaningRequest(Request):
    """Which store is asked."""

    db: str
    config: str
    """The settings file; empty for the usual one."""


@dataclass(frozen=True, slots=True)
class FilterRequest(Request):
    """A search for the words of a filter."""

    filter: str
    """As `Filter.describe` writes it, which `parse` reads back."""
    prefix: bool
    now: float

    @property
    def typed(self) -> Filter:
        """The filter that was typed."""
        return replace(parse(self.filter), prefix=self.prefix)


@dataclass(frozen=True, slots=True)
class RecallRequest(Request):
    """A question, as `recall` takes it."""

    query: str
    scope: str | None
    limit: int
    rest: int
    now: float


def _found_line(result: SearchResult) -> Line:
    """Return what a filter found as a line for the screen."""
    wanted = {"filter": result.wanted.describe(), "prefix": result.wanted.prefix}
    ids = {"best": result.best, "near": result.near}
    return {"is": "found", "spelled": result.spelled, **wanted, **ids}


def heard(line: Line) -> SearchResult:
    """Return what a line of the child says that a filter found."""
    wanted = replace(parse(line["filter"]), prefix=line["prefix"])
    return SearchResult(wanted, line["best"], line["near"], line["spelled"])


def packed(recalled: Recalled) -> dict[str, Any]:
    """Return what was recalled as JSON values, memories by their ids."""

    def hits(of: Iterable[Hit]) -> list[list[Any]]:
        return [[hit.memory.id, hit.score, dict(hit.parts)] for hit in of]

    lists = {name: hits(getattr(recalled, name)) for name in ("hits", "rest", "held", "archived")}
    return {
        "is": "found",
        **lists,
        "notes": recalled.notes,
        "words_alone": recalled.words_alone,
        "beyond": recalled.beyond,
        "odds": recalled.odds.pairs,
        "unsettled": recalled.odds.unsettled,
    }


def unpacked(store: Store, packed_lists: Mapping[str, Any]) -> Recalled:
    """Return what a child has recalled; what was purged since is left out. Raises StoreError."""
    lists = {name: packed_lists[name] for name in ("hits", "rest", "held", "archived")}
    ids = [hit[0] for hits in lists.values() for hit in hits]
    known = {memory.id: memory for memory in memories.get_many(store, ids)}
    recalled = Recalled(
        notes=list(packed_lists["notes"]),
        words_alone=packed_lists["words_alone"],
        beyond=list(packed_lists["beyond"]),
        odds=Odds(
            tuple(Pair(*pair) for pair in packed_lists["odds"]),
            tuple(Unsettled(*one) for one in packed_lists["unsettled"]),
        ),
    )
    for name, hits in lists.items():
        setattr(recalled, name, [Hit(known[i], score, parts) for i, score, parts in hits if i in known])
    return recalled


def main() -> int:
    """Answer until stdin ends; returns the exit code."""
    tell = telling()
    request = MeaningRequest.of(sys.stdin.buffer.readline())
    try:
        settings = load(Path(request.config) if request.config else None).settings
        with open_store(Path(request.db), decay=settings.decay_rules, create=False) as store:
            model, signs = embedder(settings.embeddings, settings.llm), Signs()
            for line in sys.stdin.buffer:
                try:
                    tell(_answer(store, line, model, signs))
                except (StoreError, Interrupted, LlmError) as error:
                    tell({"is": "error", "says": str(error)})
    except (StoreError, ConfigError) as error:
        tell({"is": "error", "says": str(error)})
    except BrokenPipeError:
        return 0  # the screen is gone
    return 0


def _answer(store: Store, line: bytes, model: Embedder | None, signs: Signs) -> Line:
    """Return the answer to one request. Raises StoreError and LlmError."""
    if model is not None:
        catch_up(store, model)
    value = json.loads(line)
    if "query" in value:
        return packed(recall(store, **asdict(RecallRequest(**value)), embedder=model, signs=signs))
    search = FilterRequest(**value)
    question = finding.question_of(search.typed)
    meaning = None if model is None else meaning_of(store, model, question, signs)
    return _found_line(finding.find(store, search.typed, search.now, meaning))


if __name__ == "__main__":
    sys.exit(main())
