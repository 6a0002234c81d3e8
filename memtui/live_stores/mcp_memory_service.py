"""The database of mcp-memory-service: one row a memory, with tags, a type and metadata.

Its server deletes a memory by noting the time of that in its row, which stays for a while. memtui
drops one the same way, and a memory comes back when that time is taken out again: row, vector and links are
where they were. That is all that can be done without its client, which needs an older MCP than memtui and so
cannot be loaded beside it. Other words need another key and another vector, so an edit stays here.
"""

import contextlib
import json
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from memtui.domain.memory import Draft
from memtui.domain.text import Longest, one_line, well_formed
from memtui.formats.finding import Found, Machine
from memtui.formats.ground import wording
from memtui.formats.ground.drafting import imported, instant_of
from memtui.formats.ground.files import fault
from memtui.formats.ground.naming import categories
from memtui.formats.protocol import Record, Skipped, SourceError
from memtui.live_stores.files import InSqlite, ask, change, found_at
from memtui.live_stores.protocol import CannotSay, Row
from memtui.store import foreign

_TABLE = "memories"
_FILE = "sqlite_vec.db"
_EVENTS = "sync_events"
"""Which it fills only where it exchanges memories with others."""
_SAID = ("content", "tags", "memory_type", "metadata")
_AROUND = ("created_at", "updated_at")
_PAGE = 500
_SCOPE = "/mcp-memory-service"
_WORDS_STAY = "mcp-memory-service finds a memory by its words, so they are changed where it runs"
_CLEARED = "mcp-memory-service has cleared away what was dropped there, so it cannot come back"


class McpMemoryService(InSqlite):
    """mcp-memory-service with its SQLite file."""

    name = "mcp-memory-service"
    called = "mcp-memory-service"
    address = "mcp-memory-service:PATH"
    prefix = "mcp-memory-service:"
    table = _TABLE
    needed = frozenset({"content_hash", "content"})
    keeps_dropped = True

    variables: Mapping[str, str] = {
        "MCP_MEMORY_SQLITE_PATH": "the file of mcp-memory-service",
        "MCP_MEMORY_BASE_DIR": "where mcp-memory-service keeps its file",
    }

    def known_places(self, machine: Machine) -> Iterator[Found]:
        """Yield its database."""
        folders = [machine.given("MCP_MEMORY_BASE_DIR"), *(data / "mcp-memory" for data in machine.data)]
        files = [machine.given("MCP_MEMORY_SQLITE_PATH"), *(folder / _FILE for folder in folders if folder)]
        for file in filter(None, files):
            try:
                address = self.found_in(file)
                if address is not None:
                    yield found_at(self.name, file, address, [file], _Opened(file).count())
            except (OSError, SourceError) as error:
                yield Found(self.name, file, problem=one_line(str(error), Longest.REASON))

    @contextlib.contextmanager
    def opened(self, where: str) -> Iterator["_Opened"]:
        """Open the database."""
        path = self.database(where)
        if self.found_in(path) is None:
            raise SourceError(
                f"{path} is no database of mcp-memory-service: it has no such table of memories"
            )
        yield _Opened(path)

    def record(self, row: Row, place: str) -> Record:
        """Return what a row says."""
        text = well_formed(str(row.value.get("content") or "")).strip()
        if not text:
            return Skipped(row.key, "it says nothing")
        if wrong := fault(text):
            return Skipped(row.key, wrong)
        sort = wording.sort_of(text)
        tags = [tag.strip() for tag in str(row.value.get("tags") or "").split(",")]
        kind = str(row.value.get("memory_type") or "")
        draft = imported(
            text,
            replace(sort, categories=categories(sort.categories[0], kind, *tags)),
            source=self.name,
            path=place,
            record=row.key,
            scope=_SCOPE,
            created_at=instant_of(row.around.get("created_at")),
            more={"fields": _metadata(row.value.get("metadata"))},
        )
        return replace(draft, updated_at=instant_of(row.around.get("updated_at")))

    def reworded(self, row: Row, draft: Draft) -> Row:  # noqa: ARG002 - it says no other words
        """Raise CannotSay."""
        raise CannotSay(_WORDS_STAY)

    def made(self, key: str, draft: Draft) -> Row:  # noqa: ARG002 - it makes none
        """Raise CannotSay."""
        raise CannotSay(_CLEARED)


def _metadata(written: object) -> Mapping[str, object]:
    try:
        metadata = json.loads(written) if isinstance(written, str) else {}
    except (ValueError, RecursionError):
        return {}
    return metadata if isinstance(metadata, Mapping) else {}


class _Opened:
    """The table of memories."""

    def __init__(self, path: Path) -> None:
        self._path = path
        there = foreign.columns(path, _TABLE)
        self._names = [name for name in (*_SAID, *_AROUND) if name in there]
        self._marks = "deleted_at" in there
        self._live = "deleted_at IS NULL" if self._marks else "TRUE"

    def count(self) -> int:
        """Return how many memories were not deleted."""
        ((count,),) = ask(self._path, f"SELECT count(*) FROM {_TABLE} WHERE {self._live}")
        return int(str(count))

    def rows(self) -> Iterator[Row]:
        """Yield the memories in the order of their keys."""
        last: object = ""
        while page := self._page("content_hash > ?", (last,)):
            yield from page
            last = page[-1].key

    def get(self, keys: Collection[str]) -> Mapping[str, Row]:
        """Return memories by their keys."""
        return {row.key: row for key in keys for row in self._page("content_hash = ?", (key,))}

    def put(self, rows: Sequence[Row]) -> None:
        """Bring back memories that were dropped here, as they were."""
        self._check()
        back = "UPDATE memories SET deleted_at = NULL WHERE content_hash = ? AND deleted_at IS NOT NULL"
        if change(self._path, back, [(row.key,) for row in rows]) < len(rows):
            raise SourceError(f"{self._path}: {_CLEARED}")

    def delete(self, keys: Sequence[str]) -> None:
        """Note of memories that they are deleted."""
        self._check()
        gone = "UPDATE memories SET deleted_at = ? WHERE content_hash = ? AND deleted_at IS NULL"
        change(self._path, gone, [(time.time(), key) for key in keys])

    def _check(self) -> None:
        """Raise SourceError where a change would not be complete."""
        if not self._marks:
            raise SourceError(
                f"{self._path}: this version of mcp-memory-service does not keep what it deletes"
            )
        if foreign.columns(self._path, _EVENTS) and ask(self._path, f"SELECT 1 FROM {_EVENTS} LIMIT 1"):
            raise SourceError(
                f"{self._path}: mcp-memory-service exchanges it with others; delete memories where it runs"
            )

    def _page(self, which: str, parameters: Sequence[object]) -> list[Row]:
        sql = (
            f"SELECT content_hash, {', '.join(self._names)} FROM {_TABLE} "
            f"WHERE {which} AND {self._live} ORDER BY content_hash LIMIT {_PAGE}"
        )
        rows = []
        for key, *fields in ask(self._path, sql, parameters):
            named = dict(zip(self._names, fields, strict=True))
            around = {name: named.pop(name, None) for name in _AROUND}
            rows.append(Row(str(key), named, around))
        return rows
