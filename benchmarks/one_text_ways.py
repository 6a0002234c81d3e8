"""The ways in which a long text comes in, and what is done with it then; for `benchmarks.one_text`."""

import asyncio
import contextlib
import itertools
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from memtui.capture.facts import Window
from memtui.capture.rules.extractor import RuleExtractor
from memtui.config import Settings
from memtui.config.settings import Embeddings
from memtui.domain.actor import PERSON_AT_CLI, Actor, ActorKind
from memtui.domain.memory import Draft, Origin
from memtui.domain.proposal import LONGEST_SUGGESTED
from memtui.domain.rewording import reworded
from memtui.domain.text import MAX_LENGTH
from memtui.formats import registry
from memtui.formats.changes import FileChange
from memtui.hooks.events import handle
from memtui.language.difference import compare
from memtui.lifecycle.add import add
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.errors import Refused
from memtui.mcp.errors import ToolRefused
from memtui.mcp.place import Place
from memtui.mcp.tools import Tools
from memtui.poison import suspicion
from memtui.recall.search import recall
from memtui.review.passes import run_pass
from memtui.secrets.finding import redact
from memtui.sources.diff import glimpse_of, summary_of
from memtui.store.database import Store
from memtui.store.opening import open_store

_AGENT = Actor(ActorKind.AGENT, "mcp", "a-session")
_LONGEST_READ = 200_000
"""Characters that an agent may have read at a time."""
_IN_A_PASS = 400_000
"""Characters of what a worker reads, for which nobody waits."""

_A_PAGE = 100_000
"""Characters of a page: each of its lines may be a memory, and 10,000 of those a second are stored."""


@dataclass(frozen=True, slots=True)
class Way:
    """What is done with a text."""

    name: str
    longest: int
    """Characters that may come in this way, or are tried."""
    run: Callable[[str], object]
    waits: bool = True
    """Whether a screen or a server waits for it."""


class Ways:
    """All ways, each with a store of its own for each text."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = itertools.count()
        with self._fresh() as store:
            self._known = add(store, Draft("Atlas uses SQLite"), by=PERSON_AT_CLI).memory
        self._full = open_store(folder / "full.db")
        add(self._full, Draft("Atlas keeps its users in SQLite", "/project/atlas"), by=PERSON_AT_CLI)

    def all(self) -> Iterator[Way]:
        """Yield the ways, what is waited for first."""
        yield Way("a person adds it", MAX_LENGTH, self._added)
        yield Way("an agent adds it, `memory_add`", LONGEST_SUGGESTED, self._added_by_agent)
        yield Way("an agent adds far too much", MAX_LENGTH, self._added_by_agent)
        yield Way("an agent asks it, `memory_recall`", MAX_LENGTH, self._asked_by_agent)
        yield Way("an agent wants another text, `memory_update`", LONGEST_SUGGESTED, self._updated)
        yield Way("an agent has it read, `memory_extract`", _LONGEST_READ, self._given_to_read)
        yield Way("a hook tells what bears on a prompt", MAX_LENGTH, self._prompted)
        yield Way("a hook leaves a summary for a worker", MAX_LENGTH, self._left)
        yield Way("a person asks it, `memtui recall`", MAX_LENGTH, lambda text: recall(self._full, text))
        yield Way("its secrets are masked", MAX_LENGTH, redact)
        yield Way("whether an agent may be told it", MAX_LENGTH, self._tellable)
        yield Way("what differs on a card, from itself turned round", MAX_LENGTH, _differing)
        yield Way("what would be written to its file", MAX_LENGTH, self._written)
        yield Way("importing it, a line of JSON", MAX_LENGTH, self._imported_json, waits=False)
        yield Way("importing it, a page of Markdown", _A_PAGE, self._imported_page, waits=False)
        yield Way("extracting, in a worker", _IN_A_PASS, _extracted, waits=False)
        yield Way("comparing it with another, in a pass", _IN_A_PASS, _compared, waits=False)
        yield Way("adding and reviewing it, in a pass", _IN_A_PASS, self._reviewed, waits=False)

    def close(self) -> None:
        """Close what is open."""
        self._full.close()

    def _fresh(self) -> Store:
        return open_store(self._folder / f"{next(self._numbers)}.db")

    @property
    def _tools(self) -> Tools:
        return self._tools_of(self._full)

    def _tools_of(self, store: Store) -> Tools:
        return Tools(store, Settings(embeddings=Embeddings(model="")), _AGENT, Place("/project/atlas"))

    def _added(self, text: str) -> None:
        with self._fresh() as store, contextlib.suppress(Refused):
            add(store, Draft(text), by=PERSON_AT_CLI)

    def _added_by_agent(self, text: str) -> None:
        with self._fresh() as store, contextlib.suppress(ToolRefused):
            self._tools_of(store).add(text)
            self._tools_of(store).add(f"{text[1:]} more"[:LONGEST_SUGGESTED])

    def _asked_by_agent(self, text: str) -> None:
        with contextlib.suppress(ToolRefused):
            self._tools.recall(text)

    def _updated(self, text: str) -> None:
        with contextlib.suppress(ToolRefused):
            self._tools.update(str(self._known.uid), text)

    def _given_to_read(self, text: str) -> None:
        with contextlib.suppress(ToolRefused):
            self._tools.reading(text)

    def _prompted(self, text: str) -> None:
        self._hook("userpromptsubmit", {"prompt": text})

    def _left(self, text: str) -> None:
        self._hook("postcompact", {"compact_summary": text})

    def _hook(self, event: str, said: dict[str, str]) -> None:
        os.environ["MEMTUI_DB"] = str(self._folder / "full.db")
        told = json.loads(json.dumps({**said, "session_id": "a-session", "cwd": str(self._folder)}))
        handle(event, told, "claude-code")

    def _tellable(self, text: str) -> None:
        suspicion(text)

    def _written(self, text: str) -> None:
        middle = len(text) // 2
        after = f"{text[:middle]}\nnew\n{text[middle:-1]}"
        change = FileChange(self._folder / "CLAUDE.md", text.encode(), after.encode())
        summary_of([change])
        glimpse_of(change, 40)

    def _imported_json(self, text: str) -> None:
        self._imported("given.jsonl", json.dumps({"text": text}) + "\n")

    def _imported_page(self, text: str) -> None:
        self._imported("CLAUDE.md", text)

    def _imported(self, name: str, content: str) -> None:
        path = self._folder / name
        path.write_text(content, encoding="utf-8")
        drafts = (each for each in registry.reader_for(path).read(path) if isinstance(each, Draft))
        with self._fresh() as store:
            import_drafts(store, drafts, by=PERSON_AT_CLI)

    def _reviewed(self, text: str) -> None:
        with self._fresh() as store, contextlib.suppress(Refused):
            add(store, Draft(text, origin=Origin.IMPORTED), by=_AGENT)
            run_pass(store, Settings(), full=True)


def _differing(text: str) -> None:
    reworded(text, text[::-1])
    reworded(f"{text} so", f"so {text} more")


def _extracted(text: str) -> None:
    asyncio.run(RuleExtractor(date(2026, 11, 20)).extract(Window(0, text, 0, len(text))))


def _compared(text: str) -> None:
    compare(text, f"{text} more")
