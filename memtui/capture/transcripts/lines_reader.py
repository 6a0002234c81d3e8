"""What the readers of JSON lines have in common: they walk the records, and know the session by its start."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from pathlib import Path

from memtui.capture.transcripts.own import started_here
from memtui.capture.transcripts.records import Head, Record, head_of, records
from memtui.capture.transcripts.turns import USER, About, Passed, Turn
from memtui.domain.text import well_formed


class LinesReader(ABC):
    """Reads a file of JSON lines, record by record; a record means the same wherever reading began."""

    name: str
    label: str

    def detect(self, head: bytes) -> float:
        """Return how sure the beginning of a file makes us that it is this format."""
        return self.sure(Head(head))

    def about(self, path: Path) -> About:
        """Return what the beginning of the file says of its session."""
        start = head_of(path)
        about = self.session(start, path)
        about.client = about.client or self.name
        about.own = self.begins_here(start.records, about)
        return about

    def read(self, path: Path, *, offset: int = 0, ended: bool = False) -> Iterator[Turn | Passed]:
        """Yield what stands behind `offset`."""
        about = self.session(head_of(path), path)
        for end, record in records(path, offset, ended):
            if isinstance(record, str):
                yield Passed(record, end)
            else:
                yield from self.turns(record, end, about)

    @abstractmethod
    def sure(self, head: Head) -> float:
        """Return how sure the beginning of a file makes us that it is this format."""

    @abstractmethod
    def session(self, head: Head, path: Path) -> About:
        """Return what the first records say of the session."""

    @abstractmethod
    def turns(self, record: Record, end: int, about: About) -> Iterator[Turn | Passed]:
        """Yield what one record holds."""

    def begins_here(self, records: Sequence[Record], about: About) -> bool:
        """Say whether the first thing asked in `records` is a prompt of memtui's."""
        for record in records:
            for turn in self.turns(record, 0, about):
                if isinstance(turn, Turn) and turn.role == USER:
                    return started_here(turn.text)
        return False


def text_at(record: object, *keys: str) -> str:
    """Return the string under `keys`, one inside the other; empty when there is none."""
    for key in keys:
        record = record.get(key) if isinstance(record, dict) else None
    return well_formed(record) if isinstance(record, str) else ""
