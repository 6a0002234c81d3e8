"""Claude Code's auto memory: a folder with an index `MEMORY.md` and one fact a file.

Each fact file is one memory, its body kept whole, its frontmatter `description` the abstract.
What the index itself states is read too, one memory a statement (`claude_index`). A path may be
the memory folder, what holds it (`.claude`, a project, a session folder, the whole Claude Code
configuration), or one markdown file.

Types: `user` is filed under `/user`, constitutional when it says who somebody is; `feedback` is
procedural, a preference; `project` and `reference` are semantic. The project's name is that of
the folder around `.claude`, or for `projects/<slug>/memory` the last part of the `cwd` found in
the transcripts beside it: a slug cannot be turned back into a path.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path, PurePosixPath, PureWindowsPath

from memtui.domain.instant import Instant, from_iso
from memtui.domain.memory import Draft, MemoryType, Origin
from memtui.domain.text import HEADLINE_LENGTH, MAX_LENGTH, one_line, well_formed
from memtui.sources.claude_index import Block, Pointer, blocks
from memtui.sources.frontmatter import Head, flat, split
from memtui.sources.json_lines import values
from memtui.sources.naming import record_key, scope_under
from memtui.sources.protocol import Record, Skipped, SourceError

INDEX = "MEMORY.md"
_KINDS = {"user", "feedback", "project", "reference"}
_READ_KEYS = {"name", "description", "type", "pinned", "modified"}
_MAX_FILE = 4 * MAX_LENGTH + 100_000
_SAMPLE_BYTES = 200_000

_SELF = re.compile(
    r"\b(identity|profile|name is|named|role|pronouns|is an? |works (as|at|for))", re.IGNORECASE
)
_LIKING = re.compile(r"\b(prefer\w*|likes?|dislikes?|wants?|style|always|never|hates?)\b", re.IGNORECASE)
_DECISION = re.compile(r"\b(decid\w+|decisions?|chose|chosen|settled on|we use .+ because)\b", re.IGNORECASE)
_TRAP = re.compile(r"\b(gotchas?|pitfalls?|known issues?|bugs?|lessons?|caveats?|warnings?)\b", re.IGNORECASE)
_STATUS = re.compile(r"\b(status|roadmap|todo|current(ly)?|recent|in progress|branch(es)?)\b", re.IGNORECASE)
_PREFERENCE = re.compile(r"\b(preferences?|feedback|conventions?|style|rules?)\b", re.IGNORECASE)
_HOME_FOLDERS = re.compile(
    r"^-?(home|Users|C--Users)-[^-]+-((code|src|dev|projects?|repos?|git|work|Documents|workspace)-)*"
)


@dataclass(frozen=True, slots=True)
class _Kind:
    """What a sort of memory becomes here."""

    type: MemoryType
    categories: tuple[str, ...]
    importance: float


class ClaudeCode:
    """Reads a Claude Code auto-memory folder or one file of it."""

    name = "claude"
    label = "Claude Code memory (a folder with MEMORY.md and fact files)"

    def detect(self, path: Path) -> float:
        """Be sure by an index or by frontmatter as Claude Code writes it; less by an index' shape."""
        if path.is_dir():
            return 1.0 if _folders(path) else 0.0
        with path.open("rb") as file:
            text = file.read(_SAMPLE_BYTES).decode("utf-8-sig", "replace")
        return _likeness(path, well_formed(text))

    def read(self, path: Path) -> Iterator[Record]:
        """Yield a draft per fact file and per statement of an index."""
        if not path.is_dir():
            yield from _single(path.resolve())
            return
        folders = _folders(path.resolve())
        if not folders:
            raise SourceError(
                f"{path} holds no Claude Code memory; looked for {INDEX} or markdown with frontmatter "
                "in it, in memory/, in .claude/memory/ and in projects/*/memory/"
            )
        for folder in folders:
            yield from _folder(folder)


def _folders(path: Path) -> list[Path]:
    """Return the memory folders at or below `path`, wherever Claude Code puts them."""
    if _is_memory_folder(path):
        return [path]
    inner = [path / "memory", path / ".claude" / "memory"]
    inner += [*path.glob("projects/*/memory"), *path.glob(".claude/projects/*/memory")]
    if path.name == "projects":
        inner += path.glob("*/memory")
    return [folder for folder in sorted(inner) if folder.is_dir() and _is_memory_folder(folder)]


def _is_memory_folder(folder: Path) -> bool:
    if (folder / INDEX).is_file():
        return True
    heads = (_head_of(file) for file in islice(sorted(folder.glob("*.md")), 20))
    return any(_is_ours(head) for head in heads)


