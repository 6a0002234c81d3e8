"""What a format offers so that its memories are found on a machine; `sources.places` asks each that does."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from memtui.domain.instant import Instant


@dataclass(frozen=True, slots=True)
class Machine:
    """Where to look."""

    home: Path
    environment: Mapping[str, str]
    cwd: Path | None = None
    """The folder of the project that is worked in; None to look at no project."""

    def given(self, name: str) -> Path | None:
        """Return the path that a variable names; None where it names none."""
        value = self.environment.get(name, "").strip()
        return Path(value).expanduser() if value else None

    @property
    def settings(self) -> Path:
        """The folder of configurations."""
        return self.given("XDG_CONFIG_HOME") or self.home / ".config"


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

    @property
    def linked_as(self) -> str:
        """The path that it has as a source once it is linked: with links resolved, where they can be."""
        try:
            return str(self.path.resolve())
        except OSError:
            return str(self.path)


@runtime_checkable
class LiesAround(Protocol):
    """A format whose memories lie in known places."""

    variables: Mapping[str, str]
    """The environment variables in which its program looks for places, and the place each names."""

    def known_places(self, machine: Machine) -> Iterator[Found]:
        """Yield what lies in the known places.

        Writes and raises nothing: what cannot be read is told in `problem`.
        """
        ...
