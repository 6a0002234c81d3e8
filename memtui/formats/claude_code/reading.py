"""Claude Code's auto memory: a folder with an index `MEMORY.md` and one fact a file.

Each fact file is one memory, its body kept whole, its frontmatter `description` the abstract; one that is a
list of statements is several (`listed`). The index's own statements are read too, one memory each (`index`).
A path may be the memory folder, a folder around it (`.claude`, a project, a session folder, the whole Claude
Code configuration), or one markdown file.

Types: `user` is filed under `/user`, constitutional when it says who somebody is; `feedback` is procedural,
a preference, filed under `/user` too where its `scope` is `person`; `project` and `reference` are semantic.
The project's name is that of the folder around `.claude`, or for `projects/<slug>/memory` the last part of
the `cwd` found in the transcripts beside it: a slug cannot be turned back into a path.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path

from memtui.domain.dating import DATED
from memtui.domain.instant import Instant, from_iso
from memtui.domain.memory import Draft, Origin
from memtui.domain.scope import PROJECTS, contains
from memtui.domain.text import HEADLINE_LENGTH, one_line, well_formed
from memtui.formats.changes import UNKNOWN, Forms
from memtui.formats.claude_code.index import Pointer, is_table_of_files, pointer
from memtui.formats.claude_code.kinds import is_of_person, kind_of, kind_of_statement
from memtui.formats.claude_code.listed import items_of, key_of
from memtui.formats.ground.carrying import KEY, restored
from memtui.formats.ground.drafting import imported
from memtui.formats.ground.files import fault, leads_out, markdown_files, start_of, text_of
from memtui.formats.ground.frontmatter import Head, blanked, flat, split
from memtui.formats.ground.markdown import Block, blocks, statements
from memtui.formats.ground.naming import record_key, scope_under
from memtui.formats.ground.notes import Written
from memtui.formats.ground.sureness import AS_LIKELY, MANNER, OWN_MARK, PARTLY, SHARED_NAME
from memtui.formats.protocol import POINTS_TO, Record, Skipped, unread
from memtui.projects.evidence import folder_of_sessions
from memtui.projects.identity import folder_name

_POINTS_BESIDE = 0.8
"""How sure a list is whose lines point to files beside it; other programs write such indexes, too."""
_NEARLY_ALL = 0.9
"""Share of lines that are headings or items in a file that is nothing but a list."""
INDEX = "MEMORY.md"
_KINDS = {"user", "feedback", "project", "reference"}
_READ_KEYS = {"name", "description", "type", "pinned", "modified", KEY}
_AGENT_FOLDERS = {"agent-memory", "agent-memory-local"}
_ENTRY_MARK = "\n§\n"
_TASK_GROUP = re.compile(r"^# Task Group:", re.MULTILINE)

_HOME_FOLDERS = re.compile(
    r"^-?(home|Users|C--Users)-[^-]+-((code|src|dev|projects?|repos?|git|work|Documents|workspace)-)*"
)


def memory_folders(path: Path) -> list[Path]:
    """Return the memory folders at or below `path`, wherever Claude Code puts them."""
    if sureness(path):
        return [path]
    inner = [path / "memory", path / ".claude" / "memory"]
    inner += [*path.glob("projects/*/memory"), *path.glob(".claude/projects/*/memory")]
    for name in _AGENT_FOLDERS:
        inner += [*path.glob(f"{name}/*"), *path.glob(f".claude/{name}/*")]
    if path.name == "projects":
        inner += path.glob("*/memory")
    if path.name in _AGENT_FOLDERS:
        inner += path.glob("*")
    root = path.resolve()
    inside = (folder for folder in sorted(inner) if folder.is_dir() and not leads_out(folder, root))
    return [folder for folder in inside if sureness(folder)]


def near_folders(path: Path) -> list[Path]:
    """Return the memory folders of a path that is known to hold some: without a look into their files."""
    return [path] if (path / INDEX).is_file() else memory_folders(path)


def sureness(folder: Path) -> float:
    """Return how sure we are that `folder` itself is a memory folder of Claude Code."""
    files = (file for file in islice(sorted(folder.glob("*.md")), 20) if file.name != INDEX)
    if any(_is_ours(_head_of(file)) for file in files):
        return OWN_MARK
    index = folder / INDEX
    if not index.is_file():
        return 0.0
    if leads_out(index, folder.resolve()):
        return SHARED_NAME
    try:
        text = start_of(index)
    except OSError:
        return 0.0
    return _of_index(index, text)


def _of_index(index: Path, text: str) -> float:
    """Return how sure an index alone makes us; Hermes and Codex have files of the same name."""
    beside = index.parent
    of_others = (
        _ENTRY_MARK in text
        or bool(_TASK_GROUP.search(text))
        or (beside / "USER.md").is_file()
        or (beside / "memory_summary.md").is_file()
    )
    return 0.0 if of_others else AS_LIKELY if beside.name == "memories" else MANNER


def _head_of(file: Path) -> Head:
    try:
        return split(well_formed(start_of(file)))[0]
    except OSError:
        return {}


def _is_ours(head: Head) -> bool:
    fields = dict(flat(head))
    return fields.get("type", "") in _KINDS and bool(fields.keys() & {"name", "description"})


def likeness(path: Path, text: str) -> float:
    """Return how surely a file that begins with `text` belongs to a memory folder, 0…1."""
    head, body = split(text)
    if _is_ours(head):
        return 1.0
    fields = dict(flat(head))
    if {"name", "description"} <= fields.keys():
        return PARTLY
    lines = [line for line in body.split("\n") if line.strip()]
    bullets = sum(line.lstrip().startswith(("- ", "* ")) for line in lines)
    headings = sum(line.startswith("#") for line in lines)
    if path.name == INDEX and lines:
        return _of_index(path, text)
    if any(_points_beside(path, block) for block in blocks(body)):
        return _POINTS_BESIDE
    listed = headings and bullets >= 3 and bullets + headings >= _NEARLY_ALL * len(lines)
    return SHARED_NAME if listed and (path.suffix != ".md" or _may_hold(path.parent)) else 0.0


def _may_hold(folder: Path) -> bool:
    """Say whether a folder is called as Claude Code calls those of memories, or has an index."""
    return folder.name.casefold().startswith("memor") or (folder / INDEX).is_file()


def _points_beside(path: Path, block: Block) -> bool:
    target = pointer(block)
    return target is not None and stands_beside(path.parent, target.file)


def stands_beside(folder: Path, name: str) -> bool:
    """Say whether an index in `folder` can point to the file `name`."""
    try:
        return ".." not in Path(name).parts and (folder / name).is_file()
    except (OSError, ValueError):
        return False


def records_in(file: Path, forms: Forms = UNKNOWN) -> Iterator[Record]:
    """Read one file, as an index or as a fact, whichever it looks like."""
    folder = file.parent
    text = text_of(file)
    if isinstance(text, Skipped):
        yield text
    elif file.name == INDEX or not split(text)[0]:
        yield from _statements(file, text, _scope(folder))
    else:
        yield from _facts(file, file.name, text, _scope(folder), None, forms)


def records_below(folder: Path, forms: Forms = UNKNOWN) -> Iterator[Record]:
    """Read a memory folder: its index, then its facts."""
    scope = _scope(folder)
    index = folder / INDEX
    pointers: dict[str, Pointer] = {}
    if index.is_file() and not leads_out(index, folder):
        text = text_of(index)
        if isinstance(text, Skipped):
            yield text
        else:
            pointers = pointers_in(text)
            yield from _statements(index, text, scope)
    for file in markdown_files(folder):
        if isinstance(file, Skipped):
            yield file
        elif file != index:
            name = file.relative_to(folder).as_posix()
            text = text_of(file, name)
            if isinstance(text, Skipped):
                yield text
            else:
                yield from _facts(file, name, text, scope, pointers.get(name), forms)


def _statements(file: Path, text: str, scope: str) -> Iterator[Record]:
    """Yield the index's own statements, and pointers to missing files, of which nothing else is left."""
    head, blocks = statements(text)
    written = Written(file, head)
    is_there = partial(stands_beside, file.parent)
    for block in blocks:
        target = pointer(block)
        told = target is not None and is_there(target.file)
        if not told and not is_table_of_files(block, is_there):
            yield _statement(block, scope, written, "" if target is None else target.file)


