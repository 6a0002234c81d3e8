"""The knowledge graph of the MCP reference memory server, and what its relatives write.

One memory per observation, per relation, and per entity nobody observed anything about. Rows come
as JSONL (`entity` and `relation`, with or without `type`, or flat with one observation a row) or
as one document `{"entities": […], "relations": […]}`; observations as strings or as objects with
a text and a time.

Where memories are filed: an entity that is the user under `/user`, unless it is a log of work; with exactly
one entity of type project, everything else under that project; with several, each project's own
observations under it and the rest under the name of the folder the file lies in.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from memtui.domain.instant import Instant, from_iso
from memtui.domain.memory import Draft, MemoryType, Origin
from memtui.domain.scope import ScopeError, normalise
from memtui.domain.text import MAX_LENGTH, Longest, one_line, well_formed
from memtui.formats.ground.importances import STANDING, STATED
from memtui.formats.ground.json_lines import document, values
from memtui.formats.ground.naming import categories, record_key, scope_under
from memtui.formats.mcp_graph.persons import is_a_person
from memtui.formats.protocol import Record, Skipped

SCOPE_KIND = "scope"
"""The type of an entity that is a scope of memtui's, as exports write it: its observations stand alone."""
_PARTS = {"entities": "entity", "relations": "relation"}
FILE_NAMES = ("memory.jsonl", "memory.json")
_PLAIN_FOLDERS = {
    "memory",
    "memories",
    ".memory",
    ".mcp",
    "mcp",
    "data",
    ".claude",
    ".cursor",
    ".vscode",
    "dist",
}
_USER_TYPES = {"user", "self", "owner"}
_USER_NAMES = {"default_user", "default-user", "user", "me"}
_TYPES = {
    MemoryType.EPISODIC: {"event", "session", "task", "meeting", "incident", "milestone", "conversation"},
    MemoryType.PROCEDURAL: {"procedure", "workflow", "process", "convention", "guideline", "rule", "command"},
}
_CATEGORIES = {
    "preference": {"preference", "convention", "guideline", "rule", "style"},
    "decision": {"decision", "architecture-decision", "adr"},
    "gotcha": {"gotcha", "bug", "issue", "error", "pitfall", "lesson"},
    "project_status": {"task", "status", "milestone", "sprint", "ticket", "feature-request"},
    "session_state": {"session", "conversation"},
}
TEXT_KEYS = ("text", "content", "observation")
_TIME_KEYS = ("timestamp", "createdAt", "created_at", "time", "date")
_READ_KEYS = {"type", "name", "entityName", "entityType", "observations", "observation", *_TIME_KEYS}


@dataclass(frozen=True, slots=True)
class Graph:
    """What the whole file says about where its memories belong."""

    file: Path
    home: str
    """The scope of everything that names no better one."""
    projects: frozenset[str]
    users: frozenset[str]
    modified: Instant

    @classmethod
    def of(cls, file: Path) -> "Graph":
        """Look through a file."""
        rows = [row for _, row in rows_in(file) if isinstance(row, dict) and _is_of_note(row)]
        projects = {name_of(row) for row in rows if kind_of(row) == "project"}
        home = next(iter(projects)) if len(projects) == 1 else _folder_name(file)
        return cls(
            file=file.resolve(),
            home=scope_under("/project", home),
            projects=frozenset(projects),
            users=users_in(rows),
            modified=file.stat().st_mtime,
        )

    def scope(self, entity: str, kind: str = "") -> str:
        """Return where what was observed of an entity is filed."""
        if kind == SCOPE_KIND:
            try:
                return normalise(entity)
            except ScopeError:
                return self.home
        if entity in self.users:
            return "/user"
        return scope_under("/project", entity) if entity in self.projects else self.home


def records_of(graph: Graph, where: str, row: Mapping[str, object]) -> Iterator[Record]:
    """Yield what was observed of the entity of a row."""
    name, kind = name_of(row), kind_of(row)
    if not name:
        yield Skipped(where, "no entity name")
        return
    observations = _observations(row)
    if not observations:
        if kind:
            yield _draft(graph, where, row, text=_bare(name, kind), observation=None)
        else:
            yield Skipped(where, f"nothing is said about {one_line(name, Longest.PHRASE)}")
        return
    for index, observation in enumerate(observations, start=1):
        place = where if len(observations) == 1 else f"{where}, observation {index}"
        saying = _observed(observation)
        if saying:
            text = saying if kind == SCOPE_KIND else _about(name, saying, graph.users)
            yield _draft(graph, place, row, text=text, observation=observation)
        else:
            yield Skipped(place, "an observation without a text")


