"""The workspace of an OpenClaw agent (clawd, Clawdbot): who it is, what it was told, a note for each day.

`MEMORY.md` and the files beside it are loaded into every session, `memory/YYYY-MM-DD.md` and the other notes
there when they are needed; `.learnings` holds what went wrong. What is about the person (`USER.md`) is filed
under `/user`, all else under the agent's own scope. What lies in a workspace and is no memory is counted.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from memtui.formats.finding import Found, Machine
from memtui.formats.ground.files import markdown_files, start_of
from memtui.formats.ground.looking import MOST_FOLDERS, markdown_below, words_of
from memtui.formats.ground.naming import scope_under
from memtui.formats.ground.note_folder import NoteFolder
from memtui.formats.ground.notes import Place
from memtui.formats.ground.sureness import MANNER, OWN_FOLDER, OWN_NAMES
from memtui.formats.protocol import Skipped

_LOADED = (
    *("SOUL.md", "IDENTITY.md", "USER.md", "MEMORY.md", "AGENTS.md", "TOOLS.md", "HEARTBEAT.md"),
    *("BOOT.md", "BOOTSTRAP.md", "memory.md"),
)
_OF_AGENT = ("IDENTITY.md", "HEARTBEAT.md", "TOOLS.md")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}\b.*\.md")
_USUAL = {"workspace", "clawd", ".openclaw", ".clawdbot"}
_MARK = "\n§\n"
"""What parts the entries of Hermes, which has files of the same names."""
_NO_MEMORY = "no file that OpenClaw loads; import it by itself to read it"


class OpenClaw(NoteFolder):
    """Reads and changes a workspace, its `memory` folder, or one file of them."""

    name = "openclaw"
    called = "OpenClaw"
    label = "OpenClaw workspace (SOUL.md, MEMORY.md, memory/YYYY-MM-DD.md)"
    order = 76
    files_by_folder = False
    folders = ("memory", ".learnings")
    single = _LOADED
    variables: Mapping[str, str] = {"OPENCLAW_STATE_DIR": "where OpenClaw keeps its workspaces"}

    def detect(self, path: Path) -> float:
        """Return how sure it is that a folder is OpenClaw's, 0…1: by its files, or by a note for a day."""
        if not path.is_dir():
            workspace = self.root_of(path.resolve())
            return 0.0 if workspace is None else _likeness(workspace)
        return _likeness(path) or (MANNER if _is_diary(path) else 0.0)

    def known_places(self, machine: Machine) -> Iterator[Found]:
        """Yield the workspaces of a person, and the folder that is worked in when it is one."""
        state = machine.given("OPENCLAW_STATE_DIR") or machine.home / ".openclaw"
        places = [machine.home / "clawd"]
        try:
            inner = sorted(folder for folder in state.iterdir() if folder.is_dir()) if state.is_dir() else []
            places += [one for one in islice(inner, MOST_FOLDERS) if one.name.startswith("workspace")]
        except OSError as error:
            yield Found(self.name, state, problem=words_of(state, error))
        places += [machine.cwd] if machine.cwd is not None else []
        for place in places:
            try:
                if place.is_dir() and _likeness(place):
                    yield from self.found_in(place, place)
            except OSError as error:
                yield Found(self.name, place, problem=words_of(place, error))

    def loads(self, path: Path) -> Sequence[Path]:
        """Return the files that every session loads; the notes of days are looked up when they are needed."""
        if not path.is_dir():
            return [path.resolve()]
        return [file.resolve() for name in _LOADED if (file := path / name).is_file()]

    def belongs_to(self, file: Path, project: Path) -> Place:
        """Return whose a file is: the person's, or that of the agent that works there."""
        if file.name == "USER.md" and file.parent == project:
            return Place(self.name, "/user")
        name = project.name.removeprefix("workspace-")
        return Place(self.name, scope_under("/agent", "openclaw" if name in _USUAL else name))

    def note_files(self, path: Path) -> Iterator[Path | Skipped]:
        """Yield the files that are memory: those of a workspace, or of its folder of notes."""
        if _is_diary(path) and not _likeness(path):
            yield from markdown_files(path)
            return
        yield from (path / name for name in _LOADED if _stands_as(path, name))
        for name in self.folders:
            if (path / name).is_dir():
                yield from markdown_files(path / name)

    def root_of(self, path: Path) -> Path | None:
        """Return the workspace that a path is or belongs to; None for what belongs to none."""
        if path.is_dir():
            return path.parent if _is_diary(path) and not _likeness(path) else path
        if path.name in _LOADED:
            return path.parent
        notes = (folder for folder in path.parents if folder.name in self.folders)
        return next((folder.parent for folder in notes if path.suffix == ".md"), None)

    def left_out(self, path: Path) -> Iterator[Skipped]:
        """Yield the pages of a workspace that are no memory, and what else lies among its notes."""
        for entry in sorted(path.iterdir()) if _likeness(path) else ():
            if entry.is_dir() and not entry.name.startswith(".") and entry.name not in self.folders:
                count = len(markdown_below(entry))
                if count:
                    yield Skipped(
                        f"{entry.name}/",
                        f"{count:,} {'pages' if count > 1 else 'page'} of markdown, {_NO_MEMORY}",
                    )
            elif entry.suffix == ".md" and entry.name not in _LOADED:
                yield Skipped(entry.name, _NO_MEMORY)
        notes = path / "memory" if _likeness(path) else path
        for file in sorted(notes.rglob("*")) if notes.is_dir() else ():
            if file.is_file() and file.suffix != ".md":
                yield Skipped(file.relative_to(path).as_posix(), "no markdown; not read")


def _likeness(folder: Path) -> float:
    """Return how sure we are that a folder is a workspace."""
    dated, memory = _has_days(folder / "memory"), folder / "MEMORY.md"
    if memory.is_file() and _MARK in f"\n{start_of(memory)}\n":
        return 0.0
    has_more = dated or memory.is_file() or any((folder / name).is_file() for name in _OF_AGENT)
    if has_more and (folder / "SOUL.md").is_file():
        return OWN_NAMES
    return OWN_FOLDER if dated and (memory.is_file() or (folder / "AGENTS.md").is_file()) else 0.0


def _is_diary(folder: Path) -> bool:
    """Say whether a folder holds notes of days."""
    return folder.name == "memory" and _has_days(folder)


def _has_days(folder: Path) -> bool:
    if not folder.is_dir():
        return False
    return any(_DAY.fullmatch(file.name) for file in islice(folder.iterdir(), MOST_FOLDERS))


def _stands_as(folder: Path, name: str) -> bool:
    """Say whether a file has that very name, also where the file system does not tell cases apart."""
    return (folder / name).is_file() and any(file.name == name for file in folder.glob("*.md"))