@dataclass(frozen=True, slots=True)
class Fact:
    """What a fact file says."""

    head: Head
    body: str
    title: str
    description: str
    text: str
    """Of the memory: the body, with its subject in front where it does not name it."""
    pinned: bool
    below: str
    """The body with blank lines in place of the frontmatter."""

    @property
    def is_an_export(self) -> bool:
        """Whether memtui wrote it, as a memory of its own, whatever that looks like."""
        return KEY in dict(flat(self.head))


def fact_of(content: str, index: Pointer | None) -> Fact:
    """Return what a fact file with this content says; `index` fills in what it leaves out."""
    head, below = blanked(content)
    body = well_formed(below)
    fields = dict(flat(head))
    title = fields.get("name", "") or (index.title if index else "")
    description = fields.get("description", "") or (index.hook if index else "")
    text = well_formed(_self_contained(body, title, description) if body else description)
    pinned = fields.get("pinned", "").lower() in {"true", "yes", "on"}
    return Fact(head, body, title, description, text, pinned, below)


def items_in(file: Path, name: str, fact: Fact, forms: Forms) -> list[Block]:
    """Return the memories that the fact file called `name` consists of; empty where it is one as a whole."""
    return [] if fact.is_an_export else items_of(file, name, fact.below, fact.title, forms)