def _head_of(file: Path) -> Head:
    try:
        with file.open("rb") as opened:
            return split(well_formed(opened.read(_SAMPLE_BYTES).decode("utf-8-sig", "replace")))[0]
    except OSError:
        return {}


def _is_ours(head: Head) -> bool:
    fields = dict(flat(head))
    return fields.get("type", "") in _KINDS and bool(fields.keys() & {"name", "description"})


def _likeness(path: Path, text: str) -> float:
    head, body = split(text)
    if _is_ours(head):
        return 1.0
    fields = dict(flat(head))
    if {"name", "description"} <= fields.keys():
        return 0.6
    lines = [line for line in body.split("\n") if line.strip()]
    bullets = sum(line.lstrip().startswith(("- ", "* ")) for line in lines)
    headings = sum(line.startswith("#") for line in lines)
    if path.name == INDEX and lines:
        return 1.0
    if any(_points_beside(path, block) for block in blocks(body)):
        return 0.8
    return 0.3 if headings and bullets >= 3 and bullets + headings >= 0.9 * len(lines) else 0.0


def _points_beside(path: Path, block: Block) -> bool:
    return block.pointer is not None and _inside(path.parent, block.pointer.file)


def _inside(folder: Path, name: str) -> bool:
    try:
        return ".." not in Path(name).parts and (folder / name).is_file()
    except (OSError, ValueError):
        return False


def _single(file: Path) -> Iterator[Record]:
    """Read one file, as an index or as a fact, whichever it looks like."""
    folder = file.parent
    text = _text(file)
    if isinstance(text, Skipped):
        yield text
    elif file.name == INDEX or not split(text)[0]:
        yield from _statements(file, text, _project(folder))
    else:
        yield _fact(file, file.name, text, _project(folder), None)


def _folder(folder: Path) -> Iterator[Record]:
    project = _project(folder)
    index = folder / INDEX
    pointers: dict[str, Pointer] = {}
    if index.is_file():
        text = _text(index)
        if isinstance(text, Skipped):
            yield text
        else:
            pointers = {
                pointer.file: pointer for block in blocks(split(text)[1]) if (pointer := block.pointer)
            }
            yield from _statements(index, text, project)
    for file in sorted(folder.rglob("*.md")):
        if file != index and file.is_file():
            name = file.relative_to(folder).as_posix()
            text = _text(file)
            yield text if isinstance(text, Skipped) else _fact(file, name, text, project, pointers.get(name))


def _statements(file: Path, text: str, project: str) -> Iterator[Record]:
    """Read what an index says itself. A pointer to a file that is gone is all that is left of it."""
    head, body = split(text)
    modified = _modified(head, file)
    for block in blocks(body):
        if block.pointer is None or not _inside(file.parent, block.pointer.file):
            yield _statement(block, file, project, modified)


def _fact(file: Path, name: str, content: str, project: str, pointer: Pointer | None) -> Record:
    head, body = split(content)
    fields = dict(flat(head))
    title = fields.get("name", "") or (pointer.title if pointer else "")
    description = fields.get("description", "") or (pointer.hook if pointer else "")
    text = well_formed(_self_contained(body, title, description) if body else description)
    if not text:
        return Skipped(name, "neither a body nor a description")
    if len(text) > MAX_LENGTH:
        return Skipped(name, f"{len(text):,} characters; a memory has at most {MAX_LENGTH:,}")
    sort = fields.get("type", "").lower()
    kind = _kind_of(sort, f"{title}. {description}. {body}")
    provenance: dict[str, object] = {"source": "claude", "path": str(file), "record": name}
    provenance |= {"name": title} if title else {}
    provenance |= {"kind": sort} if sort else {}
    session = fields.get("originSessionId", "")
    provenance |= {"session": session} if session else {}
    unknown = _unknown(head)
    provenance |= {"frontmatter": unknown} if unknown else {}
    return Draft(
        text=text,
        abstract=one_line(description, HEADLINE_LENGTH),
        scope="/user" if sort == "user" else scope_under("/project", project),
        type=kind.type,
        categories=kind.categories,
        importance=kind.importance,
        pinned=fields.get("pinned", "").lower() in {"true", "yes", "on"},
        origin=Origin.IMPORTED,
        provenance=provenance,
        created_at=_modified(head, file),
    )


