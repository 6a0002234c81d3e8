"""What a format offers so that its memories are found on a machine; `sources.places` asks each that does."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, Self, runtime_checkable

from memtui.domain.counting import plural
from memtui.domain.instant import Instant


@dataclass(frozen=True, slots=True)
class Machine:
    """Where to look."""

    home: Path
    environment: Mapping[str, str]
    cwd: Path | None = None
    """The folder of the project that is worked in; None to look at no project."""

    @classmethod
    def of_project(cls, project: Path) -> Self:
        """Return where to look for nothing but what lies in a project: its home is no folder anywhere."""
        return cls(Path(os.devnull, "home"), {}, project)

    def given(self, name: str) -> Path | None:
        """Return the path that a variable names; None where it names none."""
        value = self.environment.get(name, "").strip()
        return Path(value).expanduser() if value else None

    @property
    def settings(self) -> Path:
        """The folder of configurations."""
        return self.given("XDG_CONFIG_HOME") or self.home / ".config"

    @property
    def data(self) -> tuple[Path, Path]:
        """The folders below which programs keep their data, on Linux and on macOS."""
        linux = self.given("XDG_DATA_HOME") or self.home / ".local" / "share"
        return linux, self.home / "Library" / "Application Support"


@dataclass(frozen=True, slots=True)
class Found:
    """One thing that could be imported or linked."""

    format: str
    path: Path
    """What to give to import or link."""
    records: int = 0
    """About how many memories."""
    bytes: int = 0
    newest: Instant | None = None
    """When its newest file was changed."""
    waiting: int = 0
    """Changes that the agent waits for a person to allow."""
    problem: str = ""
    """Why it, or a part of it, could not be looked at; empty when all is well."""
    address: str = ""
    """Of a live store; empty for files."""
    counted: bool = True
    """Whether `records` is known: some stores tell it only once they are opened."""
    files: tuple[str, ...] = ()
    """The files that people know it by, from `path` on; empty where the path says it."""

    @property
    def amount(self) -> str:
        """How many memories, in words."""
        return plural(self.records) if self.counted else "memories"

    @property
    def to_link(self) -> tuple[Path | str, str]:
        """What to link: a path or an address, and the name of its format."""
        return (self.address, "auto") if self.address else (self.path, self.format)

    @property
    def linked_as(self) -> str:
        """What it is called as a source once it is linked: its address, or its path with links resolved."""
        if self.address:
            return self.address
        try:
            return str(self.path.resolve())
        except OSError:
            return str(self.path)


@runtime_checkable
class LiesAround(Protocol):
    """A format or a kind of live store whose memories lie in known places."""

    variables: Mapping[str, str]
    """The environment variables in which its program looks for places, and the place each names."""

    def known_places(self, machine: Machine) -> Iterator[Found]:
        """Yield what lies in the known places.

        Writes and raises nothing: what cannot be read is told in `problem`.
        """
        ...
