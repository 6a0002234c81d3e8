"""Letta Code's memory of an agent: pages of markdown in a git repository, `~/.letta/agents/<agent>/memory`.

Agents without a server have theirs below `~/.letta/lc-local-backend/memfs`. There are two layouts: `system`
is in context in every turn and all else is looked up; or the pages beside the root's `MEMORY.md` are, and
each `MEMORY.md` lists what lies around it. `human.md` is about the person. What memtui writes is not
committed: Letta Code tells its agent in the next turn that a page changed, and the agent commits it.
"""

import base64
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from memtui.domain.counting import plural
from memtui.formats.changes import RecordChange
from memtui.formats.finding import Found, Machine
from memtui.formats.ground.files import markdown_files
from memtui.formats.ground.frontmatter import opening
from memtui.formats.ground.indexes import INDEX, IndexLayout, notes_of_index
from memtui.formats.ground.looking import below, markdown_below
from memtui.formats.ground.markdown_writing import Layout
from memtui.formats.ground.naming import scope_under
from memtui.formats.ground.note_folder import NoteFolder
from memtui.formats.ground.notes import Place, notes_in
from memtui.formats.ground.record_layout import RecordLayout
from memtui.formats.ground.splicing import CannotWrite, Page, Rewritten
from memtui.formats.protocol import Record, Skipped

_OF_PERSON = {"system/human.md", "human.md"}
_SKILLS = "skills"


class LettaCode(NoteFolder):
    """Reads and changes the memory of one agent or of all, or one page of it."""

    name = "letta-code"
    called = "Letta Code"
    label = "Letta Code memory folder (~/.letta/agents/<agent>/memory)"
    order = 66
    files_by_folder = False
    folders = ("memory",)
    variables: Mapping[str, str] = {
        "LETTA_LOCAL_BACKEND_DIR": "where Letta Code keeps agents without a server"
    }

    def known_places(self, machine: Machine) -> Iterator[Found]:
        """Yield the memory folder of each agent."""
        local = machine.given("LETTA_LOCAL_BACKEND_DIR") or machine.home / ".letta" / "lc-local-backend"
        for agents in (machine.home / ".letta" / "agents", local / "memfs"):
            for folder in below(agents, "memory"):
                if folder.is_dir():
                    yield from self.found_in(folder.parent, folder)

    def root_of(self, path: Path) -> Path | None:
        """Return the folder of the agent whose memory a path is or belongs to."""
        for around in (path, *path.parents):
            if around.name == "memory" and _holds_agents(around.parent.parent):
                return around.parent
        return None

    def note_files(self, path: Path) -> Iterator[Path | Skipped]:
        """Yield the pages of a memory folder, or of all below a home; skills are none."""
        for folder in self._folders(path):
            for file in markdown_files(folder):
                if isinstance(file, Skipped) or file.relative_to(folder).parts[0] != _SKILLS:
                    yield file

    def known_files(self, folder: Path) -> Iterator[Path]:
        """Yield the pages of an agent, links too."""
        memory = folder / "memory"
        pages = (file.relative_to(memory) for file in markdown_below(memory))
        yield from (memory / page for page in pages if page.parts[0] not in {_SKILLS, ".git"})

    def left_out(self, path: Path) -> Iterator[Skipped]:
        """Yield the skills of an agent."""
        for folder in self._folders(path):
            skills = sum(file.name == "SKILL.md" for file in markdown_below(folder / _SKILLS))
            if skills:
                where = (folder / _SKILLS).relative_to(path).as_posix()
                yield Skipped(where, f"{plural(skills, 'skill')} of the agent, no memory")

    def belongs_to(self, file: Path, project: Path) -> Place:
        """Return the person's scope for what is about them, else the agent's."""
        memory = project / "memory"
        if file.is_relative_to(memory) and file.relative_to(memory).as_posix() in _OF_PERSON:
            return Place(self.name, "/user")
        return Place(self.name, scope_under("/agent", _name_of(project)))

    def records_in(self, file: Path, name: str, project: Path) -> Iterator[Record]:
        """Yield the memories of one page, but for the lines of an index."""
        read = notes_of_index if file.name == INDEX else notes_in
        yield from read(file, name, self.belongs_to(file, project))

    def layout_of(self, file: Path) -> Layout:
        """Return how the records of a page are laid out."""
        return IndexLayout(file.name) if file.name == INDEX else RecordLayout(file.name)

    def loads(self, path: Path) -> Sequence[Path]:
        """Return the pages that are in context in every turn."""
        if not path.is_dir():
            return [path.resolve()]
        files: list[Path] = []
        for folder in self._folders(path):
            system = folder / "system"
            inner = markdown_below(system) if system.is_dir() else sorted(folder.glob("*.md"))
            files += [file.resolve() for file in inner]
        return files

    def _rewrite(self, file: Path, data: bytes | None, wanted: Sequence[RecordChange]) -> Rewritten:
        head, _ = opening(Page.of(data or b"").text)
        if str(head.get("read_only", "")).casefold() == "true":
            raise CannotWrite(f"{file.name} is read_only in Letta Code, which lets nobody change it")
        return super()._rewrite(file, data, wanted)

    def _folders(self, path: Path) -> list[Path]:
        if self.root_of(path.resolve()) is not None:
            return [path]
        agents = [path, path / "agents", path / "memfs", path / ".letta" / "agents"]
        agents += [one / "memfs" for one in (path / "lc-local-backend", path / ".letta" / "lc-local-backend")]
        inner = [path / "memory", *(folder for one in agents for folder in below(one, "memory"))]
        return [one for one in inner if one.is_dir() and self.root_of(one.resolve()) is not None]


def _name_of(agent: Path) -> str:
    """Return what an agent is called: as its own file says, which one without a server has, else its id."""
    own = base64.urlsafe_b64encode(agent.name.encode()).decode().rstrip("=")
    try:
        about = json.loads((agent.parent.parent / "agents" / f"{own}.json").read_bytes())
    except (OSError, ValueError):
        about = None
    name = about.get("name") if isinstance(about, dict) else None
    return name if isinstance(name, str) and name.strip() else agent.name.removeprefix("agent-")


def _holds_agents(folder: Path) -> bool:
    return folder.parts[-2:] == (".letta", "agents") or folder.name == "memfs"
