"""The database of mcp-memory-service: one row a memory, with tags, a type and metadata. It is read only.

What it deletes stays in the table with the time of that, and is no memory any more. memtui does not write
there: its client needs an older MCP than memtui, and a SQLite that loads extensions, so it cannot be loaded
beside memtui; and without it the vectors, links and events of a memory would not follow.
"""

import contextlib
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from memtui.domain.memory import Draft
from memtui.domain.text import well_formed
from memtui.formats.ground import wording
from memtui.formats.ground.drafting import imported, instant_of
from memtui.formats.ground.files import fault
from memtui.formats.ground.naming import categories
from memtui.formats.protocol import Record, Skipped, SourceError
from memtui.live_stores.files import mark_of_database, path_in
from memtui.live_stores.protocol import CannotSay, LiveStore, Row
from memtui.store import foreign

_PREFIX = "mcp-memory-service:"
_TABLE = "memories"
_NEEDED = {"content_hash", "content"}
_SAID = ("content", "tags", "memory_type", "metadata")
_AROUND = ("created_at", "updated_at")
_PAGE = 500
_SCOPE = "/mcp-memory-service"
_ONLY_READ = "mcp-memory-service is read and not written: delete and change its memories where it runs"


class McpMemoryService(LiveStore):
    """mcp-memory-service with its SQLite file."""

    name = "mcp-memory-service"
    called = "mcp-memory-service"
    address = "mcp-memory-service:PATH"
    only_read = _ONLY_READ

    def place(self, where: str) -> str | None:
        """Return the address with the path in full."""
        path = path_in(where, _PREFIX)
        return None if path is None else f"{_PREFIX}//{path.as_posix()}"

    def found_in(self, path: Path) -> str | None:
        """Return the address of a database that has its table."""
        if not path.is_file() or not foreign.is_database(path):
            return None
        try:
            there = set(foreign.columns(path, _TABLE))
        except foreign.ForeignError:
            return None
        return f"{_PREFIX}//{path.resolve().as_posix()}" if there >= _NEEDED else None

    def mark(self, where: str) -> str:
        """Return the size and time of the database and of its log."""
        return mark_of_database(_path_of(where))

    @contextlib.contextmanager
    def opened(self, where: str) -> Iterator["_Opened"]:
        """Open the database."""
        path = _path_of(where)
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

    def reworded(self, row: Row, draft: Draft) -> Row:  # noqa: ARG002 - nothing is written there
        """Raise CannotSay."""
        raise CannotSay(_ONLY_READ)

    def made(self, key: str, draft: Draft) -> Row:  # noqa: ARG002 - nothing is written there
        """Raise CannotSay."""
        raise CannotSay(_ONLY_READ)


def _path_of(where: str) -> Path:
    path = path_in(where, _PREFIX)
    if path is None or not path.is_file():
        raise SourceError(f"there is no database {path or where}")
    return path


def _metadata(written: object) -> Mapping[str, object]:
    try:
        found = json.loads(written) if isinstance(written, str) else {}
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, Mapping) else {}


class _Opened:
    """The table of memories."""

    def __init__(self, path: Path) -> None:
        self._path = path
        there = foreign.columns(path, _TABLE)
        self._names = [name for name in (*_SAID, *_AROUND) if name in there]
        self._live = "deleted_at IS NULL" if "deleted_at" in there else "TRUE"

    def count(self) -> int:
        """Return how many memories were not deleted."""
        ((count,),) = self._ask(f"SELECT count(*) FROM {_TABLE} WHERE {self._live}")
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

    def put(self, rows: Sequence[Row]) -> None:  # noqa: ARG002 - nothing is written there
        """Raise SourceError."""
        raise SourceError(_ONLY_READ)

    def delete(self, keys: Sequence[str]) -> None:  # noqa: ARG002 - nothing is written there
        """Raise SourceError."""
        raise SourceError(_ONLY_READ)

    def _page(self, which: str, parameters: Sequence[object]) -> list[Row]:
        asked = (
            f"SELECT content_hash, {', '.join(self._names)} FROM {_TABLE} "
            f"WHERE {which} AND {self._live} ORDER BY content_hash LIMIT {_PAGE}"
        )
        rows = []
        for key, *said in self._ask(asked, parameters):
            named = dict(zip(self._names, said, strict=True))
            around = {name: named.pop(name, None) for name in _AROUND}
            rows.append(Row(str(key), named, around))
        return rows

    def _ask(self, sql: str, parameters: Sequence[object] = ()) -> list[tuple[object, ...]]:
        try:
            return foreign.query(self._path, sql, parameters)
        except foreign.ForeignError as error:
            raise SourceError(str(error)) from None
