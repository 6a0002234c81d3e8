"""The child process that searches by meaning for the screen, which loads neither numpy nor a model.

Started as `python -P -m memtui.recall.child`; `tui.memories.meanings` is the other end. It lives as long as
its stdin. The first line is a Request, each line after it an Asked; each is answered with one line, in turn.
"""

import sys
from dataclasses import dataclass, replace

from memtui.child import Line, Request, telling
from memtui.config.settings import Embeddings, Llm
from memtui.domain.filter import Filter, parse
from memtui.llm.embeddings import embedder
from memtui.llm.errors import LlmError
from memtui.recall import finding
from memtui.recall.catching_up import catch_up
from memtui.recall.finding import SearchResult
from memtui.recall.meaning import Meaning, Signs
from memtui.store.errors import Interrupted, StoreError
from memtui.store.opening import open_store


@dataclass(frozen=True, slots=True)
class Searching(Request):
    """Which store is searched, and by which model."""

    store: str
    model: str
    api_base: str = ""


@dataclass(frozen=True, slots=True)
class SearchRequest(Request):
    """One search."""

    filter: str
    """As `Filter.describe` writes it, which `parse` reads back."""
    prefix: bool
    now: float

    @property
    def typed(self) -> Filter:
        """The filter that was typed."""
        return replace(parse(self.filter), prefix=self.prefix)


def found_line(found: SearchResult) -> Line:
    """Return what was found as a line for the screen."""
    wanted = {"filter": found.wanted.describe(), "prefix": found.wanted.prefix}
    ids = {"best": found.best, "near": found.near}
    return {"is": "found", "spelled": found.spelled, **wanted, **ids}


def heard(line: Line) -> SearchResult:
    """Return what a line of the child says was found."""
    wanted = replace(parse(line["filter"]), prefix=line["prefix"])
    return SearchResult(wanted, line["best"], line["near"], line["spelled"])


def main() -> int:
    """Answer what stdin asks until it ends; returns the exit code.

    Where there is no model, or it cannot be reached, it ends: the rows that the words brought up stay.
    """
    tell = telling()
    request = Searching.of(sys.stdin.buffer.readline())
    model = embedder(Embeddings(model=request.model), Llm(api_base=request.api_base))
    if model is None:
        return 0
    signs = Signs()
    try:
        with open_store(request.store, create=False) as store:
            catch_up(store, model)
            for line in sys.stdin.buffer:
                asked = SearchRequest.of(line)
                meaning = Meaning(store, model, finding.question_of(asked.typed), signs)
                tell(found_line(finding.find(store, asked.typed, asked.now, meaning)))
    except (StoreError, Interrupted, LlmError, BrokenPipeError):
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