def pointers_in(text: str) -> dict[str, Pointer]:
    """Return what an index points to, by file."""
    targets = (pointer(block) for block in statements(text)[1])
    return {one.file: one for one in targets if one is not None}


def _facts(
    file: Path, name: str, content: str, scope: str, index: Pointer | None, forms: Forms
) -> Iterator[Record]:
    """Yield the memory of a fact file, or those that it consists of."""
    if wrong := fault(content):
        yield unread(name, wrong)
        return
    fact = fact_of(content, index)
    if not fact.text:
        yield Skipped(name, "neither a body nor a description")
        return
    fields = dict(flat(fact.head))
    sort = fields.get("type", "").lower()
    scope = "/user" if is_of_person(sort, fields) else scope
    if items := items_in(file, name, fact, forms):
        written = Written(file, fact.head, updated=_modified(fact.head))
        for item in items:
            yield _item(item, name, fact, sort, scope, written)
    else:
        yield _fact(file, name, fact, sort, scope)


def _fact(file: Path, name: str, fact: Fact, sort: str, scope: str) -> Record:
    """Return the one memory of a fact file."""
    kind = kind_of(sort, f"{fact.title}. {fact.description}. {fact.body}")
    draft = Draft(
        text=fact.text,
        abstract=one_line(fact.description, HEADLINE_LENGTH),
        scope=scope,
        type=kind.type,
        categories=kind.categories,
        importance=kind.importance,
        pinned=fact.pinned,
        origin=Origin.IMPORTED,
        provenance={"source": "claude", "path": str(file), "record": name, **_told_above(fact, sort)},
        created_at=_written(fact, file),
    )
    # A person who pins or unpins the file itself is right.
    return replace(restored(draft, dict(flat(fact.head)).get(KEY)), pinned=fact.pinned)


def _item(block: Block, name: str, fact: Fact, sort: str, scope: str, written: Written) -> Record:
    """Return the memory of one item of a fact file that is a list."""
    if wrong := fault(block.statement):
        return unread(f"{name} line {block.line}", wrong)
    draft = imported(
        well_formed(block.statement),
        kind_of(sort, f"{fact.title}. {block.text}"),
        source="claude",
        path=written.file,
        record=key_of(name, block),
        scope=scope,
        created_at=written.when(block),
        more={
            "section": " › ".join(block.headings),
            DATED: written.how(block),
            **_told_above(fact, sort),
            "description": fact.description,
        },
    )
    return replace(draft, pinned=fact.pinned)


