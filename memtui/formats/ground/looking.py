"""Looks through the known places of a format, for its `known_places`, without changing anything.

Files in a known place are taken to belong there, so that ten thousand are counted without reading all of
them; the number of records is an estimate then, and importing gives the exact one.

A known place may itself be a link, since people keep their configuration elsewhere and link it. Links below
it that lead out of it are only named, never followed.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from stat import S_ISLNK

from memtui import plain_files
from memtui.domain.instant import Instant
from memtui.domain.text import Longest, one_line
from memtui.formats.finding import Found
from memtui.formats.ground.files import leads_out, text_of
from memtui.formats.ground.frontmatter import Head
from memtui.formats.ground.markdown import Block, statements
from memtui.formats.ground.records import records, says_something
from memtui.formats.protocol import Reader, Skipped, SourceError

_COUNTED_BYTES = 16_000_000
"""A larger file is counted by its lines."""
_MOST_FILES = 200_000
"""Files that are counted in one known place, so that looking always ends."""
MOST_FOLDERS = 20_000
"""Folders that are looked through: one a project, of more projects than anybody has."""


@dataclass(slots=True)
class Tally:
    """What the files of one place add up to."""

    root: Path
    records: int = 0
    bytes: int = 0
    newest: Instant | None = None
    files: int = 0
    problems: list[str] = field(default_factory=list)

    def add(self, file: Path, count: Callable[[], int]) -> None:
        """Count one file, unless it leads out of the place."""
        try:
            stat = file.lstat()
            if S_ISLNK(stat.st_mode):
                if leads_out(file, self.root):
                    self.problems.append(f"{file.name} is a link that leads out; not followed")
                    return
                stat = file.stat()
            self.files += 1
            self.bytes += stat.st_size
            self.newest = max(stat.st_mtime, self.newest or 0.0)
            self.records += count()
        except (OSError, SourceError) as error:
            self.problems.append(words_of(file, error))

    def result(self, format_name: str, path: Path, waiting: int = 0) -> Iterator[Found]:
        """Yield what was counted, when there was anything."""
        if self.files or self.problems or waiting:
            more = f" (and {len(self.problems) - 1:,} more)" if len(self.problems) > 1 else ""
            problem = f"{self.problems[0]}{more}" if self.problems else ""
            yield Found(format_name, path, self.records, self.bytes, self.newest, waiting, problem)


def read_through(
    reader: Reader, folder: Path, place: Path, names: tuple[str, ...], waiting: int = 0
) -> Iterator[Found]:
    """Yield a folder of few files by reading them."""
    tally = Tally(place.resolve())
    for name in names:
        if (folder / name).is_file() or (folder / name).is_symlink():
            tally.add(folder / name, lambda: 0)
    if tally.files:
        try:
            tally.records = _count(reader, folder, tally)
        except (OSError, SourceError) as error:
            tally.problems.append(words_of(folder, error))
    yield from tally.result(reader.name, folder if tally.files else place, waiting)


def one_file(reader: Reader, file: Path, place: Path) -> Iterator[Found]:
    """Yield one file when it is of the reader's format, or cannot be looked at."""
    try:
        if not file.is_file():
            return
        if not leads_out(file, place.resolve()) and not reader.detect(file):
            return
    except (OSError, SourceError) as error:
        yield Found(reader.name, file, problem=words_of(file, error))
        return
    tally = Tally(place.resolve())
    tally.add(file, lambda: _count(reader, file, tally))
    yield from tally.result(reader.name, file)


def _count(reader: Reader, path: Path, tally: Tally) -> int:
    if path.is_file() and path.stat().st_size > _COUNTED_BYTES:
        return _lines(path)
    count = 0
    for record in reader.read(path):
        if isinstance(record, Skipped):
            tally.problems.append(f"{record.where}: {record.reason}")
        else:
            count += 1
    return count


def _lines(file: Path) -> int:
    with plain_files.opened(file) as opened:
        return sum(chunk.count(b"\n") for chunk in iter(lambda: opened.read(1 << 20), b""))


def statements_in(file: Path) -> int:
    """Return how many memories a file of notes makes. Raises SourceError."""
    return sum(map(says_something, _parsed(file, records)))


def blocks_of(file: Path) -> list[Block]:
    """Return the statements of a file. Raises SourceError."""
    return _parsed(file, statements)


def _parsed(file: Path, parser: Callable[[str], tuple[Head, list[Block]]]) -> list[Block]:
    text = text_of(file)
    if isinstance(text, Skipped):
        raise SourceError(text.reason)
    return parser(text)[1]


def below(folder: Path, name: str) -> list[Path]:
    """Return what is called `name` in each folder in `folder`."""
    try:
        with os.scandir(folder) as entries:
            names = sorted(entry.name for entry in islice(entries, MOST_FOLDERS) if entry.is_dir())
    except OSError:
        return []
    return [folder / inner / name for inner in names]


def markdown_below(folder: Path, suffixes: tuple[str, ...] = (".md",)) -> list[Path]:
    """Return the markdown files at or below a folder, links to files too; no folder link is entered."""
    files: list[Path] = []
    for above, folders, names in os.walk(folder):
        folders.sort()
        files += [Path(above, name) for name in sorted(names) if name.endswith(suffixes)]
        if len(files) > _MOST_FILES:
            break
    return files


def shown_below(folder: Path) -> Iterator[Path]:
    """Yield the files at or below a folder, but for what is hidden; there may be any number of them."""
    for above, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(above, name) for name in sorted(names) if not name.startswith("."))


def words_of(path: Path, error: Exception) -> str:
    """Return why a path cannot be read, on one line."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return one_line(f"{path.name}: {reason}", Longest.SENTENCE)
