"""What every live store looks like: a database or server in which a framework keeps memories.

A live store is linked by an address, as a file is by its path. `sources.live` reads it, keeps it in step and
writes drops, edits and restores back; it meets live stores only through this page. A new one is one file or
folder with a class that derives from `LiveStore`, and one entry point in the group `memtui.stores`.
"""

import hashlib
import json
from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, runtime_checkable

from memtui.domain.memory import Draft
from memtui.domain.text import one_line
from memtui.formats.protocol import Record, SourceError


def missing(purpose: str, package: str, extra: str, error: ImportError) -> SourceError:
    """Return the sentence for a missing package that only this kind of store needs."""
    return SourceError(
        f"to {purpose}, install {package}: `pip install 'memtui[{extra}]'` ({one_line(str(error), 100)})"
    )


class CannotSay(SourceError):
    """A memory that a store has no place for; the message says why."""


@dataclass(frozen=True, slots=True)
class Row:
    """One memory as its store holds it, complete enough to be put back as it was."""

    key: str
    """What the store finds it by, for good."""
    value: Mapping[str, object]
    """What the agent wrote, as JSON holds it; empty when that is no object."""
    around: Mapping[str, object] = field(default_factory=dict)
    """What the store itself keeps about it, such as times. Two rows are equal when their values are."""

    @property
    def data(self) -> bytes:
        """The whole row as bytes that are kept and read again by `row_of`."""
        return json.dumps([self.value, self.around], ensure_ascii=False).encode("utf-8", "surrogatepass")

    @property
    def hash(self) -> bytes:
        """Of its value."""
        return hashlib.sha256(json.dumps(self.value, sort_keys=True).encode()).digest()


def row_of(key: str, data: bytes) -> Row:
    """Return the row that `Row.data` made these bytes of."""
    value, around = json.loads(data.decode("utf-8", "surrogatepass"))
    return Row(key, value, around)


class Opened(Protocol):
    """An open store. Every method raises SourceError when it is unreachable or its answer makes no sense."""

    def count(self) -> int:
        """Return about how many memories there are."""
        ...

    def rows(self) -> Iterator[Row]:
        """Yield every memory, some hundred at a time, so that the store serves others meanwhile.

        One that is there from beginning to end is among them.
        """
        ...

    def get(self, keys: Collection[str]) -> Mapping[str, Row]:
        """Return the memories with these keys, by key; missing ones are left out."""
        ...

    def put(self, rows: Sequence[Row]) -> None:
        """Write memories whole, through the framework's own client: new ones and changed ones."""
        ...

    def delete(self, keys: Sequence[str]) -> None:
        """Delete memories, through the framework's own client; one that is not there is no error."""
        ...


@runtime_checkable
class LiveStore(Protocol):
    """One kind of store. Holds no state: one instance serves every address."""

    name: str
    """What its entry point calls it, one word."""
    called: str
    """As people call it, in a word or two: `LangGraph`."""
    address: str
    """How its addresses are written, for help: `langgraph+sqlite:PATH`."""
    only_read: str = ""
    """Why memtui does not write to such a store, in a sentence; empty where it does."""
    keeps_dropped: bool = False
    """Whether the words of what is dropped there stay in it, so that a purge does not erase them."""

    @abstractmethod
    def place(self, where: str) -> str | None:
        """Return an address as it is kept and shown, without a name or password; None when it isn't ours.

        The same store has the same place however its address is written. Raises SourceError for an address
        that is ours by its beginning and cannot be one.
        """

    @abstractmethod
    def found_in(self, path: Path) -> str | None:
        """Return the address of the store in a file or folder; None when it holds none. May raise OSError."""

    @abstractmethod
    def mark(self, where: str) -> str:
        """Return a value that changes whenever the store may have changed; quick. Raises SourceError."""

    @abstractmethod
    def opened(self, where: str) -> AbstractContextManager[Opened]:
        """Open the store at an address for a block. Raises SourceError when it cannot be opened."""

    @abstractmethod
    def record(self, row: Row, place: str) -> Record:
        """Return the draft that a memory becomes, or why it is left out.

        `source`, `path` and `record` in its provenance are the store's name, the place and the key.
        """

    @abstractmethod
    def reworded(self, row: Row, draft: Draft) -> Row:
        """Return a memory with the text of a draft, and everything else as it was. Raises CannotSay."""

    @abstractmethod
    def made(self, key: str, draft: Draft) -> Row:
        """Return a row for a memory that is restored and whose old row was not kept. Raises CannotSay."""
