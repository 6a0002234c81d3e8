"""What an agent loads, file by file, and what it leaves; told by the formats that know it.

The command line and the Sources view show it.
"""

from codecs import BOM_UTF8
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, runtime_checkable

from memtui import plain_files
from memtui.domain.tokens import tokens
from memtui.formats.changes import Loaded, LoadedLine
from memtui.formats.ground.files import leads_out
from memtui.formats.protocol import Skipped


@dataclass(frozen=True, slots=True)
class Place:
    """Where a session would begin."""

    folder: Path
    """Absolute, with links resolved."""
    home: Path
    environment: Mapping[str, str]
    within: Path | None = None
    """Nothing outside this folder, resolved too, is looked at; None for the whole machine."""

    def of(self, variable: str, usual: str) -> Path:
        """Return the folder that a variable names, else the usual one below the home folder."""
        given = self.environment.get(variable, "").strip()
        return Path(given).expanduser() if given else self.home / usual

    def has(self, file: Path) -> bool:
        """Say whether there is a file that may be looked at."""
        try:
            return file.is_file() and (self.within is None or not leads_out(file, self.within))
        except (OSError, ValueError):
            return False

    def around(self) -> list[Path]:
        """Return the folder and those above it, the nearest first; the root of the disk is none of them."""
        above = (folder for folder in self.folder.parents if folder != folder.parent)
        return [
            self.folder,
            *(folder for folder in above if self.within is None or folder.is_relative_to(self.within)),
        ]

    def whose(self, folder: Path) -> str:
        """Return whose a file is that lies in one of those folders, in words."""
        return "this folder's" if folder == self.folder else f"of {folder.name}"

    def top(self) -> Path | None:
        """Return the first folder of the checkout around; None without a repository."""
        return next((folder for folder in self.around() if (folder / ".git").exists()), None)


@dataclass(frozen=True, slots=True)
class SeenFile:
    """One file that is loaded."""

    path: Path
    why: str
    """What makes the agent load it: `yours, in every project`, `imported by CLAUDE.md`."""
    loaded: Loaded


@dataclass(slots=True)
class View:
    """What one agent loads in one folder."""

    agent: str
    """One word: `claude-code`."""
    label: str
    """As people call it: `Claude Code`."""
    folder: Path
    files: list[SeenFile] = field(default_factory=list)
    """In the order in which they are loaded."""
    left: list[Skipped] = field(default_factory=list)
    """What lies there and is not loaded, and why."""
    notes: Sequence[str] = ()
    """What is not known here, as sentences."""

    @property
    def tokens(self) -> int:
        """About how many tokens the agent sees."""
        return sum(file.loaded.tokens for file in self.files)

    @property
    def cut(self) -> int:
        """How many lines of the files it loads it does not see."""
        return sum(file.loaded.cut for file in self.files)

    def leave(self, file: Path, reason: str) -> None:
        """Note that a file is not loaded."""
        self.left.append(Skipped(str(file), reason))


@runtime_checkable
class TellsWhatIsLoaded(Protocol):
    """A format that knows what its agent loads at the start of a session."""

    agent: str
    """The agent in one word: `claude-code`."""

    def view(self, place: Place) -> View:
        """Return what a session loads."""
        ...


def data_of(file: Path, view: View) -> bytes | None:
    """Return what a file holds; None for one that cannot be read, which is noted."""
    try:
        return plain_files.bytes_of(file).removeprefix(BOM_UTF8)
    except OSError as error:
        view.leave(file, f"cannot be read: {error.strerror or error}")
        return None


def text_of(data: bytes) -> str:
    """Return bytes as text with LF line ends, with what is not UTF-8 replaced."""
    return data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")


def loaded(seen: str, unseen: str = "", limit: str = "") -> Loaded:
    """Return a text of which an agent sees the first part, line by line."""
    return Loaded([*_lines(seen, seen=True), *_lines(unseen, seen=False)], limit)


def _lines(text: str, *, seen: bool) -> list[LoadedLine]:
    return [
        LoadedLine(line, "", tokens(f"{line}\n"), seen)
        for line in text.removesuffix("\n").split("\n")
        if text
    ]
