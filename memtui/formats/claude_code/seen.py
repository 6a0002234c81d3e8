"""What Claude Code loads: instructions from the broadest to the nearest, then the index of its own memory.

A managed file, the person's own, then `CLAUDE.md`, `.claude/CLAUDE.md`, `.claude/rules` and `CLAUDE.local.md`
of every folder from the top down. Imports are followed four deep, and no file is loaded twice.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from memtui.formats.claude_code import writing
from memtui.formats.claude_code.reading import INDEX
from memtui.formats.claude_code.seen_markdown import imports_in, without_comments
from memtui.formats.ground.files import leads_out, markdown_files
from memtui.formats.ground.frontmatter import split
from memtui.formats.instructions.reading import DEEPEST_IMPORT
from memtui.formats.protocol import Skipped, SourceError
from memtui.formats.seen import Place, SeenFile, View, data_of, loaded, text_of
from memtui.projects import git
from memtui.projects.evidence import slug_of

NAME, LABEL = "claude-code", "Claude Code"
_MOST_BYTES = 4 << 20
"""Larger files are no instructions that anybody wrote."""
_MANAGED = {
    "darwin": Path("/Library/Application Support/ClaudeCode/CLAUDE.md"),
    "win32": Path("C:/Program Files/ClaudeCode/CLAUDE.md"),
}.get(sys.platform, Path("/etc/claude-code/CLAUDE.md"))
_OF_FOLDER = ("CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md")
_NOTES = (
    "Its settings are not read here: they may leave files out or put its memory elsewhere.",
    "Instructions in folders below are loaded when it reads there, facts of its memory when it opens them.",
)


class _Candidate(NamedTuple):
    file: Path
    why: str
    own: bool = False
    """Whether the person or an administrator wrote it for every project, so that its imports are trusted."""
    rule: bool = False


def view(place: Place) -> View:
    """Return what a session in a folder loads."""
    run = _Run(place)
    for candidate in _candidates(place):
        run.start(candidate)
    _memory(place, run.view)
    for folder in reversed(place.around()):
        file = folder / "AGENTS.md"
        if place.has(file) and file.resolve() not in run.taken:
            run.view.leave(file, _not_read(place))
    return run.view


def _not_read(place: Place) -> str:
    reason = "it reads CLAUDE.md; a line @AGENTS.md there imports this one"
    own = (_config(place) / "CLAUDE.md").resolve()
    files = (folder / name for folder in place.around() for name in _OF_FOLDER)
    if any(place.has(file) and file.resolve() != own for file in files):
        return reason
    return f"{reason}; from version 2.1.277 on it may read it, as no CLAUDE.md is here or above"


def _config(place: Place) -> Path:
    return place.of("CLAUDE_CONFIG_DIR", ".claude")


def _candidates(place: Place) -> Iterator[_Candidate]:
    """Yield the files that a session begins with, if they are there."""
    config = _config(place)
    yield _Candidate(_MANAGED, "managed, for all users of this machine", own=True)
    yield _Candidate(config / "CLAUDE.md", "yours, in every project", own=True)
    for rule in _rules(config / "rules"):
        yield _Candidate(rule, "your rule, in every project", own=True, rule=True)
    for folder in reversed(place.around()):
        whose = place.whose(folder)
        yield _Candidate(folder / "CLAUDE.md", whose)
        yield _Candidate(folder / ".claude" / "CLAUDE.md", whose)
        for rule in _rules(folder / ".claude" / "rules"):
            yield _Candidate(rule, f"a rule, {whose}", rule=True)
        yield _Candidate(folder / "CLAUDE.local.md", f"{whose}, yours alone")


def _rules(folder: Path) -> Iterator[Path]:
    if folder.is_dir():
        yield from (file for file in markdown_files(folder) if isinstance(file, Path))


class _Run:
    """One look at what is loaded: no file twice."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.view = View(NAME, LABEL, place.folder, notes=_NOTES)
        self.taken: set[Path] = set()

    def start(self, candidate: _Candidate) -> None:
        """Load a file that a session begins with, and what it imports."""
        text = self._read(candidate.file)
        if text is None:
            return
        if candidate.rule and "paths" in split(text)[0]:
            self.view.leave(candidate.file, "a rule for some paths: loaded when it reads one of them")
        else:
            self._take(candidate.file, text, candidate.why, candidate.own, 0)

    def _read(self, file: Path) -> str | None:
        """Return the text of a file that was not loaded before; None where there is none to load."""
        if not self.place.has(file) or file.resolve() in self.taken:
            return None
        self.taken.add(file.resolve())
        data = data_of(file, self.view)
        if data is not None and len(data) > _MOST_BYTES:
            self.view.leave(file, f"{len(data):,} bytes; it passes over what is larger than 4 MiB")
            return None
        return None if data is None else text_of(data)

    def _take(self, file: Path, text: str, why: str, own: bool, depth: int) -> None:
        clear = without_comments(text)
        self.view.files.append(SeenFile(file, why, loaded(clear)))
        for target in dict.fromkeys(imports_in(clear)):
            self._import(file, target, own, depth + 1)

    def _import(self, file: Path, target: str, own: bool, depth: int) -> None:
        path = self.place.home / target[2:] if target.startswith("~/") else file.parent / target
        if not self.place.has(path):
            if path.suffix in {".md", ".txt"}:
                self.view.leave(path, f"{file.name} imports it, and it is not there")
        elif depth > DEEPEST_IMPORT and path.resolve() not in self.taken:
            self.view.leave(path, f"{file.name} imports it, more than {DEEPEST_IMPORT} imports deep")
        elif (text := self._read(path)) is not None:
            asks = not own and leads_out(path, self.place.folder)
            more = ", once you have allowed it: it lies outside the folder" if asks else ""
            self._take(path, text, f"imported by {file.name}{more}", own, depth)


def _memory(place: Place, view: View) -> None:
    """Add the index of what it remembers of the project, as far as it is loaded."""
    index = _config(place) / "projects" / slug_of(_project(place)) / "memory" / INDEX
    if not place.has(index):
        return
    if place.environment.get("CLAUDE_CODE_DISABLE_AUTO_MEMORY", "").strip() == "1":
        view.leave(index, "its memory is switched off by CLAUDE_CODE_DISABLE_AUTO_MEMORY")
        return
    try:
        view.files.append(SeenFile(index, "the index of its memory", writing.loaded(index)))
    except SourceError as error:
        view.left.append(Skipped(str(index), str(error)))


def _project(place: Place) -> str:
    """Return the folder that names the memory: the repository's, for all of its worktrees."""
    repository = git.repository_around(str(place.folder), str(place.within.parent) if place.within else "")
    if repository is None:
        return str(place.folder)
    common = Path(repository.common)
    return str(common.parent) if common.name == ".git" else repository.top