def _statement(block: Block, file: Path, project: str, modified: Instant) -> Record:
    text = well_formed(block.statement)
    if len(text) > MAX_LENGTH:
        return Skipped(f"{file.name} line {block.line}", f"{len(text):,} characters; at most {MAX_LENGTH:,}")
    kind = _kind_of_statement(" ".join(block.headings), text)
    provenance: dict[str, object] = {
        "source": "claude",
        "path": str(file),
        "record": record_key(file.name, text),
    }
    provenance |= {"section": " › ".join(block.headings)} if block.headings else {}
    return Draft(
        text=text,
        scope=scope_under("/project", project),
        type=kind.type,
        categories=kind.categories,
        importance=kind.importance,
        origin=Origin.IMPORTED,
        provenance=provenance,
        created_at=modified,
    )


def _kind_of(sort: str, said: str) -> _Kind:
    """Return what a fact of Claude's type `sort` becomes."""
    match sort:
        case "user" if _SELF.search(said[:500]):
            return _Kind(MemoryType.CONSTITUTIONAL, ("identity",), 0.9)
        case "user":
            return _Kind(MemoryType.SEMANTIC, ("preference" if _LIKING.search(said) else "observation",), 0.8)
        case "feedback":
            return _Kind(MemoryType.PROCEDURAL, ("preference",), 0.8)
        case "reference":
            return _Kind(MemoryType.SEMANTIC, ("finding", "reference"), 0.6)
        case "project":
            return _Kind(MemoryType.SEMANTIC, ("decision" if _DECISION.search(said) else "finding",), 0.7)
        case _:
            return _Kind(MemoryType.SEMANTIC, ("observation",), 0.5)


def _kind_of_statement(headings: str, text: str) -> _Kind:
    """Return what a statement of an index becomes, by the heading it stands under."""
    if _PREFERENCE.search(headings):
        return _Kind(MemoryType.PROCEDURAL, ("preference",), 0.7)
    if _DECISION.search(headings):
        return _Kind(MemoryType.SEMANTIC, ("decision",), 0.7)
    if _TRAP.search(headings):
        return _Kind(MemoryType.SEMANTIC, ("gotcha",), 0.6)
    if _STATUS.search(headings) or text.startswith(("TODO", "DONE")):
        return _Kind(MemoryType.SEMANTIC, ("project_status",), 0.4)
    if re.search(r"^1[.)] ", text, re.MULTILINE):
        return _Kind(MemoryType.PROCEDURAL, ("finding",), 0.5)
    return _Kind(MemoryType.SEMANTIC, ("finding",), 0.5)


def _self_contained(body: str, title: str, description: str) -> str:
    """Return the body, with its subject in front when it says nothing of what it is about."""
    subject = description or title
    words = set(re.findall(r"\w{4,}", f"{title} {description}".casefold().replace("_", " ")))
    said = body.casefold()
    return body if not subject or any(word in said for word in words) else f"{subject}\n\n{body}"


def _unknown(head: Head) -> dict[str, object]:
    """Return what no field of a memory takes up, nested as it was found."""
    unknown: dict[str, object] = {}
    for key, value in head.items():
        if isinstance(value, Mapping):
            value = _unknown(value)
        elif key in _READ_KEYS:
            continue
        if value:
            unknown[key] = value
    return unknown


def _modified(head: Head, file: Path) -> Instant:
    try:
        return from_iso(dict(flat(head))["modified"])
    except (KeyError, ValueError, OverflowError):
        return file.stat().st_mtime


def _text(file: Path) -> str | Skipped:
    try:
        if file.stat().st_size > _MAX_FILE:
            return Skipped(file.name, f"larger than {_MAX_FILE:,} bytes")
        return well_formed(file.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        return Skipped(file.name, f"cannot be read: {error.strerror or error}")
    except UnicodeDecodeError as error:
        return Skipped(file.name, f"not UTF-8: byte {error.start + 1}")


def _project(folder: Path) -> str:
    """Return the name of the project a memory folder belongs to."""
    outer = folder.parent if folder.name == "memory" else folder
    if outer.name == ".claude":
        return outer.parent.name
    if outer.parent.name == "projects" and outer != folder:
        return _from_transcripts(outer) or _HOME_FOLDERS.sub("", outer.name).strip("-") or outer.name
    return outer.name


def _from_transcripts(session_folder: Path) -> str:
    for transcript in islice(sorted(session_folder.glob("*.jsonl")), 3):
        try:
            rows = [row for _, row in islice(values(transcript), 50)]
        except SourceError:
            continue
        for row in rows:
            cwd = row.get("cwd") if isinstance(row, dict) else None
            if isinstance(cwd, str) and cwd:
                return (PureWindowsPath(cwd) if "\\" in cwd else PurePosixPath(cwd)).name
    return ""
