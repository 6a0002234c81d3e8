"""Writing memories in the formats of other programs, and saying what those cannot hold.

The readers in this package read every one of them back. A format is one small class: what it holds
besides the text, and how it writes while the memories arrive. Called by `memtui export`.
"""

import json
import os
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TextIO

from memtui.config.replacing import replacing
from memtui.domain import scope as scopes
from memtui.domain.instant import to_iso
from memtui.domain.memory import Draft, Memory, MemoryType
from memtui.domain.text import one_line
from memtui.formats import memtui_jsonl
from memtui.formats.claude_code.reading import INDEX
from memtui.formats.ground import exchange
from memtui.formats.ground.carrying import KEY, carried
from memtui.formats.ground.markdown import blocks
from memtui.formats.hermes.reading import AGENT_SCOPE, LIMITS, SEPARATOR
from memtui.formats.mcp_graph.reading import SCOPE_KIND
from memtui.formats.protocol import SourceError
from memtui.store.tombstones import Tombstone

_INDEX_LINES, _INDEX_BYTES = 200, 25_000
"""How much of its index Claude Code loads."""
_FIELDS = (
    *("abstract", "scope", "type", "categories", "importance", "pinned", "state", "created_at"),
    *("last_accessed_at", "access_count", "expires_at", "provenance"),
)
_USUAL = Draft("")


@dataclass(slots=True)
class Exported:
    """What was written."""

    count: int = 0
    lost: Counter[str] = field(default_factory=Counter)
    """How many memories have something in a field that the format cannot hold; `text`: were left out."""
    notes: list[str] = field(default_factory=list)
    """What an agent will not load of it, as sentences."""

    def words(self) -> str:
        """Return what was lost as part of a sentence, or an empty string."""
        return ", ".join(f"{name.replace('_', ' ')} ({count:,})" for name, count in self.lost.most_common())


class Sink(Protocol):
    """Whatever takes text: a file, or the command line's guarded stdout."""

    def write(self, text: str, /) -> object:
        """Take the next part."""


Writing = Callable[[Iterator[Memory], Sink, Exported], None]


@dataclass(frozen=True, slots=True)
class Format:
    """One format that memories can be written in."""

    name: str
    label: str
    holds: frozenset[str]
    """The fields that come back when it is read again."""
    write: Writing | None = None
    """Writes one file; None for a format that is a folder."""


def formats() -> tuple[Format, ...]:
    """Return the formats there are."""
    return _FORMATS


def export(
    format_name: str,
    memories: Iterator[Memory],
    target: Path | Sink,
    *,
    was: Callable[[Memory], Sequence[int]] = lambda _: (),
    purged: Iterable[Tombstone] = (),
) -> Exported:
    """Write memories to a file or stream, or for `claude` and `hermes` into a new or empty folder.

    `was` tells the fingerprints of what a memory said before, and `purged` what is not to come back, for the
    format that holds them. A file is replaced in one step, a folder appears whole. Raises SourceError for a
    target that cannot be written to, OSError when writing fails.
    """
    wanted = next((one for one in _FORMATS if one.name == format_name), None)
    if wanted is None:
        raise SourceError(f"there is no export as {format_name!r}; use {', '.join(f.name for f in _FORMATS)}")
    told = Exported()
    counted = _counted(memories, wanted, told)
    if wanted.write is not None:
        opened: AbstractContextManager[Sink]
        opened = replacing(target) if isinstance(target, Path) else nullcontext(target)
        with opened as file:
            if wanted.write is _memtui:
                _memtui(counted, file, told, was, purged)
            else:
                wanted.write(counted, file, told)
        return told
    if not isinstance(target, Path):
        raise SourceError(f"{wanted.label} is a folder; name one with --output")
    with _appearing(target) as folder:
        (_claude if wanted.name == "claude" else _hermes)(counted, folder, told)
    return told


def _counted(memories: Iterator[Memory], wanted: Format, told: Exported) -> Iterator[Memory]:
    for memory in memories:
        told.count += 1
        for name in _FIELDS:
            if name not in wanted.holds and _says(memory, name):
                told.lost[name] += 1
        yield memory


def _says(memory: Memory, name: str) -> bool:
    """Say whether a memory has something in a field that reading it again would not guess."""
    if name == "provenance":
        return bool(memory.provenance)
    if name == "categories":
        return bool(memory.categories)
    return bool(getattr(memory, name) != getattr(_USUAL, name))


def _left_out(told: Exported) -> None:
    told.count -= 1
    told.lost["text"] += 1


