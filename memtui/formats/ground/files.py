"""Reads untrusted text files, for every reader of markdown and plain text.

A file is read line by line, each line up to a bound, so that no file can fill the memory. Faults are looked
for piece by piece (`fault`): one bad line costs one record, not the file.
"""

import os
import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path

from memtui import plain_files
from memtui.domain import decoding
from memtui.domain.text import MAX_LENGTH
from memtui.formats.protocol import Skipped, unread

MAX_LINE = 4 * MAX_LENGTH + 100_000
"""Bytes of a line that is kept."""
MAX_FILE = 64_000_000
"""Bytes of a file that is kept; what is longer is no memory file."""
_HEAD = 8192
"""Bytes in which a binary file shows what it is."""
_MARKER = re.compile(r"\s*(?:[-*+]|\d{1,4}[.)]|#{1,6})\s+")
_TOO_LONG = "\ud800"
"""Stands for a line that was passed over. Decoding never gives this character."""
_MAX_FILES = 100_000
"""Files of a folder that are listed, so that a home folder given by mistake ends."""
NO_TEXT = "its name is not UTF-8; give it another one to have it read"
_MAX_DEPTH = 12
"""Folders within folders: deeper than any agent keeps notes."""
_ANY_ENCODING = ContextVar("any encoding", default=False)


@contextmanager
def in_any_encoding() -> Iterator[None]:
    """Read text within this whatever its encoding: for who writes nothing back, which goes by bytes."""
    before = _ANY_ENCODING.set(True)
    try:
        yield
    finally:
        _ANY_ENCODING.reset(before)


def text_of(file: Path, name: str = "") -> str | Skipped:
    """Return the text of `file` with LF line ends, or why it cannot be read; `name` is what to call it.

    Bytes that are not UTF-8 and lines that are too long are marked in the text; ask `fault`.
    """
    name = name or file.name
    lines: list[str] = []
    size = 0
    try:
        if _ANY_ENCODING.get() and (other := _in_another_encoding(file)):
            return _with_plain_ends(other)
        with plain_files.opened(file) as opened:
            for line, whole in plain_files.lines_up_to(opened, MAX_LINE):
                if b"\0" in line[:_HEAD] and size < _HEAD:
                    return unread(name, "a binary file")
                size += len(line) if whole else 0
                if size > MAX_FILE:
                    return unread(name, f"larger than {MAX_FILE:,} bytes")
                lines.append(
                    line.decode("utf-8", "surrogateescape") if whole else f"{_marker(line)}{_TOO_LONG}\n"
                )
    except OSError as error:
        return unread(name, f"cannot be read: {error.strerror or error}")
    return _with_plain_ends("".join(lines))


def _in_another_encoding(file: Path) -> str:
    """Return the text of a file that is not UTF-8; empty for any other file. May raise OSError."""
    if file.stat().st_size > MAX_FILE:
        return ""
    data = plain_files.bytes_of(file)
    with suppress(UnicodeDecodeError):
        data.decode("utf-8")
        return ""
    text = decoding.decoded(data)
    return "" if decoding.is_binary(text) or decoding.WRONG in text else text


def _with_plain_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _marker(line: bytes) -> str:
    """Return the list mark of a line, so that a skipped bullet still parts its neighbours."""
    match = _MARKER.match(line[:80].decode("utf-8", "replace"))
    return match[0] if match else ""


def fault(text: str) -> str:
    """Return what makes a piece of a file unfit to be a memory, or an empty string."""
    if _TOO_LONG in text:
        return f"a line longer than {MAX_LINE:,} bytes"
    if not text.isascii():
        for at, character in enumerate(text):
            if "\udc80" <= character <= "\udcff":
                before = text[:at].encode("utf-8", "surrogateescape")
                return f"not UTF-8: byte {len(before) + 1}"
    if len(text) > MAX_LENGTH:
        return f"{len(text):,} characters; a memory has at most {MAX_LENGTH:,}"
    return ""


