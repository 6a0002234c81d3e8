"""The methods that a format needs so that changes made here go back to its files.

A reader that can also write returns the bytes to change in each file (`plan`), and what an agent would load
of them (`loaded`). It touches no file: `sources` does, and decides when.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Protocol, Self, runtime_checkable

from memtui.domain.memory import Draft
from memtui.formats.masking import masked
from memtui.formats.protocol import Skipped

Given = Mapping[Path, bytes | None]
"""Files that are taken to hold something else than they do; None for one that is taken not to be there."""
AS_IT_IS: Given = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class RecordChange:
    """One record that is to be otherwise."""

    key: str
    """What the reader calls it: `record` in the provenance of its drafts."""
    file: str
    """The file it stands in, absolute: `path` in the provenance."""
    before: str | None
    """The text of the memory that was read from it; None for one that is not in the file now."""
    after: Draft | None
    """What it is to say; None takes the record out."""


@dataclass(frozen=True, slots=True)
class FileChange:
    """The bytes of one file before and after."""

    path: Path
    before: bytes | None
    """None when there is no such file yet."""
    after: bytes | None
    """None when the file goes."""
    mode: int | None = None
    """The permissions of a file that comes; None for those of the files beside it."""
    attributes: str = ""
    """What else it had when it went, as `attributes.packed` tells it."""
    mtime_ns: int | None = None
    """When it was saved, if it had these bytes before; None for now."""


@dataclass(frozen=True, slots=True)
class Held:
    """A record as a file says it."""

    key: str
    text: str
    """As the reader gives it."""
    pinned: bool = False


@dataclass(slots=True)
class Plan:
    """What carrying out some changes would do to a source's files."""

    files: list[FileChange] = field(default_factory=list)
    left: list[Skipped] = field(default_factory=list)
    """Changes that this format cannot express, or whose record is not there any more; `where` is the key."""
    warnings: list[str] = field(default_factory=list)
    """What a person should know: what falls off an index that is too long."""
    renamed: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    """The new key and file of records whose key follows from a text that changes."""
    held: dict[str, Sequence[Held]] = field(default_factory=dict)
    """The records of files of many records after the change, as `WritesBack.holds` would return them, where
    known.
    """


@dataclass(frozen=True, slots=True)
class LoadedLine:
    """One line of what an agent would load."""

    text: str
    key: str
    """The record it belongs to; empty for headings and the like."""
    tokens: int
    seen: bool
    """False behind the point where the agent stops reading."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """The exact text an agent would load from a source, but for secrets, which are blotted out."""

    lines: Sequence[LoadedLine]
    limit: str
    """Where it stops reading, in words: `200 lines or 25 KB`; empty when it reads all."""

    def __post_init__(self) -> None:
        """Blot out what is secret; the tokens stay those of what the agent reads."""
        texts = [part for line in self.lines for part in line.text.split("\n")]
        clear = iter(masked(texts))
        lines = [
            replace(line, text="\n".join(islice(clear, line.text.count("\n") + 1))) for line in self.lines
        ]
        object.__setattr__(self, "lines", lines)

    @property
    def tokens(self) -> int:
        """About how many tokens of it the agent sees."""
        return sum(line.tokens for line in self.lines if line.seen)

    @property
    def cut(self) -> int:
        """How many lines it does not see."""
        return sum(not line.seen for line in self.lines)


@runtime_checkable
class WritesBack(Protocol):
    """A reader whose files can be changed."""

    def plan(self, path: Path, changes: Sequence[RecordChange], given: Given = AS_IT_IS) -> Plan:
        """Return what `changes` would do to the files at `path`, as they are now or are `given`.

        Everything that is not a record is kept as it is, to the byte: unknown frontmatter, comments, other
        sections, line ends. An index stays consistent. Raises SourceError when a file cannot be read.
        """
        ...

    def holds(self, path: Path, file: Path, data: bytes, given: Given = AS_IT_IS) -> Sequence[Held]:
        """Return the records that `read(path)` finds in one of its files when it holds `data`.

        The other files are as they are now, or as they are `given`.
        """
        ...

    def loaded(self, path: Path) -> Loaded:
        """Return what an agent would load from `path`. Raises SourceError."""
        ...


@runtime_checkable
class HoldsPins(Protocol):
    """A reader some of whose records can say that a memory is pinned."""

    def holds_pin(self, key: str) -> bool:
        """Say whether the record with a key can."""
        ...


@runtime_checkable
class HasDescriptions(Protocol):
    """A reader whose files describe some records in other places, which change with them."""

    def described_in(self, key: str) -> str:
        """Return in words where the record with a key is described; empty for nowhere."""
        ...


@dataclass(frozen=True, slots=True)
class Forms:
    """In which form a store knows files that a format reads as one memory or as several."""

    whole: Collection[str] = frozenset()
    """Files, absolute, that are one memory, whatever they look like."""
    listed: Mapping[str, Collection[str]] = field(default_factory=dict)
    """The keys of single items that are known, by file: such a file is a list, however short it gets."""


UNKNOWN = Forms()


@runtime_checkable
class HasForms(Protocol):
    """A reader that takes a file for one memory, or for several where it is a list of statements."""

    edition: int
    """Changes when the same files are read in another way: then they are read anew."""

    def knowing(self, forms: Forms) -> Self:
        """Return the reader that goes by what is known of the files, and by their looks for others."""
        ...


@runtime_checkable
class HasFiles(Protocol):
    """A reader whose files lie in known places of a folder, among others that it does not read."""

    def files(self, path: Path) -> Iterable[str]:
        """Yield the files that reading the folder `path` begins with; none is looked into."""
        ...


@runtime_checkable
class HasPlaces(Protocol):
    """A reader whose drafts carry everything of a memory, the provenance of another source included.

    All of them stand in the one file that is read.
    """

    def key_of(self, path: Path, draft: Draft) -> str:
        """Return the key of a record that was read from `path`."""
        ...
