"""Codex' memories: what it keeps in `memories/` of its home (`CODEX_HOME`, usually `~/.codex`).

`MEMORY.md` holds Task Group blocks. The bullets under "User preferences", "Reusable knowledge" and
"Failures and how to do differently" are memories; the lists of rollouts and keywords above them are
where those came from, and go into the provenance of the bullets of that task. `memory_summary.md`,
which is loaded into every session, gives the user's profile, preferences and tips; its index of
topics only points to the other file. A file in `extensions/ad_hoc/notes/` is one memory.

The scope is `/project/<name>` by the folder that a block applies to, `/agent/codex` without one, and
`/user` for the summary. Marks such as `[Task 1]` and `[ad-hoc note]` are taken off the text and kept.
A bullet's key is its Task Group (or the file's name) and a hash of the text without them.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath, PureWindowsPath

from memtui.domain.instant import Instant
from memtui.domain.text import Longest, one_line, well_formed
from memtui.formats.ground import wording
from memtui.formats.ground.drafting import imported, instant_of
from memtui.formats.ground.files import fault, start_of, text_of
from memtui.formats.ground.markdown import Block, statements
from memtui.formats.ground.naming import record_key, scope_under
from memtui.formats.ground.sureness import OWN_MARK, TOGETHER
from memtui.formats.protocol import Record, Skipped, unread

HANDBOOK, SUMMARY, NOTES = "MEMORY.md", "memory_summary.md", "extensions/ad_hoc/notes"
AGENT_SCOPE = "/agent/codex"
GROUP = "Task Group:"
_GROUP_LINE = re.compile(r"^#{1,2} Task Group:", re.MULTILINE)
_SUMMARY_LINE = re.compile(r"^#{1,3} What.s in Memory", re.MULTILINE)
_PROFILE_LINE = re.compile(r"^#{1,3} User (Profile|preferences)", re.MULTILINE)
_TASK = re.compile(r"Task (\d+)\b", re.IGNORECASE)
_MARK = re.compile(r"(?<!\s)\s*\[((?:Task|ad-hoc)[^\]]{0,80})\]", re.IGNORECASE)
_APPLIES = re.compile(r"(scope|applies_to):", re.IGNORECASE)
_CWD = re.compile(r"cwd=([^;,\n]+?)(?= and | or |[;,\n]|$)")
_UPDATED = re.compile(r"updated_at=(\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)")
_SOURCES = {"rollout_summary_files", "keywords"}


@dataclass(slots=True)
class _Group:
    """What a Task Group says of its bullets."""

    title: str = ""
    scope: str = AGENT_SCOPE
    cwd: str = ""
    updated: Instant | None = None
    keywords: dict[str, str] = field(default_factory=dict)
    """By the number of the task."""
    rollouts: dict[str, str] = field(default_factory=dict)


def likeness(file: Path) -> float:
    """Return how sure the content of a file makes us that it is one of Codex' (0…1)."""
    text = start_of(file)
    if _GROUP_LINE.search(text):
        return OWN_MARK
    return TOGETHER if _SUMMARY_LINE.search(text) and _PROFILE_LINE.search(text) else 0.0


def folder_of(path: Path) -> Path | None:
    """Return the folder of memories that a path is or holds."""
    return next((place for place in (path, path / "memories") if files_in(place)), None)


def files_in(folder: Path) -> list[Path]:
    """Return the handbook and the summary, those that are there."""
    return [folder / name for name in (HANDBOOK, SUMMARY) if (folder / name).is_file()]


def records_in(file: Path, name: str) -> Iterator[Record]:
    """Yield the records of a handbook or a summary."""
    text = text_of(file, name)
    if isinstance(text, Skipped):
        yield text
    elif is_handbook(text):
        yield from _handbook(file, name, text)
    else:
        yield from _summary(file, name, text)


def _handbook(file: Path, name: str, text: str) -> Iterator[Record]:
    modified = file.stat().st_mtime
    blocks = [block for block in statements(text)[1] if block.headings]
    groups = {title: _group(title, blocks) for title in {title_of(block) for block in blocks}}
    for block in blocks:
        if not is_knowledge(block):
            continue
        group = groups[title_of(block)]
        headings = [heading for heading in block.headings if not heading.startswith(GROUP)]
        section = " › ".join(headings)
        yield _draft(block, file, name, section, group, modified)


