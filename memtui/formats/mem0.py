"""mem0's memories, as its API and its exports give them: `{"results": […]}`, a bare list, or JSON lines.

A record's `memory` is its text, its `id` its key (without one: a hash of the text). What is about the
one user of a file is filed under `/user`, that about several under `/user/<id>`, an agent's own under
`/agent/<id>`. Metadata and whatever else a record says is kept in its provenance.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path

from memtui.domain.instant import to_iso
from memtui.domain.memory import Draft, Memory, MemoryType
from memtui.domain.text import fingerprint, well_formed
from memtui.formats.changes import Held
from memtui.formats.exports import EVERYTHING, Exported, History, Sink
from memtui.formats.ground import wording
from memtui.formats.ground.carrying import KEY, carried, restored
from memtui.formats.ground.drafting import imported, instant_of
from memtui.formats.ground.files import fault, is_binary
from memtui.formats.ground.importances import DECIDED
from memtui.formats.ground.json_lines import document, values
from memtui.formats.ground.json_rows import JsonRows, Rows
from memtui.formats.ground.json_splicing import line_of
from memtui.formats.ground.naming import categories, own_name, record_key, scope_under
from memtui.formats.ground.sureness import MANNER, OWN_MARK, PARTLY
from memtui.formats.ground.wording import Sort
from memtui.formats.protocol import Record, Skipped, SourceError

_SAMPLE = 50
"""Rows by which a format is recognised."""
_LISTS = ("results", "memories")
_TEXTS = ("memory", "data")
_MARKS = {"id", "user_id", "agent_id", "run_id", "app_id", "hash", "metadata", "created_at", "score", "event"}
_TAKEN = {
    *("id", *_TEXTS, "categories", "created_at", "updated_at", "expiration_date", "score", "score_details"),
    *("owner", "is_deleted", "event", "embedding", "vector"),
}


class Mem0(JsonRows):
    """Reads and changes a mem0 export or answer, of which every memory is loaded."""

    name = "mem0"
    called = "mem0"
    label = "mem0 memories (JSON)"
    order = 60

    def detect(self, path: Path) -> float:
        """Be sure by the share of records that have a `memory` and what mem0 says of one."""
        if path.is_dir() or is_binary(path):
            return 0.0
        sample = [row for _, row in islice(_rows(path), _SAMPLE)]
        if not sample:
            return 0.0
        return sum(map(_likeness, sample)) / len(sample)

    def read(self, path: Path) -> Iterator[Record]:
        """Yield a draft per memory, and per relation of its graph."""
        if path.is_dir():
            raise SourceError(f"{path} is a folder; a mem0 export is one file")
        users = {row.get("user_id") for _, row in _rows(path) if isinstance(row, dict)}
        several = len([user for user in users if isinstance(user, str) and user]) > 1
        file, modified = path.resolve(), path.stat().st_mtime
        for where, row in _rows(path):
            if isinstance(row, Skipped):
                yield row
            elif isinstance(row, dict):
                record = record_of(file, where, row, several=several)
                if isinstance(record, Draft) and record.created_at is None:
                    record = replace(record, created_at=modified)
                yield record
            else:
                yield Skipped(where, "not an object with a memory")

    holds_fields = EVERYTHING

    def export(
        self,
        memories: Iterator[Memory],
        file: Sink,
        exported: Exported,
        history: History,  # noqa: ARG002 - has no place for it
    ) -> None:
        """Write an answer of mem0's; what mem0 has no field for goes into the metadata."""
        separator = '{"results": [\n'
        for memory in memories:
            file.write(separator + line_of(_exported(memory)))
            separator = ",\n"
        file.write("\n]}\n" if exported.count else '{"results": []}\n')

    @property
    def rows(self) -> Rows:
        """How an object says a memory."""
        return Rows(_LISTS, _held_row, _values, _whole, pins=False)


def _likeness(row: object) -> float:
    if not isinstance(row, dict):
        return 0.0
    if isinstance(row.get("memory"), str):
        return OWN_MARK if row.keys() & _MARKS else PARTLY
    return MANNER if isinstance(row.get("data"), str) and row.keys() >= {"id", "user_id"} else 0.0


def _rows(path: Path) -> Iterator[tuple[str, object]]:
    lists = document(path, _LISTS)
    if lists is None:
        yield from ((f"line {number}", value) for number, value in values(path))
        return
    for part, rows in lists.items():
        for number, row in enumerate(rows, start=1):
            yield f"{part} {number}", row