# -- one file --------------------------------------------------------------------------------------


def _memtui(
    memories: Iterator[Memory],
    file: Sink,
    _told: Exported,
    was: Callable[[Memory], Sequence[int]] = lambda _: (),
    purged: Iterable[Tombstone] = (),
) -> None:
    for memory in memories:
        file.write(exchange.line(memory, was(memory)) + "\n")
    for stone in purged:
        file.write(memtui_jsonl.purged_line(stone) + "\n")


def _mem0(memories: Iterator[Memory], file: Sink, told: Exported) -> None:
    separator = '{"results": [\n'
    for memory in memories:
        row = {
            "id": _own_name(memory, "mem0") or memory.uid,
            "memory": memory.text,
            "user_id": _user(memory),
            "categories": memory.categories,
            "created_at": to_iso(memory.created_at),
            "updated_at": to_iso(memory.updated_at),
            "expiration_date": None if memory.expires_at is None else to_iso(memory.expires_at)[:10],
            "metadata": {KEY: carried(memory)},
        }
        kept = {key: value for key, value in row.items() if value is not None}
        file.write(separator + _json(kept))
        separator = ",\n"
    file.write("\n]}\n" if told.count else '{"results": []}\n')


def _json(row: Mapping[str, object]) -> str:
    """Return a row as one line, with what a terminal would act on escaped."""
    line = json.dumps(row, ensure_ascii=False)
    return line if line.isprintable() else json.dumps(row).replace("\x7f", "\\u007f")


def _mcp(memories: Iterator[Memory], file: Sink, _told: Exported) -> None:
    """Write a graph: an entity has one row with all its observations, so all are held until the end."""
    entities: dict[str, tuple[str, list[str]]] = {}
    relations: list[dict[str, object]] = []
    for memory in memories:
        relation = memory.provenance.get("relation")
        if memory.source == "mcp" and isinstance(relation, list) and len(relation) == 3:
            start, end, verb = relation[0], relation[2], relation[1]
            relations.append({"type": "relation", "from": start, "to": end, "relationType": verb})
            continue
        name, kind = _entity(memory)
        _, observations = entities.setdefault(name, (kind, []))
        if memory.text != f"{name} is a {kind}" and memory.text != f"{name} is an {kind}":
            observations.append(memory.text.removeprefix(f"{name}: "))
    for name, (kind, observations) in entities.items():
        row = {"type": "entity", "name": name, "entityType": kind, "observations": observations}
        file.write(_json(row) + "\n")
    for relation_row in relations:
        file.write(_json(relation_row) + "\n")


def _entity(memory: Memory) -> tuple[str, str]:
    name, kind = memory.provenance.get("entity"), memory.provenance.get("entity_type")
    if memory.source == "mcp" and isinstance(name, str) and name:
        return name, kind if isinstance(kind, str) else ""
    return memory.scope, SCOPE_KIND


def _markdown(memories: Iterator[Memory], file: Sink, told: Exported) -> None:
    """Write a page with a heading for each scope and a bullet for each memory."""
    file.write("# Memories\n")
    heading = ""
    for memory in memories:
        bullet = "- " + "\n".join(line and f"  {line}" for line in memory.text.split("\n")).lstrip()
        found = list(blocks(f"## In `/x`\n\n{bullet}\n- next"))
        if len(found) != 2 or found[0].statement != memory.text:
            # Text that is laid out as nothing a bullet can hold: kept for the reader's eye as code.
            _left_out(told)
            bullet = f"```\n{memory.text}\n```"
        if memory.scope != heading:
            heading = memory.scope
            file.write(f"\n## In `{heading}`\n\n")
        file.write(bullet + "\n")


# -- folders -----------------------------------------------------------------------------------------

_CLAUDE_TYPES = {
    MemoryType.PROCEDURAL: "feedback",
    MemoryType.CONSTITUTIONAL: "user",
    MemoryType.SEMANTIC: "project",
    MemoryType.EPISODIC: "project",
}