def _group(title: str, blocks: list[Block]) -> _Group:
    group = _Group(title)
    for block in blocks:
        if title_of(block) != title:
            continue
        if _APPLIES.match(block.text) and (cwd := _CWD.search(block.text)):
            group.cwd = cwd[1].strip()
            group.scope = scope_under("/project", _name_of(group.cwd))
        task = next((match[1] for heading in block.headings if (match := _TASK.match(heading))), "")
        if "keywords" in block.headings:
            group.keywords[task] = one_line(block.text, Longest.QUOTE)
        elif _is_source(block):
            group.rollouts[task] = one_line(block.text, Longest.QUOTE)
            times = [instant_of(written) for written in _UPDATED.findall(block.text)]
            group.updated = max([time for time in (*times, group.updated) if time], default=None)
    return group


def _draft(block: Block, file: Path, name: str, section: str, group: _Group, modified: Instant) -> Record:
    if wrong := fault(block.text):
        return unread(f"{name} line {block.line}", wrong)
    statement, marks = unmarked(block.text)
    if not statement:
        return Skipped(f"{name} line {block.line}", "nothing but marks")
    tasks = [match[1] for mark in marks if (match := _TASK.match(mark))]
    more: Mapping[str, object] = {
        "section": section,
        "task_group": group.title,
        "marks": marks,
        "cwd": group.cwd,
        "keywords": [group.keywords[task] for task in tasks if task in group.keywords],
        "rollouts": [group.rollouts[task] for task in tasks if task in group.rollouts],
    }
    return imported(
        statement,
        wording.sort_of(statement, section),
        source="codex",
        path=file,
        record=record_key(group.title or name, statement),
        scope=group.scope,
        created_at=group.updated or modified,
        more=more,
    )


def _summary(file: Path, name: str, text: str) -> Iterator[Record]:
    modified = file.stat().st_mtime
    for block in statements(text)[1]:
        if not is_summary(block):
            continue
        if wrong := fault(block.text):
            yield unread(f"{name} line {block.line}", wrong)
            continue
        statement, marks = unmarked(block.text)
        if statement:
            section = " › ".join(block.headings)
            personal = section.startswith("User")
            judge = wording.sort_of_person if personal else wording.sort_of
            yield imported(
                statement,
                judge(statement, section),
                source="codex",
                path=file,
                record=record_key(name, statement),
                scope="/user" if personal else AGENT_SCOPE,
                created_at=modified,
                more={"section": section, "marks": marks},
            )


def note_in(file: Path) -> Record:
    """Return the one record of a note."""
    name = f"{NOTES}/{file.name}"
    text = text_of(file, name)
    if isinstance(text, Skipped):
        return text
    note = "" if (wrong := fault(text)) else well_formed(text)
    if not note:
        return Skipped(name, wrong or "empty")
    return imported(
        note,
        wording.sort_of(note),
        source="codex",
        path=file,
        record=file.name,
        scope=AGENT_SCOPE,
        created_at=file.stat().st_mtime,
        more={"section": "ad-hoc note"},
    )


def is_handbook(text: str) -> bool:
    """Say whether a file holds Task Groups; the others are summaries."""
    return bool(_GROUP_LINE.search(text))


def is_note(file: Path) -> bool:
    """Say whether a file is a note, which is one memory."""
    return f"/{NOTES}/" in file.as_posix()


def is_knowledge(block: Block) -> bool:
    """Say whether a statement of a handbook is a memory: it stands under a heading and names no source."""
    return bool(block.headings) and not _is_source(block) and not _APPLIES.match(block.text)


def is_summary(block: Block) -> bool:
    """Say whether a statement of a summary is a memory, not a topic or the version."""
    if any(heading.startswith(("What's in Memory", "What’s in Memory")) for heading in block.headings):
        return False
    return bool(block.headings) or not re.fullmatch(r"v\d+", block.text.strip())


def unmarked(text: str) -> tuple[str, list[str]]:
    """Return a bullet without the marks behind it, and the marks."""
    return well_formed(_MARK.sub("", text)), _MARK.findall(text)


def title_of(block: Block) -> str:
    """Return the Task Group that a statement stands in."""
    title = next((heading for heading in block.headings if heading.startswith(GROUP)), "")
    return title.removeprefix(GROUP).strip()


def _is_source(block: Block) -> bool:
    return bool(_SOURCES & set(block.headings))


def _name_of(cwd: str) -> str:
    return (PureWindowsPath(cwd) if "\\" in cwd else PurePosixPath(cwd)).name
