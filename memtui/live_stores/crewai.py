"""CrewAI's memory: the LanceDB folder in which a crew keeps what it remembers.

CrewAI writes one row a memory into the table `memories`: its words, its scope, categories and metadata, how
important it is, and a vector. The folder is read and written with LanceDB's own client, as CrewAI's is.
Vectors come back with what was dropped. An edited memory keeps the vector of its old words, since only the
agent has the model that makes vectors.
"""

import contextlib
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memtui.domain.memory import Draft, ValueRefused, checked_importance
from memtui.domain.text import well_formed
from memtui.formats.finding import Found, Machine
from memtui.formats.ground import wording
from memtui.formats.ground.drafting import imported, instant_of
from memtui.formats.ground.files import fault
from memtui.formats.ground.naming import categories, scope_under
from memtui.formats.protocol import Record, Skipped, SourceError
from memtui.live_stores.clients import explaining
from memtui.live_stores.files import address_of, found_at, path_in
from memtui.live_stores.protocol import CannotSay, LiveStore, Row, missing

if TYPE_CHECKING:
    from lancedb.table import Table

_PREFIX = "crewai:"
_TABLE = "memories"
_FOLDER = f"{_TABLE}.lance"
_BELOW = "memory"
"""The folder of the table below CrewAI's storage folder."""
_SAID = ("content", "scope", "categories_str", "metadata_str", "importance", "source", "private")
_AROUND = ("created_at", "last_accessed")
_COLUMNS = {"id", "vector", *_SAID, *_AROUND}
_SIGN = b"categories_str"
"""Told apart by this column from the tables of the same name that other programs make."""
_PAGE = 500
_SCOPE = "/crewai"
_A_USE = 1.0
"""Seconds between the two times of a memory from which on it was recalled: it is made with both set."""


class CrewAi(LiveStore):
    """CrewAI with its LanceDB folder."""

    name = "crewai"
    called = "CrewAI"
    address = "crewai:FOLDER"

    def place(self, where: str) -> str | None:
        """Return the address with the path in full."""
        path = path_in(where, _PREFIX)
        return None if path is None else address_of(_storage(path) or path, _PREFIX)

    def found_in(self, path: Path) -> str | None:
        """Return the address of a folder with a table of CrewAI's; its storage folder will do."""
        folder = _storage(path)
        return None if folder is None else address_of(folder.resolve(), _PREFIX)

    variables: Mapping[str, str] = {"CREWAI_STORAGE_DIR": "where CrewAI keeps its memory"}

    def known_places(self, machine: Machine) -> Iterator[Found]:
        """Yield the folders of crews, which CrewAI calls after their projects."""
        given = machine.given("CREWAI_STORAGE_DIR")
        storages = [] if given is None else [given]
        for data in machine.data:
            storages += (table.parents[1] for table in sorted(data.glob(f"*/{_BELOW}/{_FOLDER}")))
        for folder in filter(None, map(_storage, storages)):
            address = address_of(folder.resolve(), _PREFIX)
            try:
                yield found_at(self.name, folder, address, (folder / _FOLDER).rglob("*.lance"), None)
            except OSError as error:
                yield Found(self.name, folder, problem=error.strerror or str(error))

    def mark(self, where: str) -> str:
        """Return how many versions the table has, and the newest: each write makes one."""
        versions = _versions(_folder(where))
        newest = max((file.stat().st_mtime_ns, file.name) for file in versions)
        return f"{len(versions)} {newest}"

    @contextlib.contextmanager
    def opened(self, where: str) -> Iterator["_Opened"]:
        """Open the table."""
        folder = _folder(where)
        try:
            import lancedb  # needs an extra, which other stores do without
        except ImportError as error:
            raise missing("read CrewAI's memory", "LanceDB's client", "crewai", error) from None
        with explaining(folder):
            table = lancedb.connect(str(folder)).open_table(_TABLE)
            opened = _Opened(folder, table)
        yield opened

    def record(self, row: Row, place: str) -> Record:
        """Return what a row says, filed by its scope."""
        text = well_formed(str(row.value.get("content") or "")).strip()
        if not text:
            return Skipped(row.key, "it says nothing")
        if wrong := fault(text):
            return Skipped(row.key, wrong)
        scope = _SCOPE
        for part in str(row.value.get("scope") or "").split("/"):
            scope = scope_under(scope, part) if part else scope
        draft = imported(
            text,
            _sort(text, row.value),
            source=self.name,
            path=place,
            record=row.key,
            scope=scope,
            created_at=instant_of(row.around.get("created_at")),
            more={"fields": _fields(row.value)},
        )
        return replace(draft, last_accessed_at=_recalled(row))

    def reworded(self, row: Row, draft: Draft) -> Row:
        """Return a row with other words."""
        return Row(row.key, {**row.value, "content": draft.text}, row.around)

    def made(self, key: str, draft: Draft) -> Row:  # noqa: ARG002 - neither makes a vector
        """Raise CannotSay: without its vector no search of its crew would find it."""
        raise CannotSay("its vector is not kept, and without one its crew would never find it")