def _is_of_note(row: Mapping[str, object]) -> bool:
    """Say whether a row is of a project, or of what is called as the user is."""
    name, kind = name_of(row), kind_of(row)
    return bool(name) and (kind == "project" or _is_user(name, kind))


def users_in(rows: Iterable[object]) -> frozenset[str]:
    """Return the names of the entities that are the user."""
    observed: dict[str, list[str]] = {}
    for row in rows:
        if isinstance(row, dict) and _is_of_note(row) and kind_of(row) != "project":
            observed.setdefault(name_of(row), []).extend(map(_observed, _observations(row)))
    return frozenset(name for name, said in observed.items() if is_a_person(said))


def sayings(row: Mapping[str, object], users: Collection[str]) -> list[tuple[str, str]]:
    """Return the key and the text of each memory in a row: one for each observation.

    A relation and an entity that nothing is said about have one.
    """
    if "from" in row and "to" in row:
        start, end, verb = row["from"], row["to"], row.get("relationType", row.get("relation"))
        if not (isinstance(start, str) and isinstance(end, str) and start.strip() and end.strip()):
            return [("", "")]
        return [_saying("relation", relation_text(start, verb, end))]
    name, kind = name_of(row), kind_of(row)
    if not name:
        return []
    observations = _observations(row)
    if not observations:
        return [_saying(name, _bare(name, kind))] if kind else []
    saying = (_observed(observation) for observation in observations)
    if kind == SCOPE_KIND:
        return [_saying(name, text) for text in saying]
    return [_saying(name, _about(name, text, users) if text else "") for text in saying]


def _saying(name: str, text: str) -> tuple[str, str]:
    return (record_key(name, text), text) if text and len(text) <= MAX_LENGTH else ("", "")


def _bare(name: str, kind: str) -> str:
    article = "an" if kind[0] in "aeiou" else "a"
    return f"{name} is {article} {kind}"


def relation_text(start: str, verb: object, end: str) -> str:
    """Return a relation as it is spoken."""
    spoken = _spoken(verb) if isinstance(verb, str) else ""
    return well_formed(f"{start.strip()} {spoken or 'is related to'} {end.strip()}")


def _draft(graph: Graph, where: str, row: Mapping[str, object], *, text: str, observation: object) -> Record:
    if len(text) > MAX_LENGTH:
        return Skipped(where, f"{len(text):,} characters; a memory has at most {MAX_LENGTH:,}")
    name, kind = name_of(row), kind_of(row)
    detail = observation if isinstance(observation, dict) else {}
    unread = {key: value for key, value in row.items() if key not in _READ_KEYS}
    unread |= {key: value for key, value in detail.items() if key not in {*TEXT_KEYS, *_TIME_KEYS}}
    provenance: dict[str, object] = {
        "source": "mcp",
        "path": str(graph.file),
        "record": record_key(name, text),
        "entity": name,
    }
    provenance |= {"entity_type": kind} if kind else {}
    provenance |= {"fields": unread} if unread else {}
    reserved = next((word for word, kinds in _CATEGORIES.items() if kind in kinds), "observation")
    return Draft(
        text=text,
        scope=graph.scope(name, kind),
        type=next((type_ for type_, kinds in _TYPES.items() if kind in kinds), MemoryType.SEMANTIC),
        categories=categories(reserved, kind if kind != SCOPE_KIND else ""),
        importance=STATED,
        origin=Origin.IMPORTED,
        provenance=provenance,
        created_at=_time(detail) or _time(row) or graph.modified,
    )


