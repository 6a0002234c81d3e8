"""Markdown that people write for their agents: `CLAUDE.md`, `AGENTS.md`, `GEMINI.md` and their like.

Every bullet, paragraph and numbered list is one memory, with the headings above it as context and
the code it announces. What a file imports with `@path` is read too, as the agent does, but only
within the project: never above the folder that holds `.git` (or the file, without one), not through
links out of it, four imports deep. A project's files are filed under `/project/<name>`, those of a
folder in it under `/project/<name>/<folder>`, since agents load them only for work there, and those in an
agent's own configuration (`~/.claude/CLAUDE.md`) under `/user`.

A record's key is the file's name and a hash of the statement with its headings.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from memtui.config.places import homes_of_agents
from memtui.formats.ground.files import fault, leads_out, markdown_files
from memtui.formats.ground.markdown import Block
from memtui.formats.ground.naming import scope_under
from memtui.formats.ground.notes import Place, read_page
from memtui.formats.protocol import Record, Skipped

NAMES = (
    "CLAUDE.md",
    "CLAUDE.local.md",
    "AGENTS.md",
    "AGENTS.override.md",
    "GEMINI.md",
    ".claude/CLAUDE.md",
    ".github/copilot-instructions.md",
    ".goosehints",
    *(".junie/guidelines.md", ".junie/AGENTS.md", "WARP.md"),
)
"""Where a project keeps its instructions, from its folder."""
RULES = (".claude/rules", ".claude/directives")
"""Folders of a project's own rules; a tool of people's own keeps directives where Claude Code keeps rules."""
FILE_NAMES = {Path(name).name for name in NAMES} - {"guidelines.md"}
"""What is called so is for agents, in whatever folder of a project."""
_OTHERS_WORK = {"node_modules", "site-packages", "vendor", "venv", "third_party"}
"""Folders with what others wrote, whose instructions are for work on that."""
_MOST_FOLDERS = 3_000
"""That takes some 50 ms, and is done again whenever someone asks whether anything changed."""
_CONFIGS = {".claude": "projects", ".codex": "sessions", ".gemini": "tmp"}
"""Configuration folders of agents, and what is only in those of a person."""
DEEPEST_IMPORT = 4
"""How many imports may lead to a file: Claude Code follows no more."""
_OF_NOTES = {"memory", "memories", "notes", "docs"}
"""Folders that are called after what lies in them and not after what that is about."""
_IMPORT = re.compile(r"(?:^|(?<=\s))@((?:~/|\.{1,2}/|/)?[\w.\-]+(?:/[\w.\-]+)*)")
_CODE = re.compile(r"`[^`\n]*`")
_FENCE = re.compile(r"\s*(```|~~~)")


@dataclass(slots=True)
class Run:
    """One reading of a project: what was read already is not read again."""

    root: Path
    seen: set[Path] = field(default_factory=set)

    def name(self, file: Path) -> str:
        """Return what a file is called: its path in the project."""
        return file.relative_to(self.root).as_posix() if file.is_relative_to(self.root) else file.name

    def about(self, scope: str) -> str:
        """Return the folder that what is filed under a scope is about; none for what is about the person."""
        return "" if scope == "/user" else str(self.root)

    def read(self, file: Path, depth: int) -> Iterator[Record]:
        """Yield the statements of a file, then those of what it imports; `depth` imports led to it."""
        if file in self.seen:
            return
        self.seen.add(file)
        page = read_page(file, self.name(file))
        if isinstance(page, Skipped):
            yield page
            return
        scope = _scope(file, self.root)
        yield from page.memories(Place("markdown", scope, self.about(scope), condition="paths"), is_import)
        for block in page.blocks:
            for line, target in () if fault(block.statement) else _imports(block):
                yield from self._imported(file, f"{page.name} line {line}", target, depth + 1)

    def _imported(self, file: Path, where: str, target: str, depth: int) -> Iterator[Record]:
        path = Path.home() / target[2:] if target.startswith("~/") else file.parent / target
        try:
            if not path.is_file():
                if "/" in target and path.suffix in {".md", ".txt"}:
                    yield Skipped(where, f"imports {target}, which is not there")
                return
        except (OSError, ValueError):
            return
        if leads_out(path, self.root):
            yield Skipped(where, f"imports {target}, which lies outside the project; not followed")
        elif depth > DEEPEST_IMPORT:
            yield Skipped(where, f"imports {target}, more than {DEEPEST_IMPORT} imports deep; not followed")
        else:
            yield from self.read(path.resolve(), depth)


def is_import(block: Block) -> bool:
    """Say whether a statement only imports other files, so that it is no memory itself."""
    return (
        not fault(block.statement)
        and any(_imports(block))
        and not _IMPORT.sub("", block.text).strip(" \n-*+")
    )


def files_in(folder: Path) -> Iterator[Path]:
    """Yield the instruction files of a project or configuration folder."""
    return (file for file in found_in(folder) if isinstance(file, Path))


def found_in(folder: Path) -> Iterator[Path | Skipped]:
    """Yield the instruction files of a folder, and what of its rules cannot be followed."""
    yield from (folder / name for name in NAMES if (folder / name).is_file())
    inner = [Path(name).name for name in RULES] if folder.name == ".claude" else []
    for rules in (folder / name for name in (*RULES, *inner)):
        if rules.is_dir() and not leads_out(rules, folder.resolve()):
            yield from markdown_files(rules)


def nested_in(folder: Path) -> Iterator[Path | Skipped]:
    """Yield the instruction files in the folders of a project: not in hidden ones nor in other checkouts."""
    is_project = (folder / ".git").exists() or any(True for _ in found_in(folder))
    if not is_project or folder.name in _CONFIGS or folder.resolve() == Path.home():
        return
    for count, (above, folders, names) in enumerate(os.walk(folder)):
        if count > _MOST_FOLDERS:
            yield Skipped(
                ".", f"more than {_MOST_FOLDERS:,} folders; not all were looked at for instructions"
            )
            return
        if count and ".git" in (*folders, *names):
            folders.clear()
            continue
        if count:
            yield from (Path(above, name) for name in sorted(FILE_NAMES.intersection(names)))
        folders[:] = sorted(name for name in folders if name[0] != "." and name not in _OTHERS_WORK)


def root_of(path: Path) -> Path:
    """Return the folder that imports may not leave."""
    folder = path.resolve() if path.is_dir() else path.resolve().parent
    around = [folder, *folder.parents]
    for above in around:
        if (above / ".git").exists() and above != Path.home():
            return above
    config = next((above for above in around if above.name in _CONFIGS), None)
    if config is not None:
        return config if _is_personal(config) else config.parent
    return _around_notes(folder)


def _around_notes(folder: Path) -> Path:
    """Return the folder that notes are about: above a hidden one, and above one that is only called notes."""
    hidden = (above for above in (folder, *folder.parents) if _is_hidden(above))
    notes = (above for above in (folder.parent, folder) if above.name in _OF_NOTES)
    inner = next(hidden, None) or next(notes, None)
    if inner is None or inner.parent in {Path.home(), Path(inner.anchor)}:
        return folder
    return inner.parent


def _is_hidden(folder: Path) -> bool:
    return folder.name.startswith(".") and len(folder.name) > 1


def is_in_project(file: Path) -> bool:
    """Say whether a file lies in a checkout."""
    return any((above / ".git").exists() and above != Path.home() for above in file.resolve().parents)


def _scope(file: Path, root: Path) -> str:
    config = next((above for above in file.parents if above.name in _CONFIGS), None)
    if (config is not None and _is_personal(config)) or _is_in_renamed_home(file):
        return "/user"
    scope = scope_under("/project", root.name)
    if config is None and file.name in FILE_NAMES and file.is_relative_to(root):
        for part in file.parent.relative_to(root).parts:
            scope = scope_under(scope, part)
    return scope


def _is_in_renamed_home(file: Path) -> bool:
    """Say whether a file lies in an agent's own folder that does not have its usual name."""
    return any(file.is_relative_to(home) for home in homes_of_agents())


def _is_personal(config: Path) -> bool:
    return config.parent == Path.home() or (config / _CONFIGS[config.name]).is_dir()


def _imports(block: Block) -> Iterator[tuple[int, str]]:
    """Yield the line and the path of every import in a block; none in code."""
    fenced = False
    for offset, line in enumerate(block.lines):
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced:
            for match in _IMPORT.finditer(_CODE.sub("", line)):
                yield block.line + offset, match[1].rstrip(".")
