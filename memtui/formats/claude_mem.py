"""claude-mem's database: what it observed in sessions, one row an observation with a list of facts.

A fact is one memory. An observation without facts is one memory made of its narrative, or of its text
or title in versions that have no more. The file is only ever read; which columns it has is looked at,
as they differ by version. A key is `observations/<id>` and a hash of the fact.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from memtui.domain.memory import MemoryType
from memtui.domain.text import well_formed
from memtui.formats.finding import Found, Machine
from memtui.formats.ground.drafting import imported, instant_of
from memtui.formats.ground.files import fault
from memtui.formats.ground.importances import DECIDED, LEARNED, STANDING, STATED
from memtui.formats.ground.json_lines import cleaned
from memtui.formats.ground.looking import one_file
from memtui.formats.ground.naming import categories, record_key, scope_under
from memtui.formats.ground.sureness import OWN_MARK, PARTLY
from memtui.formats.ground.wording import Sort
from memtui.formats.protocol import Reader, Record, Skipped, SourceError
from memtui.store import foreign

_FILE = "claude-mem.db"
_TABLE = "observations"
_TEXTS = ("narrative", "text", "subtitle", "title")
_KEPT = ("title", "subtitle", "memory_session_id", "sdk_session_id", "prompt_number", "platform_source")
_LISTS = ("files_read", "files_modified")
_WANTED = (
    *("id", "project", "type", "facts", "narrative", "text", "concepts", "created_at", "created_at_epoch"),
    *_KEPT,
    *_LISTS,
)
_SORTS: Mapping[str, Sort] = {
    "decision": Sort(MemoryType.SEMANTIC, ("decision",), DECIDED),
    "bugfix": Sort(MemoryType.SEMANTIC, ("gotcha",), LEARNED),
    "discovery": Sort(MemoryType.SEMANTIC, ("finding",), STATED),
    "feature": Sort(MemoryType.EPISODIC, ("finding",), STANDING),
    "refactor": Sort(MemoryType.EPISODIC, ("finding",), STANDING),
    "change": Sort(MemoryType.EPISODIC, ("finding",), STANDING),
}
_OTHER = Sort(MemoryType.SEMANTIC, ("observation",), STATED)


class ClaudeMem(Reader):
    """Reads a claude-mem database, or the folder that holds it."""

    name = "claude-mem"
    called = "claude-mem"
    label = "claude-mem database (claude-mem.db)"
    order = 70

    def detect(self, path: Path) -> float:
        """Be sure by a table of observations that have facts or a narrative."""
        file = _database(path)
        if file is None or not foreign.is_database(file):
            return 0.0
        try:
            there = set(foreign.columns(file, _TABLE))
        except foreign.ForeignError:
            return 0.0
        if {"facts", "project"} <= there:
            return OWN_MARK
        return PARTLY if {"id", "project"} <= there and there & {"text", "narrative"} else 0.0

    def read(self, path: Path) -> Iterator[Record]:
        """Yield a draft per fact, or per observation that has none."""
        file = _database(path)
        if file is None:
            raise SourceError(f"{path} holds no {_FILE}")
        file = file.resolve()
        try:
            if not foreign.is_database(file):
                raise SourceError(f"{file} is no SQLite database")
            if not {"facts", *_TEXTS} & set(foreign.columns(file, _TABLE)):
                raise SourceError(f"{file} has no table of observations that memtui knows")
            for row in foreign.rows(file, _TABLE, _WANTED, order="id"):
                yield from _observation(file, row)
        except (foreign.ForeignError, OSError) as error:
            raise SourceError(str(error)) from error

    variables: Mapping[str, str] = {"CLAUDE_MEM_DATA_DIR": "where claude-mem keeps its database"}

    def known_places(self, machine: Machine) -> Iterator[Found]:
        """Yield its database."""
        data = machine.given("CLAUDE_MEM_DATA_DIR") or machine.home / ".claude-mem"
        yield from one_file(self, data / _FILE, data)


def _database(path: Path) -> Path | None:
    if not path.is_dir():
        return path
    return path / _FILE if (path / _FILE).is_file() else None


def _observation(file: Path, row: Mapping[str, object]) -> Iterator[Record]:
    number = row.get("id")
    where = f"observation {number}"
    facts = _list(row.get("facts"))
    texts = (row.get(name) for name in _TEXTS)
    statements = facts or [next((text for text in texts if isinstance(text, str) and text.strip()), "")]
    project = row.get("project")
    scope = scope_under("/project", project) if isinstance(project, str) and project.strip() else "/"
    kind = row.get("type")
    sort = _SORTS.get(kind, _OTHER) if isinstance(kind, str) else _OTHER
    concepts = [concept for concept in _list(row.get("concepts")) if isinstance(concept, str)]
    more: dict[str, object] = {name: row[name] for name in _KEPT if row.get(name)}
    more |= {name: _list(row.get(name)) for name in _LISTS}
    for index, fact in enumerate(statements, start=1):
        place = where if len(statements) == 1 else f"{where}, fact {index}"
        text = well_formed(fact) if isinstance(fact, str) else ""
        if wrong := fault(text):
            yield Skipped(place, wrong)
        elif not text:
            yield Skipped(place, "no text")
        else:
            yield imported(
                text,
                Sort(sort.type, categories(sort.categories[0], *concepts), sort.importance),
                source="claude-mem",
                path=file,
                record=record_key(f"{_TABLE}/{number}", text),
                scope=scope,
                created_at=instant_of(row.get("created_at_epoch")) or instant_of(row.get("created_at")),
                more={"kind": kind, **more},
            )


def _list(value: object) -> list[object]:
    """Return what a column of JSON holds; one that is not JSON counts as one entry."""
    if not isinstance(value, str) or not value.strip():
        return []
    try:
        value_read = cleaned(json.loads(value))
    except (ValueError, RecursionError):
        return [value]
    return value_read if isinstance(value_read, list) else [value_read] if isinstance(value_read, str) else []
