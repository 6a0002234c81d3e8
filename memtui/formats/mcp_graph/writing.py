"""Writing back to an MCP knowledge graph: one observation, one relation or one entity at a time.

An observation is cut out of, changed in or added to the list of its entity; all else in the file stays as
it is. When the last observation of an entity goes, the entity goes too, unless a relation still names it.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from memtui.domain.memory import Draft
from memtui.domain.text import fingerprint
from memtui.domain.tokens import tokens
from memtui.formats.changes import Held, LoadedLine, RecordChange
from memtui.formats.ground.json_splicing import (
    Patch,
    Row,
    elements,
    literal,
    members,
    patched,
    rows,
    text_of,
    with_elements,
    with_lines,
    without_elements,
    without_rows,
)
from memtui.formats.ground.splicing import Rewritten, in_halves, to_do
from memtui.formats.mcp_graph import reading
from memtui.formats.protocol import Skipped

_PARTS = ("entities", "relations")
_NAMES = ("observations", "observation")


@dataclass(frozen=True, slots=True)
class _Item:
    """One memory of a graph and where it stands."""

    key: str
    text: str
    row: Row
    number: int
    """Its place among the observations of the row."""
    count: int
    """How many observations the row has; 0 for a relation and a bare entity."""


@dataclass(frozen=True, slots=True)
class _Graph:
    text: str
    items: Sequence[_Item]
    rows: Sequence[Row]
    lists: Mapping[str, tuple[int, int]]

    @classmethod
    def of(cls, text: str) -> "_Graph":
        graph_rows, lists = rows(text, _PARTS)
        users = reading.users_in(row.value for row in graph_rows)
        items = []
        for row in graph_rows:
            if not isinstance(row.value, dict):
                continue
            sayings = reading.sayings(row.value, users)
            observations = _observations(row.value)
            count = len(sayings) if observations else 0
            items += [_Item(key, text, row, at, count) for at, (key, text) in enumerate(sayings) if key]
        return cls(text, items, graph_rows, lists)


def _observations(row: Mapping[str, object]) -> object:
    return row.get("observations", row.get("observation")) if "from" not in row or "to" not in row else None


@dataclass(slots=True)
class _State:
    text: str
    renamed: dict[str, str] = field(default_factory=dict)


def held_in(data: bytes) -> list[Held]:
    """Return the records of a graph."""
    return [Held(item.key, item.text) for item in _Graph.of(text_of(data)[1]).items]


def read_out(data: bytes) -> Iterator[LoadedLine]:
    """Yield a graph as the server reads it out."""
    return _read_out(_Graph.of(text_of(data)[1]))


def rewrite(file: Path, data: bytes | None, changes: Sequence[RecordChange]) -> Rewritten:
    """Return what changes make of the file of a graph."""
    bom, text = text_of(data or b"")
    done = Rewritten(data)
    graph = _Graph.of(text)
    known = {item.key: item for item in graph.items}
    wanted = to_do(file.name, changes, {key: item.text for key, item in known.items()}, done)
    state, failed = in_halves(_State(text), wanted, _attempt)
    done.left += [Skipped(change.key, _why_not(file, known.get(change.key))) for change in failed]
    done.renamed = state.renamed
    done.warnings += _dangling(file, graph, state.text)
    if data is not None or state.text:
        done.data = bom + state.text.encode("utf-8", "surrogateescape")
    return done


def _why_not(file: Path, item: _Item | None) -> str:
    if item is not None and not item.count:
        return f"what it says follows from names and types in {file.name}; change it there"
    return f"{file.name} cannot be changed there without harm"


def _dangling(file: Path, before: _Graph, text: str) -> list[str]:
    if text == before.text:
        return []
    after = _Graph.of(text)
    gone = _entities(before) - _entities(after)
    named = sorted(gone & _related(after))
    return [
        f"relations in {file.name} still name {name}, which is no entity of it any more" for name in named
    ]


def _entities(graph: _Graph) -> set[str]:
    values = (row.value for row in graph.rows if isinstance(row.value, dict))
    return {name for value in values if "from" not in value and (name := reading.name_of(value))}


def _related(graph: _Graph) -> set[str]:
    values = (row.value for row in graph.rows if isinstance(row.value, dict) and "from" in row.value)
    return {str(value.get(end)).strip() for value in values for end in ("from", "to")}


def _attempt(state: _State, changes: Sequence[RecordChange]) -> _State | None:
    """Carry changes out; None when the graph would not read as asked."""
    graph = _Graph.of(state.text)
    wanted = {change.key: change for change in changes}
    before = Counter(item.key for item in graph.items if item.key not in wanted)
    there = {item.key for item in graph.items}
    for alone in (False, True):
        try:
            text = patched(state.text, [*_removals(graph, wanted), *_edits(graph, wanted, whole=alone)])
            for change in changes:
                if change.key not in there and change.after is not None:
                    text = _with(text, change.after, whole=alone)
        except ValueError:
            return None
        renamed = _renamed(_Graph.of(text), before, changes, graph)
        if renamed is not None:
            return _State(text, {**state.renamed, **renamed})
    return None


def _renamed(
    after: _Graph, before: Counter[str], changes: Sequence[RecordChange], graph: _Graph
) -> dict[str, str] | None:
    now = Counter(item.key for item in after.items)
    # What an entity is, is only said while there is nothing else to say of it.
    entities = {str(change.after.provenance.get("entity", "")) for change in changes if change.after}
    bare = {
        item.key for item in graph.items if not item.count and reading.name_of(_value(item.row)) in entities
    }
    if any(key not in bare for key in before - now):
        return None
    new = now - before
    texts = {item.key: item.text for item in after.items}
    by_text: dict[int, list[str]] = {}
    for one in new:
        by_text.setdefault(fingerprint(texts[one]), []).append(one)
    there = Counter(item.key for item in graph.items)
    renamed: dict[str, str] = {}
    for change in changes:
        if change.after is None:
            continue
        times = max(there[change.key], 1)
        same = by_text.get(fingerprint(change.after.text), [])
        key = next((key for key in same if new[key] >= times), None)
        if key is None:
            return None
        new[key] -= times
        renamed |= {change.key: key} if key != change.key else {}
    # An entity that relations name stays when its last observation goes, and then says what it is.
    removed = {item.row.start for item in graph.items if item.count}
    named = {item.key for item in after.items if not item.count and "from" not in _value(item.row)}
    extra = {key for key, times in new.items() if times > 0}
    return None if extra - named or (extra and not removed) else renamed


def _value(row: Row) -> Mapping[str, object]:
    return row.value if isinstance(row.value, dict) else {}


def _removals(graph: _Graph, wanted: Mapping[str, RecordChange]) -> Iterator[Patch]:
    by_row: dict[int, list[_Item]] = {}
    for item in graph.items:
        change = wanted.get(item.key)
        if change is not None and change.after is None:
            by_row.setdefault(item.row.start, []).append(item)
    related = _related(graph)
    others = Counter(reading.name_of(_value(row)) for row in graph.rows if "from" not in _value(row))
    whole: dict[int, Row] = {}
    for start, items in by_row.items():
        name = reading.name_of(_value(items[0].row))
        last = not items[0].count or len(items) == items[0].count
        if last and (not items[0].count or name not in related or others[name] > 1):
            whole[start] = items[0].row
    yield from without_rows(graph.text, list(whole.values()), graph.lists)
    for start, items in by_row.items():
        if start in whole:
            continue
        at, end = _list_at(graph.text, items[0].row)
        if graph.text[at] == "[":
            yield from without_elements(elements(graph.text, at), {item.number for item in items})
        else:
            yield Patch(at, end, "[]")


def _list_at(text: str, row: Row) -> tuple[int, int]:
    """Return where the observations of a row stand. Raises ValueError when it has none."""
    for name, start, end in members(text, row.start):
        if name in _NAMES:
            return start, end
    raise ValueError("no observations")


def _edits(graph: _Graph, wanted: Mapping[str, RecordChange], *, whole: bool) -> Iterator[Patch]:
    for item in graph.items:
        change = wanted.get(item.key)
        if change is None or change.after is None:
            continue
        value = _value(item.row)
        if not item.count:
            yield _reworded(graph.text, item.row, value, change.after.text)
            continue
        at, end = _list_at(graph.text, item.row)
        if graph.text[at] == "[":
            at, end = elements(graph.text, at)[item.number]
        if graph.text[at] == "{":
            at, end = next(
                (start, last)
                for name, start, last in members(graph.text, at)
                if name in reading.TEXT_KEYS and graph.text[start:last] not in {"null", '""'}
            )
        saying = change.after.text if whole else _bare(reading.name_of(value), change.after.text)
        yield Patch(at, end, literal(saying, graph.text[item.row.start : item.row.end]))


def _bare(name: str, text: str) -> str:
    """Return an observation without the name that the reader puts before it again."""
    for lead in (f"{name}: ", "User: "):
        if text.startswith(lead):
            return text[len(lead) :]
    return text


def _reworded(text: str, row: Row, value: Mapping[str, object], saying: str) -> Patch:
    """Return the patch that gives a relation another verb. Raises ValueError for all else."""
    start, end = str(value.get("from", "")).strip(), str(value.get("to", "")).strip()
    if "from" not in value or not (saying.startswith(f"{start} ") and saying.endswith(f" {end}")):
        raise ValueError("no other words for it")
    verb = saying[len(start) + 1 : len(saying) - len(end) - 1].strip()
    for name, first, last in members(text, row.start):
        if name in {"relationType", "relation"} and verb:
            return Patch(first, last, literal("_".join(verb.split()), text[row.start : row.end]))
    raise ValueError("no relation type")


def _with(text: str, draft: Draft, *, whole: bool) -> str:
    """Return the graph with one more memory, in the row of its entity where there is one."""
    graph_rows, lists = rows(text, _PARTS)
    provenance = draft.provenance
    relation = provenance.get("relation")
    if isinstance(relation, list) and len(relation) == 3:
        start, verb, end = relation
        return _with_row(text, reading.relation_row(start, verb, end), "relation", "relations", lists)
    name = str(provenance.get("entity") or "") or "memories"
    saying = draft.text if whole else _bare(name, draft.text)
    kind = provenance.get("entity_type")
    bare = isinstance(kind, str) and fingerprint(draft.text) in {
        fingerprint(f"{name} is {article} {kind}") for article in ("a", "an")
    }
    for row in graph_rows if not bare else []:
        value = _value(row)
        if "from" in value or reading.name_of(value) != name:
            continue
        try:
            at, _ = _list_at(text, row)
        except ValueError:
            continue
        if text[at] == "[":
            return patched(text, [with_elements(text, at, [literal(saying, text[row.start : row.end])])])
    extra = provenance.get("fields")
    plain = reading.entity_row(name, kind if isinstance(kind, str) else "memory", [] if bare else [saying])
    new = {**plain, **(extra if isinstance(extra, Mapping) else {})}
    return _with_row(text, new, "entity", "entities", lists)


def _with_row(
    text: str, new: dict[str, object], kind: str, part: str, lists: Mapping[str, tuple[int, int]]
) -> str:
    if part in lists or "entry" in lists:
        at, _ = lists.get(part) or lists["entry"]
        return patched(text, [with_elements(text, at, [literal(new, text)])])
    if lists:
        raise ValueError(f"no list of {part}")
    return patched(text, [with_lines(text, [literal({"type": kind, **new}, text)])])


def _read_out(graph: _Graph) -> Iterator[LoadedLine]:
    """Yield a graph as the server reads it out: one observation a line."""
    keys = {(item.row.start, item.number): item.key for item in graph.items}
    for row in graph.rows:
        number = -1
        inside = False
        for line in json.dumps(row.value, indent=2, ensure_ascii=False).split("\n"):
            key = ""
            if inside and line.startswith("  ]"):
                inside = False
            elif inside:
                # The server keeps observations as texts: one line each.
                number += 1
                key = keys.get((row.start, number), "")
            elif line.startswith('  "observations": ['):
                inside = not line.rstrip(",").endswith("]")
            elif "relationType" in line:
                key = keys.get((row.start, 0), "")
            yield LoadedLine(line, key, tokens(line), True)