def _told_above(fact: Fact, sort: str) -> dict[str, object]:
    """Return what the provenance of a memory keeps of the frontmatter of its file."""
    told = {
        "name": fact.title,
        "kind": sort,
        "session": dict(flat(fact.head)).get("originSessionId", ""),
        "frontmatter": _unknown(fact.head),
    }
    return {key: value for key, value in told.items() if value}


def _statement(block: Block, scope: str, written: Written, lost: str) -> Record:
    """Read one statement; `lost` is the fact file it points to, which is not there."""
    file = written.file
    if wrong := fault(block.statement):
        return unread(f"{file.name} line {block.line}", wrong)
    text = well_formed(block.statement)
    return imported(
        text,
        kind_of_statement(" ".join(block.headings), block.text),
        source="claude",
        path=file,
        record=record_key(file.name, text),
        scope=scope,
        created_at=written.when(block),
        more={"section": " › ".join(block.headings), DATED: written.how(block), POINTS_TO: lost},
    )


def _self_contained(body: str, title: str, description: str) -> str:
    """Return the body, with its subject in front if it does not name it."""
    subject = description or title
    words = set(re.findall(r"\w{4,}", f"{title} {description}".casefold().replace("_", " ")))
    lowered = body.casefold()
    return body if not subject or any(word in lowered for word in words) else f"{subject}\n\n{body}"


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


def _written(fact: Fact, file: Path) -> Instant:
    """Return when a fact was written: as its file says, else as its lines, its name or their history do."""
    modified = _modified(fact.head)
    lines = fact.below.split("\n")
    start = len(lines) - len(fact.below.lstrip("\n").split("\n"))
    return (
        Written(file, fact.head).when(Block(start + 1, (), lines[start:])) if modified is None else modified
    )


def _modified(head: Head) -> Instant | None:
    """Return when a file says that it was changed last."""
    try:
        return from_iso(dict(flat(head))["modified"])
    except (KeyError, ValueError, OverflowError):
        return None


def _scope(folder: Path) -> str:
    """Return where the memories of a folder are filed, those about the user apart."""
    outer = folder.parent
    if outer.name in _AGENT_FOLDERS and outer.parent.name == ".claude":
        config = outer.parent
        above = "/agent" if _is_config(config) else f"{scope_under('/project', config.parent.name)}/agent"
        return scope_under(above, folder.name)
    if folder.name == "memory" and outer.name == ".claude" and _is_config(outer):
        return "/user"
    return scope_under("/project", _project(folder))


def _is_config(folder: Path) -> bool:
    """Say whether a `.claude` is the configuration of a person rather than of a project."""
    return (folder / "projects").is_dir() or folder.parent == Path.home()


def _project(folder: Path) -> str:
    """Return the name of the project a memory folder belongs to."""
    outer = folder.parent if folder.name == "memory" else folder
    if outer.name == ".claude":
        return outer.parent.name
    if outer.parent.name == "projects" and outer != folder:
        cwd = folder_of_sessions(str(outer))
        return folder_name(cwd) if cwd else _HOME_FOLDERS.sub("", outer.name).strip("-") or outer.name
    return outer.name


def project_folder(folder: Path) -> str:
    """Return the folder of the project that a memory folder is about; empty when that is not known."""
    outer = folder.parent
    if outer.name in _AGENT_FOLDERS and outer.parent.name == ".claude":
        outer = outer.parent
    if outer.name == ".claude":
        return "" if _is_config(outer) else str(outer.parent)
    if folder.name == "memory" and (outer / ".git").exists():
        return str(outer)
    in_sessions = folder.name == "memory" and outer.parent.name == "projects"
    return folder_of_sessions(str(outer)) if in_sessions else ""


def about(project: str, records: Iterator[Record]) -> Iterator[Record]:
    """Note in the drafts of a project which folder they are about."""
    for record in records:
        if project and isinstance(record, Draft) and contains(PROJECTS, record.scope):
            yield replace(record, provenance={**record.provenance, "cwd": project})
        else:
            yield record
