"""What every reader of a foreign memory format looks like.

A new format is one file or folder with one such class, and one entry point. All that is not a format meets
readers only through this page.
"""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, runtime_checkable

from memtui.domain.memory import Draft
from memtui.secrets import redact


class SourceError(Exception):
    """A path that cannot be read as memories; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A record that was left out. Reading goes on behind it."""

    where: str
    """The place a person would look: `line 12`, `deploy.md`, `deploy.md, 2 links`.

    The bare name of a file says that none of it was read, so nothing known of it counts as gone.
    """
    reason: str
    unread: bool = field(default=False, compare=False)
    """Whether it could not be made out, as bytes that are no text: a record may stand there all the same."""

    def __post_init__(self) -> None:
        """Blot out secrets: what is said of a record may quote it. What could not be read has only a name."""
        object.__setattr__(self, "reason", redact(self.reason)[0])
        if not self.unread:
            object.__setattr__(self, "where", redact(self.where)[0])


def unread(where: str, reason: str) -> Skipped:
    """Return what tells of something that could not be made out."""
    return Skipped(where, reason, unread=True)


Record = Draft | Skipped

POINTS_TO = "points_to"
"""In the provenance of a draft that only points to a vanished record of another file: the key of that
record.
"""


@runtime_checkable
class Reader(Protocol):
    """One foreign format. Readers hold no state: one instance serves every path.

    A class that derives from this one takes over what most formats have in common.
    """

    name: str
    """What `--format` and its entry point call it, one word."""
    called: str
    """As people call it, in a word or two: `Claude Code`."""
    label: str
    """What it is, for help pages and messages: `Claude Code memory folder`."""
    order: int = 1000
    """Its place in lists. Of formats that are equally sure of a path the one with the lowest is taken."""
    files_by_folder: bool = False
    """Whether drafts are filed by the name of the folder that they name as `cwd` in their provenance."""

    @abstractmethod
    def detect(self, path: Path) -> float:
        """Return from 0 (not this format) to 1 (certainly) how sure the content of `path` makes us.

        File names do not count, except where a name is part of the format. Never raises for
        content; may raise OSError.
        """

    @abstractmethod
    def read(self, path: Path) -> Iterator[Record]:
        """Yield every record in `path`, in file order, as a draft or with the reason to skip it.

        Raises SourceError when `path` as a whole cannot be this format, or cannot be opened.
        """
