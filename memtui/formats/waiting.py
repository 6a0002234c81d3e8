"""What a format offers whose agent asks before it changes its memory; `sources.approvals` makes cards."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from memtui.domain.instant import Instant
from memtui.domain.memory import Draft
from memtui.formats.protocol import Skipped


@dataclass(frozen=True, slots=True)
class Pending:
    """One change to its memory that an agent asks a person to allow."""

    id: str
    """Of the file that holds it, and its place in it where a file holds several: `fdb7ce9d`, `fdb7ce9d/2`."""
    action: str
    """`add`, `replace` or `remove`."""
    target: str
    """The file it is about, by its name."""
    draft: Draft | None
    """What would be added; None where something is to be removed."""
    old_text: str
    """A part of the entry that is to be replaced or removed; empty for `add`."""
    origin: str
    """Who asked, as the agent says it: in a conversation, or in a review afterwards."""
    path: Path
    created_at: Instant | None


@runtime_checkable
class AsksFirst(Protocol):
    """A format whose agent puts changes aside until a person allows them."""

    name: str
    called: str

    def waiting(self, path: Path) -> Iterator[Pending | Skipped]:
        """Yield the changes that wait beside a source, the oldest first."""
        ...
