"""Which files a source consists of, and whether they have changed; looks no further than it has to."""

import hashlib
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from memtui import plain_files
from memtui.formats.changes import HasFiles
from memtui.formats.ground.files import is_text
from memtui.formats.protocol import Reader, SourceError
from memtui.formats.registry import readers
from memtui.store.sources import FileMark, Source

_SUFFIXES = {".md", ".json", ".jsonl"}
_FRESH_NS = 2_000_000_000
"""A file as young as this may have changed again within the same tick of its clock."""


def reader_of(source: Source) -> Reader:
    """Return the reader of a source's format. Raises SourceError for a format that is not known any more."""
    match = next((reader for reader in readers() if reader.name == source.format), None)
    if match is None:
        raise SourceError(f"{source.path} was linked as {source.format}, which this memtui does not know")
    return match


def reader_or_none(source: Source) -> Reader | None:
    """Return the reader of a source's format, None when that is not known any more."""
    try:
        return reader_of(source)
    except SourceError:
        return None


def files_of(path: Path, reader: Reader | None = None) -> Iterator[str]:
    """Yield the files of a source, none that lies outside its folder.

    A reader that keeps its files in known places names them itself.
    """
    if not path.is_dir():
        yield from [str(path)] if path.is_file() else []
    elif reader is not None and isinstance(reader, HasFiles):
        yield from (file for file in reader.files(path) if is_text(file))
    else:
        inside = path.resolve()
        for file in sorted(path.rglob("*")):
            if file.suffix in _SUFFIXES and is_text(str(file)) and _is_inside(file, inside):
                yield str(file)


def _is_inside(file: Path, folder: Path) -> bool:
    return file.is_file() and folder in file.resolve().parents


def marks_of(files: Iterable[str], known: Mapping[str, FileMark]) -> Iterator[FileMark]:
    """Yield what files are now; one that looks as it is known to be isn't read again."""
    fresh = time.time_ns() - _FRESH_NS
    for file in files:
        stat = stat_of(file)
        if stat is None:
            continue
        mark = known.get(file)
        if mark is None or stat.st_mtime_ns > fresh or differs(mark, stat):
            with plain_files.opened(Path(file)) as opened:
                digest = hashlib.file_digest(opened, "sha256").digest()
            mark = FileMark(file, digest, stat.st_size, stat.st_mtime_ns)
        yield mark


def differs(mark: FileMark, stat: os.stat_result | None) -> bool:
    """Say whether a file has another size or time than it had."""
    return stat is None or (stat.st_size, stat.st_mtime_ns) != (mark.size, mark.mtime_ns)


def stat_of(file: str) -> os.stat_result | None:
    """Return what the file system says of a file, None when it is not there. May raise OSError."""
    try:
        return os.stat(file)
    except (FileNotFoundError, NotADirectoryError):
        return None


def words_of(error: Exception) -> str:
    """Return what went wrong with a source, as a sentence."""
    if isinstance(error, OSError) and not isinstance(error, SourceError):
        return f"{error.filename or 'a file'} cannot be used: {error.strerror or error}"
    return str(error)
