"""Reads records from untrusted files of JSON lines, or of one JSON document, each with where it ends.

The readers of this package walk through them. Memory stays bounded whatever a file holds: a line over
MAX_LINE is passed over in pieces, and a document over MAX_DOCUMENT is refused. A line that is still being
written is left alone, so whoever reads on at the last offset misses nothing.
"""

import json
import re
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

from memtui.capture.transcripts.turns import BROKEN, LONG_LINE, TranscriptError
from memtui.plain_files import opened

MAX_LINE = 16_000_000
"""Bytes. Pictures that were pasted into a session make lines of a few million."""
MAX_DOCUMENT = 64_000_000
"""Bytes of a file that is one JSON document; JSON lines may be of any size."""
_PIECE = 1_000_000
"""Bytes that are read at a time of a line too long to keep."""
HEAD = 262_144
"""Bytes at the beginning of a file by which it is recognised."""

Record = dict[str, object]

NO_OBJECT = "not an object"

_LIST = re.compile(rb"\[\s*[\[\]{]")
_DECODER = json.JSONDecoder()


class Head:
    """The beginning of a file, parsed once for all who want to know what it is."""

    def __init__(self, start: bytes) -> None:
        self.start = start[:HEAD].removeprefix(BOM_UTF8).lstrip()

    @property
    def unborn(self) -> bool:
        """Whether there is not one whole line yet."""
        return len(self.start) < HEAD - 1000 and b"\n" not in self.start

    @cached_property
    def text(self) -> str:
        """The beginning as text."""
        return self.start.decode("utf-8", "replace")

    @cached_property
    def records(self) -> list[Record]:
        """The whole lines that are JSON objects; the last one may lack its line end."""
        parsed = (_parsed(line) for line in self.start.split(b"\n"))
        return [record for record in parsed if isinstance(record, dict)]

    @cached_property
    def json(self) -> bool:
        """Whether it looks like JSON at all."""
        return self.start[:1] == b"{" or _LIST.match(self.start) is not None

    def names(self, *keys: str) -> bool:
        """Say whether all `keys` occur, also in a first line or document that is too long for a head."""
        return all(re.search(rf'(?<!\\)"{re.escape(key)}"\s*:', self.text) for key in keys)

    def document(self, lists: Sequence[str]) -> bool:
        """Say whether the file is one JSON document: a list, or an object with one of `lists`."""
        if _LIST.match(self.start):
            return True
        if not self.start.startswith(b"{") or not any(self.names(name) for name in lists):
            return False
        if not isinstance(_parsed(self.start.partition(b"\n")[0]), dict):
            return True
        # A document without line breaks looks like the only line of a file of lines.
        return len(self.records) == 1 and any(isinstance(self.records[0].get(name), list) for name in lists)


def head_of(path: Path) -> Head:
    """Return the beginning of a file. Raises TranscriptError."""
    try:
        with opened(path) as file:
            return Head(file.read(HEAD))
    except OSError as error:
        raise _unreadable(path, error) from error


def lines(path: Path, offset: int = 0, ended: bool = False) -> Iterator[tuple[int, int, bytes | None]]:
    """Yield the lines from `offset` on with where they start and end; None for one over MAX_LINE.

    The last one may lack its line end; a too long one without it is yielded with `ended` only. In a
    file that has become shorter than `offset` reading starts again at the beginning.
    """
    try:
        with opened(path) as file:
            size = file.seek(0, 2)
            position = offset if 0 <= offset <= size else 0
            file.seek(position)
            while line := file.readline(MAX_LINE):
                start, position = position, position + len(line)
                if line.endswith(b"\n") or len(line) < MAX_LINE:
                    yield start, position, line.removeprefix(BOM_UTF8) if start == 0 else line
                    continue
                del line
                position, closed = _past_line(file, position)
                if closed or ended:
                    yield start, position, None
    except OSError as error:
        raise _unreadable(path, error) from error


def _past_line(file: BinaryIO, position: int) -> tuple[int, bool]:
    while piece := file.readline(_PIECE):
        position += len(piece)
        if piece.endswith(b"\n"):
            return position, True
    return position, False


def records(path: Path, offset: int = 0, ended: bool = False) -> Iterator[tuple[int, Record | str]]:
    """Yield the object on each line from `offset` on, or why the line has none, and where to go on.

    That is behind it, but for half a line at the end: whoever comes again finds it whole, if it was live.
    """
    for start, end, line in lines(path, offset, ended):
        if line is None:
            yield end, LONG_LINE
        elif not line.isspace():
            record = _parsed(line)
            # An object that closes is whole, whether or not its line has ended.
            if line.endswith(b"\n") or isinstance(record, dict):
                yield end, record
            elif ended:
                yield start, record


def _parsed(line: bytes) -> Record | str:
    try:
        value = _DECODER.decode(line.decode("utf-8", "replace").strip("\0 \t\r\n"))
    except (ValueError, RecursionError):
        return BROKEN
    return value if isinstance(value, dict) else NO_OBJECT


@dataclass(frozen=True, slots=True)
class Document:
    """One JSON document that holds messages."""

    rest: Record
    """What else it says, without the messages."""
    messages: list[tuple[int, object]]
    """Each with the bytes from where the list begins to behind it: what stands before may change."""
    whole: bool


def document(path: Path, lists: Sequence[str]) -> Document:
    """Return the messages of a file that is a JSON list, or an object with one of `lists`.

    A file that is still being written gives those that are complete. Raises TranscriptError.
    """
    try:
        with opened(path) as file:
            content = file.read(MAX_DOCUMENT + 1)
    except OSError as error:
        raise _unreadable(path, error) from error
    if len(content) > MAX_DOCUMENT:
        raise TranscriptError(
            f"{path} is one JSON document of over {MAX_DOCUMENT:,} bytes; split it, or save it as JSON lines"
        )
    text = content.removeprefix(BOM_UTF8).decode("utf-8", "replace")
    walk = _Walk(text, lists)
    whole = True
    try:
        walk.run()
    except (ValueError, RecursionError, IndexError):
        whole = False
    return Document(walk.rest, walk.messages, whole)


class _Walk:
    """A walk through a document that keeps the records found before the document breaks off."""

    def __init__(self, text: str, lists: Sequence[str]) -> None:
        self.text = text
        self.lists = lists
        self.rest: Record = {}
        self.messages: list[tuple[int, object]] = []
        self._at = 0

    def run(self) -> None:
        if self._next() == "[":
            self._list()
            return
        self._expect("{")
        while self._next() != "}":
            key = self._value()
            self._expect(":")
            if key in self.lists and not self.messages and self._next() == "[":
                self._list()
            elif isinstance(key, str):
                self.rest[key] = self._value()
            if self._next() == ",":
                self._at += 1

    def _list(self) -> None:
        self._expect("[")
        measured = self._at
        size = 0
        while self._next() != "]":
            value = self._value()
            size += len(self.text[measured : self._at].encode("utf-8", "surrogatepass"))
            measured = self._at
            self.messages.append((size, value))
            if self._next() == ",":
                self._at += 1
        self._at += 1

    def _next(self) -> str:
        while self.text[self._at] in " \t\r\n":
            self._at += 1
        return self.text[self._at]

    def _expect(self, mark: str) -> None:
        if self._next() != mark:
            raise ValueError(mark)
        self._at += 1

    def _value(self) -> object:
        self._next()
        value, self._at = _DECODER.raw_decode(self.text, self._at)
        return value


def _unreadable(path: Path, error: OSError) -> TranscriptError:
    return TranscriptError(f"cannot read {path}: {error.strerror or error}")