def _claude(memories: Iterator[Memory], folder: Path, told: Exported) -> None:
    """Write a file for each memory, and the index that points to them."""
    lines = size = 0
    taken: set[str] = {INDEX.casefold()}
    with (folder / INDEX).open("w", encoding="utf-8", newline="\n") as index:
        for memory in memories:
            title = one_line(memory.abstract or memory.text, 80).rstrip(".")
            name = _file_name(memory, title, taken)
            sort = "user" if scopes.contains("/user", memory.scope) else _CLAUDE_TYPES[memory.type]
            head = [
                "---",
                f"name: {_scalar(title)}",
                f"description: {_scalar(one_line(memory.abstract or memory.text, 240))}",
                "metadata:",
                "  node_type: memory",
                f"  type: {sort}",
                *(["  pinned: true"] if memory.pinned else []),
                f"modified: {to_iso(memory.updated_at)}",
                f"{KEY}: {_scalar(json.dumps(carried(memory), ensure_ascii=False))}",
                "---",
            ]
            (folder / name).write_text(
                "\n".join([*head, "", memory.text, ""]), encoding="utf-8", newline="\n"
            )
            line = f"- [{title.translate(_NO_BRACKETS)}]({name}) — {one_line(memory.text, 120)}\n"
            index.write(line)
            lines, size = lines + 1, size + len(line.encode())
    if lines > _INDEX_LINES or size > _INDEX_BYTES:
        told.notes.append(
            f"{INDEX} has {lines:,} lines and {size:,} bytes; Claude Code loads the first "
            f"{_INDEX_LINES} lines or {_INDEX_BYTES // 1000} KB of it."
        )


_NO_BRACKETS = str.maketrans("[]()", "    ")


def _file_name(memory: Memory, title: str, taken: set[str]) -> str:
    own = _own_name(memory, "claude")
    plain = re.sub(r"[^\w]+", "-", title.casefold())[:60].strip("-") or "memory"
    name = own if re.fullmatch(r"[\w.\-]{1,120}\.md", own) else f"{plain}.md"
    if name.casefold() in taken:
        name = f"{plain}-{memory.uid.lower()}.md"
    taken.add(name.casefold())
    return name


def _scalar(text: str) -> str:
    """Return a text as YAML in single quotes, where only those are doubled."""
    return "'" + text.replace("'", "''") + "'"


def _hermes(memories: Iterator[Memory], folder: Path, told: Exported) -> None:
    """Write the two files, each memory an entry."""
    sizes: Counter[str] = Counter()
    files: dict[str, TextIO] = {}
    try:
        for memory in memories:
            if f"\n{memory.text}\n".find(SEPARATOR) >= 0:
                _left_out(told)
                continue
            name = "USER.md" if scopes.contains("/user", memory.scope) else "MEMORY.md"
            if memory.scope not in {"/user", AGENT_SCOPE}:
                told.lost["scope"] += 1
            if name not in files:
                files[name] = (folder / name).open("w", encoding="utf-8", newline="\n")
            elif sizes[name]:
                files[name].write(SEPARATOR)
                sizes[name] += len(SEPARATOR)
            files[name].write(memory.text)
            sizes[name] += len(memory.text)
    finally:
        for file in files.values():
            file.close()
    told.notes += [
        f"{name} has {size:,} characters; Hermes keeps at most {LIMITS[name]:,}."
        for name, size in sizes.items()
        if size > LIMITS[name]
    ]


@contextmanager
def _appearing(target: Path) -> Iterator[Path]:
    """Yield a folder that becomes `target` when the block ends without an error."""
    target = target.expanduser()
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise SourceError(f"{target} is there already; name a new or an empty folder")
    if not target.parent.is_dir():
        raise SourceError(f"there is no folder {target.parent}; make it first")
    folder = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    try:
        yield folder
        if target.exists():
            target.rmdir()
        os.replace(folder, target)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _own_name(memory: Memory, source: str) -> str:
    """Return what the memory was called in the format it came from, when it goes back there."""
    record = memory.provenance.get("record", "")
    return record if memory.source == source and isinstance(record, str) and "#" not in record else ""


def _user(memory: Memory) -> str:
    fields = memory.provenance.get("fields")
    user = fields.get("user_id") if isinstance(fields, Mapping) else None
    if isinstance(user, str) and user:
        return user
    return memory.scope.split("/")[2] if memory.scope.startswith("/user/") else "default_user"


_ALL = frozenset(_FIELDS)
_FORMATS = (
    Format("memtui", "memtui export (JSON lines)", _ALL, _memtui),
    Format("claude", "a Claude Code memory folder", _ALL),
    Format("hermes", "a Hermes memories folder", frozenset({"scope"})),
    Format("mcp", "an MCP knowledge graph", frozenset({"scope"}), _mcp),
    Format("mem0", "mem0 memories", _ALL, _mem0),
    Format("markdown", "a page to read", frozenset({"scope"}), _markdown),
)