def start_of(file: Path, size: int = 200_000) -> str:
    """Return the first `size` bytes of a file as text, replacing what is not UTF-8, for recognising it.

    A binary file gives an empty string. May raise OSError.
    """
    if _ANY_ENCODING.get() and (other := _in_another_encoding(file)):
        return _with_plain_ends(other[:size])
    with plain_files.opened(file) as opened:
        start = opened.read(size)
    if b"\0" in start:
        return ""
    return _with_plain_ends(start.removeprefix(BOM_UTF8).decode("utf-8", "replace"))


def starts_of(files: Iterable[Path], size: int = 200_000) -> Iterator[str]:
    """Yield the start of each file that can be read: the others say nothing of what they are."""
    for file in files:
        with suppress(OSError):
            yield start_of(file, size)


def is_binary(file: Path) -> bool:
    """Say whether a file begins like one that holds no text. May raise OSError."""
    with plain_files.opened(file) as opened:
        return b"\0" in opened.read(4096)


def is_text(name: str) -> bool:
    """Say whether the name of a file is text; a file system may give one that is not."""
    return name.isascii() or not any("\ud800" <= character <= "\udfff" for character in name)


def readable_name(name: str) -> str:
    """Return the name of a file with what is no text in it replaced."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def markdown_files(folder: Path, suffixes: tuple[str, ...] = (".md",)) -> Iterator[Path | Skipped]:
    """Yield every markdown file at or below `folder`, in order of their names.

    A link to something within the folder is passed over, as its target is met anyway; one that leads
    out of the folder is not followed but named.
    """
    root = folder.resolve()
    budget = iter(range(_MAX_FILES))
    yield from _below(folder, root, folder, 0, budget, suffixes)


def markdown_names(folder: str, depth: int = 0) -> Iterator[str]:
    """Yield the paths of the files that `markdown_files` finds, as text and in no order: for a quick look.

    May raise OSError.
    """
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_symlink() or not is_text(entry.name):
                continue
            if entry.name.endswith(".md"):
                if entry.is_file():
                    yield entry.path
            elif depth < _MAX_DEPTH and entry.is_dir():
                yield from markdown_names(entry.path, depth + 1)


def leads_out(path: Path, root: Path) -> bool:
    """Say whether `path`, followed to its end, lies outside the folder `root` (which is resolved)."""
    try:
        return not path.resolve().is_relative_to(root)
    except (OSError, RuntimeError):
        return True


def _below(
    folder: Path, root: Path, top: Path, depth: int, budget: Iterator[int], suffixes: tuple[str, ...]
) -> Iterator[Path | Skipped]:
    name = folder.relative_to(top).as_posix()
    try:
        with os.scandir(folder) as listing:
            entries = sorted(listing, key=lambda entry: entry.name)
    except OSError as error:
        yield unread(name, f"cannot be read: {error.strerror or error}")
        return
    for entry in entries:
        path = folder / entry.name
        try:
            if not is_text(entry.name):
                if entry.name.endswith(suffixes) or entry.is_dir():
                    yield unread(readable_name(path.relative_to(top).as_posix()), NO_TEXT)
            elif entry.is_symlink():
                wanted = entry.name.endswith(suffixes) or entry.is_dir()
                if wanted and leads_out(path, root):
                    place = path.relative_to(top).as_posix()
                    yield unread(place, "a link that leads out of the folder; not followed")
            elif entry.is_dir():
                if depth < _MAX_DEPTH:
                    yield from _below(path, root, top, depth + 1, budget, suffixes)
                else:
                    yield unread(path.relative_to(top).as_posix(), "folders nested too deeply")
            elif entry.name.endswith(suffixes) and entry.is_file():
                if next(budget, None) is None:
                    yield unread(path.relative_to(top).as_posix(), f"more than {_MAX_FILES:,} files")
                    return
                yield path
        except OSError as error:
            yield unread(path.relative_to(top).as_posix(), f"cannot be read: {error.strerror or error}")


def named_file(path: Path, name: str) -> Path | None:
    """Return `path` if it is a file, the file of that name if it is a folder, or None."""
    if not path.is_dir():
        return path
    return path / name if (path / name).is_file() else None
