"""Markdown that people write for their agents: `CLAUDE.md`, `AGENTS.md`, `GEMINI.md` and their like.

Every bullet, paragraph and numbered list is one memory, with the headings above it as context and
the code it announces. What a file imports with `@path` is read too, as the agent does, but only
within the project: never above the folder that holds `.git` (or the file, without one), not through
links out of it, five imports deep. A project's files are filed under `/project/<name>`, those
in an agent's own configuration (`~/.claude/CLAUDE.md`) under `/user`.

A record's key is the file's name and a hash of the statement with its headings.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from memtui.domain.memory import Draft
from memtui.domain.text import well_formed
from memtui.sources import wording
from memtui.sources.drafting import imported
from memtui.sources.file_by_file import FileByFile, Writer
from memtui.sources.files import fault, leads_out, markdown_files, start_of, text_of
from memtui.sources.markdown import Block, statements
from memtui.sources.naming import record_key, scope_under
from memtui.sources.protocol import Record, Skipped, SourceError, unread

NAMES = (
    "CLAUDE.md",
    "CLAUDE.local.md",
    "AGENTS.md",
    "AGENTS.override.md",
    "GEMINI.md",
    ".claude/CLAUDE.md",
    ".github/copilot-instructions.md",
)
"""Where a project keeps its instructions, from its folder."""
RULES = ".claude/rules"
_FILE_NAMES = {Path(name).name for name in NAMES}
_CONFIGS = {".claude": "projects", ".codex": "sessions", ".gemini": "tmp"}
"""Configuration folders of agents, and what is only in those of a person."""
_MAX_DEPTH = 5
_MIN_BLOCKS = 3
_IMPORT = re.compile(r"(?:^|(?<=\s))@((?:~/|\.{1,2}/|/)?[\w.\-]+(?:/[\w.\-]+)*)")
_CODE = re.compile(r"`[^`\n]*`")
_FENCE = re.compile(r"\s*(```|~~~)")
_UNFILLED = re.compile(r"[^\w{]*+[\w ]{0,40}+:?\s*+\{\{\s*[A-Z_]+\s*\}\}\W*")


class Instructions(FileByFile):
    """Reads an instruction file, or all of them in a project."""

    name = "markdown"
    label = "instruction files (CLAUDE.md, AGENTS.md, GEMINI.md) and other markdown"

    def detect(self, path: Path) -> float:
        """Be sure by the name, which agents look for; else by headings above statements that are rules."""
        if path.is_dir():
            return 0.7 if any(_files(path)) else 0.0
        text = start_of(path)
        found = statements(text)[1]
        if any(block.scope for block in found):
            return 0.95
        if path.name in _FILE_NAMES:
            return 0.9 if found else 0.1
        if path.parent.name == "rules" and path.parent.parent.name == ".claude":
            return 0.7 if found else 0.1
        headed = sum(bool(block.headings) for block in found)
        rules = sum(wording.is_rule(block.text) for block in found)
        if len(found) < _MIN_BLOCKS or headed < len(found) / 2:
            return 0.0
        return round(0.35 + 0.4 * rules / len(found), 2) if rules >= 0.4 * len(found) else 0.0

    def read(self, path: Path) -> Iterator[Record]:
        """Yield a draft per statement, then those of the files that are imported."""
        files = list(_files(path)) if path.is_dir() else [path]
        if not files:
            raise SourceError(f"{path} holds no instruction files; looked for {', '.join(NAMES)} in it")
        run = _Run(_root(path))
        for file in files:
            if isinstance(file, Skipped):
                yield file
            elif file.is_symlink() and path.is_dir() and leads_out(file, run.root):
                yield Skipped(run.name(file), "a link that leads out of the folder; not followed")
            else:
                yield from run.read(file.resolve(), 0)

    def files(self, path: Path) -> Iterator[str]:
        """Yield the files that `read` begins with."""
        root = _root(path)
        yield from (str(file.resolve()) for file in files_in(path) if not leads_out(file, root))

    def writer(self) -> Writer:
        """Return what changes its files; they are loaded whole, with what they import."""
        from memtui.sources.plain_writing import PlainWriter

        return PlainWriter(self.name, self._loads)

    def _loads(self, path: Path) -> list[Path]:
        own = list(files_in(path)) if path.is_dir() else [path]
        read = (found.provenance["path"] for found in self.read(path) if isinstance(found, Draft))
        return list(dict.fromkeys([*(file.resolve() for file in own), *(Path(str(name)) for name in read)]))


@dataclass(slots=True)
class _Run:
    """One reading of a project: what was read already is not read again."""

    root: Path
    seen: set[Path] = field(default_factory=set)

    def name(self, file: Path) -> str:
        return file.relative_to(self.root).as_posix() if file.is_relative_to(self.root) else file.name

    def about(self, scope: str) -> str:
        """Return the folder that what is filed under a scope is about; none for what is about the person."""
        return "" if scope == "/user" else str(self.root)

    def read(self, file: Path, depth: int) -> Iterator[Record]:
        if file in self.seen:
            return
        self.seen.add(file)
        name = self.name(file)
        text = text_of(file, name)
        if isinstance(text, Skipped):
            yield text
            return
        head, found = statements(text)
        modified = file.stat().st_mtime
        scope = _scope(file, self.root)
        imports: list[tuple[int, str]] = []
        for block in found:
            wrong = fault(block.statement)
            if wrong:
                yield unread(f"{name} line {block.line}", wrong)
                continue
            named = list(_imports(block))
            imports += named
            if is_import(block):
                continue
            if _UNFILLED.fullmatch(block.text):
                yield Skipped(f"{name} line {block.line}", "a template nobody filled in")
                continue
            said = well_formed(block.statement)
            if not said:
                continue
            headings = " › ".join(block.headings)
            judge = wording.sort_of_person if scope == "/user" else wording.sort_of
            yield imported(
                said,
                judge(block.text, headings),
                source="markdown",
                path=file,
                record=record_key(file.name, said),
                scope=block.scope or scope,
                created_at=modified,
                more={"section": headings, "frontmatter": dict(head), "cwd": self.about(scope)},
            )
        for line, target in imports:
            yield from self._imported(file, f"{name} line {line}", target, depth + 1)

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
        elif depth > _MAX_DEPTH:
            yield Skipped(where, f"imports {target}, more than {_MAX_DEPTH} imports deep; not followed")
        else:
            yield from self.read(path.resolve(), depth)


def is_unfilled(text: str) -> bool:
    """Say whether a statement is a place in a template, such as `Name: {{NAME}}`."""
    return bool(_UNFILLED.fullmatch(text))


def is_import(block: Block) -> bool:
    """Say whether a statement only imports other files, so that it is no memory itself."""
    return any(_imports(block)) and not _IMPORT.sub("", block.text).strip(" \n-*+")


def files_in(folder: Path) -> Iterator[Path]:
    """Yield the instruction files of a project or configuration folder."""
    return (file for file in _files(folder) if isinstance(file, Path))


def _files(folder: Path) -> Iterator[Path | Skipped]:
    yield from (folder / name for name in NAMES if (folder / name).is_file())
    for rules in (folder / RULES, folder / "rules" if folder.name == ".claude" else None):
        if rules is not None and rules.is_dir() and not leads_out(rules, folder.resolve()):
            yield from markdown_files(rules)


def _root(path: Path) -> Path:
    """Return the folder that imports may not leave."""
    folder = path.resolve() if path.is_dir() else path.resolve().parent
    around = [folder, *folder.parents]
    for above in around:
        if (above / ".git").exists() and above != Path.home():
            return above
    config = next((above for above in around if above.name in _CONFIGS), None)
    if config is not None:
        return config if _is_personal(config) else config.parent
    return folder


def _scope(file: Path, root: Path) -> str:
    config = next((above for above in file.parents if above.name in _CONFIGS), None)
    if config is not None and _is_personal(config):
        return "/user"
    return scope_under("/project", root.name)


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