def _sort(text: str, value: Mapping[str, object]) -> wording.Sort:
    """Return what a memory becomes; CrewAI says itself how important one is."""
    by_words = wording.sort_of(text)
    names = _json(value.get("categories_str"))
    names_written = [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
    importance = value.get("importance")
    try:
        theirs = checked_importance(importance if isinstance(importance, float) else by_words.importance)
    except ValueRefused:
        theirs = by_words.importance
    return wording.Sort(by_words.type, categories(by_words.categories[0], *names_written), theirs)


def _fields(value: Mapping[str, object]) -> dict[str, object]:
    """Return the fields of a memory besides its text, without empty ones."""
    fields = {"metadata": _json(value.get("metadata_str")), "said_by": value.get("source")}
    return {name: of for name, of in {**fields, "private": value.get("private")}.items() if of}


def _recalled(row: Row) -> float | None:
    created, last = (instant_of(row.around.get(name)) for name in _AROUND)
    return last if last is not None and created is not None and last - created > _A_USE else None


def _json(written: object) -> object:
    try:
        return json.loads(written) if isinstance(written, str) else None
    except (ValueError, RecursionError):
        return None


def _storage(path: Path) -> Path | None:
    """Return the folder of the table in a folder or in CrewAI's own folder below it; None without one."""
    for folder in (path, path / _BELOW):
        try:
            if any(_SIGN in file.read_bytes() for file in _versions(folder)[-1:]):
                return folder
        except OSError:
            continue
    return None


def _versions(folder: Path) -> list[Path]:
    return sorted((folder / _FOLDER / "_versions").glob("*.manifest"))


def _folder(where: str) -> Path:
    path = path_in(where, _PREFIX)
    if path is None or not path.is_dir():
        raise SourceError(f"there is no folder {path or where}")
    folder = _storage(path)
    if folder is None:
        raise SourceError(
            f"{path} holds no memory of CrewAI's: name its storage folder, with {_BELOW}/{_FOLDER} in it"
        )
    return folder


class _Opened:
    """CrewAI's table, opened."""

    def __init__(self, folder: Path, table: "Table") -> None:
        self._folder, self._table = folder, table
        self._columns = set(table.schema.names)

    def count(self) -> int:
        """Return how many rows there are."""
        with explaining(self._folder):
            return int(self._table.count_rows())

    def rows(self) -> Iterator[Row]:
        """Yield the rows of one version of the table, without their vectors."""
        wanted = sorted(self._columns & (_COLUMNS - {"vector"}))
        with explaining(self._folder):
            batches = iter(self._table.search().select(wanted).to_batches(_PAGE))
        while True:
            with explaining(self._folder):
                batch = next(batches, None)
                rows = [] if batch is None else batch.to_pylist()
            if batch is None:
                return
            yield from map(_row, rows)

    def get(self, keys: Collection[str]) -> Mapping[str, Row]:
        """Return rows by their ids, with their vectors."""
        if not keys:
            return {}
        wanted = sorted(self._columns & _COLUMNS)
        with explaining(self._folder):
            rows = self._table.search().where(_among(keys)).select(wanted).limit(len(keys)).to_list()
        return {row.key: row for row in map(_row, rows)}

    def put(self, rows: Sequence[Row]) -> None:
        """Write rows whole, in the place of those with the same ids."""
        if self._columns != _COLUMNS:
            odd = ", ".join(sorted(self._columns ^ _COLUMNS))
            raise SourceError(f"{self._folder}: its table is of another version of CrewAI ({odd})")
        written = [{"id": row.key, **row.value, **row.around} for row in rows]
        with explaining(self._folder):
            merge = self._table.merge_insert("id")
            merge.when_matched_update_all().when_not_matched_insert_all().execute(written)

    def delete(self, keys: Sequence[str]) -> None:
        """Delete rows."""
        with explaining(self._folder):
            self._table.delete(_among(keys))


def _among(keys: Collection[str]) -> str:
    quoted = (key.replace("'", "''") for key in keys)
    return "id IN ({})".format(", ".join(f"'{key}'" for key in quoted))


def _row(columns: Mapping[str, Any]) -> Row:
    around = {name: columns[name] for name in (*_AROUND, "vector") if name in columns}
    return Row(str(columns["id"]), {name: columns[name] for name in _SAID if name in columns}, around)