def relation_of(graph: Graph, where: str, row: Mapping[str, object]) -> Record:
    """Return what a row says of two entities."""
    start, end, verb = row.get("from"), row.get("to"), row.get("relationType", row.get("relation"))
    if not (isinstance(start, str) and isinstance(end, str) and start.strip() and end.strip()):
        return Skipped(where, "a relation without both of its ends")
    text = relation_text(start, verb, end)
    if len(text) > MAX_LENGTH:
        return Skipped(where, f"{len(text):,} characters; a memory has at most {MAX_LENGTH:,}")
    return Draft(
        text=text,
        scope=graph.home if start.strip() in graph.users else graph.scope(start.strip()),
        type=MemoryType.SEMANTIC,
        categories=("observation", "relation"),
        importance=STANDING,
        origin=Origin.IMPORTED,
        provenance={
            "source": "mcp",
            "path": str(graph.file),
            "record": record_key("relation", text),
            "entity": start.strip(),
            "relation": [start, verb, end],
        },
        created_at=_time(row) or graph.modified,
    )


def _about(name: str, saying: str, users: Collection[str]) -> str:
    """Return an observation that names its subject, so that it can be read alone."""
    if _plain(name) in _plain(saying) or (name.casefold() in _USER_NAMES and name not in users):
        return saying
    if name in users:
        return saying if re.search(r"\b(the )?user\b", saying, re.IGNORECASE) else f"User: {saying}"
    return f"{name}: {saying}"


def _observations(row: Mapping[str, object]) -> list[object]:
    given = row.get("observations", row.get("observation"))
    return given if isinstance(given, list) else [] if given is None else [given]


def _observed(observation: object) -> str:
    if isinstance(observation, dict):
        observation = next((observation[key] for key in TEXT_KEYS if observation.get(key)), None)
    return well_formed(observation) if isinstance(observation, str) else ""


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("_", " ").replace("-", " ").split())


def _spoken(verb: str) -> str:
    """Return `depends_on` and `dependsOn` as they are spoken: `depends on`."""
    return " ".join(re.sub(r"(?<=[a-z])(?=[A-Z])|[_\-]+", " ", verb).lower().split())


def name_of(row: Mapping[str, object]) -> str:
    """Return the name of an entity, empty when it has none."""
    name = row.get("name", row.get("entityName"))
    return name.strip() if isinstance(name, str) else ""


def kind_of(row: Mapping[str, object]) -> str:
    """Return the type of an entity in words, empty when it has none."""
    kind = row.get("entityType")
    return _spoken(kind) if isinstance(kind, str) else ""


def _is_user(name: str, kind: str) -> bool:
    return kind in _USER_TYPES or name.casefold() in _USER_NAMES


def _time(row: Mapping[str, object]) -> Instant | None:
    for key in _TIME_KEYS:
        value = row.get(key)
        if isinstance(value, str):
            try:
                return from_iso(value)
            except (ValueError, OverflowError):
                continue
    return None


def is_row(row: object) -> bool:
    """Say whether a value looks like an entity, a relation or an observation."""
    if not isinstance(row, dict):
        return False
    if "from" in row and "to" in row:
        return "relationType" in row or row.get("type") == "relation"
    return bool(name_of(row)) and bool(row.keys() & {"entityType", "observations", "observation"})


def graph_file(path: Path) -> Path | None:
    """Return the graph at a path: the file itself, or one of the usual name in a folder; else None."""
    if not path.is_dir():
        return path
    return next((path / name for name in FILE_NAMES if (path / name).is_file()), None)


def _folder_name(file: Path) -> str:
    folders = [folder.name for folder in file.resolve().parents if folder.name]
    return next((name for name in folders if name.casefold() not in _PLAIN_FOLDERS), "graph")


def rows_in(file: Path) -> Iterator[tuple[str, object]]:
    """Yield the rows of a graph with the place each was found at, whichever way it is written."""
    whole = document(file, tuple(_PARTS))
    if whole is not None:
        for part, rows in whole.items():
            name = _PARTS.get(part, part)
            yield from ((f"{name} {index}", row) for index, row in enumerate(rows, start=1))
        return
    for number, value in values(file):
        yield f"line {number}", value


def relation_row(start: object, verb: object, end: object) -> dict[str, object]:
    """Return a row that relates two entities."""
    return {"from": start, "to": end, "relationType": verb}


def entity_row(name: str, kind: str, observations: Sequence[str]) -> dict[str, object]:
    """Return a row that says what was observed of an entity."""
    return {"name": name, "entityType": kind, "observations": observations}
