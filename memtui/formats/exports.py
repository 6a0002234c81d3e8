"""What a format offers so that memories are exported in it; `sources.exporting` opens the file or folder.

Every export reads back with the same format. What that cannot bring back is counted and told.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, runtime_checkable

from memtui.domain.memory import Memory
from memtui.store.tombstones import Tombstone

FIELDS = (
    *("abstract", "scope", "type", "categories", "importance", "pinned", "state", "created_at"),
    *("last_accessed_at", "access_count", "expires_at", "provenance"),
)
"""What a memory may have besides its text that an export can lose."""
EVERYTHING = frozenset(FIELDS)


@dataclass(slots=True)
class Exported:
    """What an export wrote, and what the format could not hold."""

    count: int = 0
    lost: Counter[str] = field(default_factory=Counter)
    """How many memories have something in a field that the format cannot hold; `text`: were left out."""
    notes: list[str] = field(default_factory=list)
    """What an agent will not load of it, as sentences."""

    def losses(self) -> str:
        """Return what was lost as part of a sentence, or an empty string."""
        return ", ".join(f"{name.replace('_', ' ')} ({count:,})" for name, count in self.lost.most_common())

    def leave_out(self) -> None:
        """Count one memory as not written."""
        self.count -= 1
        self.lost["text"] += 1


@dataclass(frozen=True, slots=True)
class History:
    """What a store knows of memories besides their present fields, for a format that can hold it."""

    was: Callable[[Memory], Sequence[int]] = lambda _: ()
    """Tells the fingerprints of what a memory said before."""
    purged: Iterable[Tombstone] = ()
    """What is not to come back."""


class Sink(Protocol):
    """Whatever takes text: a file, or the command line's guarded stdout."""

    def write(self, text: str, /) -> object:
        """Take the next part."""


@runtime_checkable
class ExportsFile(Protocol):
    """A format that memories can be written in, as one file."""

    holds_fields: frozenset[str]
    """Those of `FIELDS` that come back when it is read again."""

    def export(self, memories: Iterator[Memory], file: Sink, exported: Exported, history: History) -> None:
        """Write the memories one by one as they come; `exported.count` is how many have come so far."""
        ...


@runtime_checkable
class ExportsFolder(Protocol):
    """A format that memories can be written in, as a folder."""

    label: str
    holds_fields: frozenset[str]

    def export_folder(self, memories: Iterator[Memory], folder: Path, exported: Exported) -> None:
        """Write memories while they arrive into an empty folder."""
        ...


@runtime_checkable
class ReadByScope(Protocol):
    """A format that people read from top to bottom, so that memories are written scope by scope."""

    by_scope: bool
