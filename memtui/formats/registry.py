"""Knows all formats and recognises that of a path; everything outside `formats` asks here.

Formats are found by their entry points (`memtui.installed`), so another package can add one. A faulty one
from elsewhere is left out and named (`left_out`); it never stops memtui.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from memtui import installed
from memtui.formats.changes import HasFiles
from memtui.formats.finding import LiesAround, Machine
from memtui.formats.ground.agent_parts import agent_part
from memtui.formats.protocol import Reader, SourceError
from memtui.formats.refusing import of_agent, refusal

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

AUTO = "auto"
_LIKELY = 0.5
"""From here on a reader is surer than not; below it a person has to name the format."""


@dataclass(frozen=True, slots=True)
class _Formats:
    readers: tuple[Reader, ...]
    left_out: tuple[str, ...]


def readers() -> tuple[Reader, ...]:
    """Return one reader for each format, in their `order`."""
    return _formats().readers


def reader_called(agent: str) -> Reader | None:
    """Return the format of an agent's own files, `claude` of `claude-code`; None where there is none.

    No other format is loaded, because a hook asks.
    """
    point = next((each for each in installed.formats() if agent.partition("-")[0] == each.name), None)
    reader = None if point is None else _loaded(point)
    return reader if isinstance(reader, Reader) else None


def left_out() -> tuple[str, ...]:
    """Return which installed formats cannot be used and why, a sentence each."""
    return _formats().left_out


def called(name: str) -> str:
    """Return a format as people call it; its name where it is not installed any more."""
    return next((reader.called for reader in readers() if reader.name == name), name)


@cache
def _formats() -> _Formats:
    readers: dict[str, Reader] = {}
    problems = []
    for point in installed.formats():
        reader = _loaded(point)
        if isinstance(reader, str):
            problems.append(reader)
        elif reader.name in readers:
            problems.append(_complaint(point, "there is one of that name already"))
        else:
            readers[reader.name] = reader
    if not readers:
        problems.append("No formats are installed with memtui; install it again.")
    by_order = sorted(readers.values(), key=lambda reader: (reader.order, reader.name))
    return _Formats(tuple(by_order), tuple(problems))


def _loaded(point: "EntryPoint") -> Reader | str:
    """Return the format of an entry point, or why it cannot be used."""
    try:
        reader = point.load()()
    except Exception as error:
        if installed.is_ours(point):
            raise
        return _complaint(point, f"{type(error).__name__}: {error}")
    if not isinstance(reader, Reader):
        return _complaint(point, "it lacks something that `memtui.formats.protocol.Reader` asks for")
    if reader.name != point.name:
        return _complaint(point, f"it calls itself {reader.name!r}, not as its entry point does")
    return reader


def _complaint(point: "EntryPoint", reason: str) -> str:
    package = f" of {point.dist.name}" if point.dist is not None else ""
    return f"The format {point.name!r}{package} was left out: {reason}"


def reader_for(path: Path, format_name: str = AUTO) -> Reader:
    """Return the reader called `format_name`, or with `auto` the one that recognises the content.

    Raises SourceError for an unknown name, a missing path, or content that no reader recognises.
    """
    by_name = {reader.name: reader for reader in readers()}
    if format_name != AUTO and format_name not in by_name:
        raise SourceError(f"there is no format {format_name!r}; use {', '.join([AUTO, *by_name])}")
    if not path.exists():
        raise SourceError(f"there is no {path}; give a file or folder that holds memories")
    if not (path.is_file() or path.is_dir()):
        raise SourceError(f"{path} is neither a file nor a folder, so it was not opened")
    if format_name != AUTO:
        return by_name[format_name]
    if part := agent_part(path):
        raise of_agent(path, part)
    try:
        sure, best = max(((reader.detect(path), reader) for reader in readers()), key=lambda found: found[0])
        if sure == 0.0:
            raise refusal(path, _knowing)
    except OSError as error:
        raise SourceError(f"cannot read {path}: {error.strerror or error}") from error
    return best


def _knowing(file: Path) -> Reader | None:
    """Return the format that is likely that of a file."""
    return next((reader for reader in readers() if _recognises(reader, file)), None)


def beside(path: Path, reader: Reader) -> list[tuple[Reader, Path]]:
    """Return the other formats that have memories in a folder, each with the places that hold them.

    A folder is read as one format; who reads a project's instructions is told of its memory bank this way.
    """
    readers_beside: list[tuple[Reader, Path]] = []
    for other in readers() if path.is_dir() else ():
        if other.name != reader.name and isinstance(other, HasFiles) and _recognises(other, path):
            files = set(other.files(path))
            if files and files.isdisjoint(reader.files(path) if isinstance(reader, HasFiles) else ()):
                readers_beside += [(other, place) for place in _places(other, path, files)]
    return readers_beside


def _places(reader: Reader, folder: Path, files: Iterable[str]) -> list[Path]:
    """Return the place that holds some files; where that is the folder itself, those that a scan finds."""
    around = Path(os.path.commonpath(list(map(os.path.dirname, files))))
    if around == folder.resolve() and isinstance(reader, LiesAround):
        found = [place.path for place in reader.known_places(Machine.of_project(folder)) if not place.problem]
        return found or [around]
    return [around]


def _recognises(reader: Reader, path: Path) -> bool:
    try:
        return reader.detect(path) >= _LIKELY
    except OSError:
        return False