def record_of(file: Path | str, where: str, row: Mapping[str, object], *, several: bool) -> Record:
    """Return the draft of one memory as mem0's API says it, or why it is left out; used for live stores too.

    `where` is how a person finds it in `file`; with `several` users each has a scope.
    """
    if row.get("event") == "DELETE" or row.get("is_deleted") is True:
        return Skipped(where, "deleted in mem0")
    value = next((row[key] for key in _TEXTS if isinstance(row.get(key), str)), "")
    text = well_formed(value) if isinstance(value, str) else ""
    if not text:
        return Skipped(where, "no memory")
    if wrong := fault(text):
        return Skipped(where, wrong)
    user, agent = _word(row, "user_id"), _word(row, "agent_id")
    if user or not agent:
        scope = scope_under("/user", user) if several and user else "/user"
    else:
        scope = scope_under("/agent", agent)
    metadata = row.get("metadata")
    names = row.get("categories")
    if not isinstance(names, list):
        names = metadata.get("categories", metadata.get("category")) if isinstance(metadata, dict) else []
    category_names = [names] if isinstance(names, str) else names if isinstance(names, list) else []
    sort = wording.sort_of_person(text) if scope.startswith("/user") else wording.sort_of(text)
    if sort.type is MemoryType.CONSTITUTIONAL and several:
        sort = Sort(MemoryType.SEMANTIC, ("identity",), DECIDED)
    kept = categories(sort.categories[0], *(word for word in category_names if isinstance(word, str)))
    name = row.get("id")
    draft = imported(
        text,
        Sort(sort.type, kept, sort.importance),
        source="mem0",
        path=file,
        record=str(name) if isinstance(name, str | int) and name != "" else record_key("mem0", text),
        scope=scope,
        created_at=instant_of(row.get("created_at")),
        more={"fields": _fields(row)},
    )
    draft = replace(
        draft,
        updated_at=instant_of(row.get("updated_at")),
        expires_at=instant_of(row.get("expiration_date")),
    )
    return restored(draft, metadata.get(KEY)) if isinstance(metadata, dict) else draft


def _fields(row: Mapping[str, object]) -> dict[str, object]:
    """Return what no field of a memory takes up."""
    kept = {key: value for key, value in row.items() if key not in _TAKEN and value}
    metadata = kept.get("metadata")
    if isinstance(metadata, dict) and KEY in metadata:
        kept["metadata"] = {key: value for key, value in metadata.items() if key != KEY}
    return {key: value for key, value in kept.items() if value}


def _word(row: Mapping[str, object], key: str) -> str:
    value = row.get(key)
    return value.strip() if isinstance(value, str) else ""


# -- changing an object ----------------------------------------------------------------------------


def _held_row(file: Path, row: Mapping[str, object]) -> Held | None:
    """Return one object, changed as asked, of a file that has only one user."""
    record = record_of(file, "", row, several=False)
    if not isinstance(record, Draft):
        return None
    return Held(str(record.provenance["record"]), record.text, record.pinned)


def _values(row: Mapping[str, object], draft: Draft) -> Mapping[str, object]:
    name = next((name for name in _TEXTS if isinstance(row.get(name), str)), _TEXTS[0])
    return {name: draft.text} if fingerprint(str(row.get(name, ""))) != fingerprint(draft.text) else {}


def _whole(key: str, draft: Draft) -> Mapping[str, object]:
    given = draft.provenance.get("fields")
    more = given if isinstance(given, Mapping) else {}
    return {**_row("" if "#" in key else key, draft), **more}


# -- writing one -----------------------------------------------------------------------------------


def _row(key: str, memory: Draft | Memory, more: Mapping[str, object] | None = None) -> dict[str, object]:
    """Return an object that says a memory, with `more` behind its text."""
    return {
        **({"id": key} if key else {}),
        "memory": memory.text,
        **(more or {}),
        **({"created_at": to_iso(memory.created_at)} if memory.created_at is not None else {}),
    }


def _exported(memory: Memory) -> dict[str, object]:
    """Return the object that says all of a memory."""
    whose = {"user_id": _user(memory), "categories": memory.categories}
    row = _row(own_name(memory, "mem0") or memory.uid, memory, whose)
    row["updated_at"] = to_iso(memory.updated_at)
    if memory.expires_at is not None:
        row["expiration_date"] = to_iso(memory.expires_at)[:10]
    return {**row, "metadata": {KEY: carried(memory)}}


def _user(memory: Memory) -> str:
    fields = memory.provenance.get("fields")
    user = fields.get("user_id") if isinstance(fields, Mapping) else None
    if isinstance(user, str) and user:
        return user
    return memory.scope.split("/")[2] if memory.scope.startswith("/user/") else "default_user"
