"""Taking a source up: what may be linked, and noting that it is; `syncing` then brings it in step."""

import os
from pathlib import Path

from memtui.domain.counting import listed
from memtui.formats.ground.files import is_text, readable_name
from memtui.formats.protocol import Reader, Skipped, SourceError
from memtui.formats.registry import reader_for
from memtui.sources.source_files import files_of, reader_or_none, words_of
from memtui.store import review_state, sources
from memtui.store.database import Store
from memtui.store.sources import Source, Standing


def take_up(store: Store, path: Path, format_name: str) -> Source:
    """Note that the file or folder at `path` is a source. Raises SourceError when it cannot be one."""
    path = path.expanduser().resolve()
    _check_name(path)
    _check_no_home(path)
    reader = reader_for(path, format_name)
    path = _place_beside(store, reader, path)
    _check_holds(reader, path)
    with store.write() as tx:
        sources.link(tx, reader.name, str(path), review_state.newest_op(store))
    source = sources.find(store, str(path))
    if source is None:
        raise SourceError(f"{path} was unlinked by another process")
    return source


def _place_beside(store: Store, reader: Reader, path: Path) -> Path:
    """Return the path itself, or the place below it of this format, where it is linked as another one.

    One path is one source. Raises SourceError where no place below holds all files of the format.
    """
    known = sources.find(store, str(path))
    if known is None or known.status is Standing.UNLINKED or known.format == reader.name or not path.is_dir():
        return path
    own = sorted(files_of(path, reader))
    if not own or not set(own).isdisjoint(files_of(path, reader_or_none(known))):
        return path
    place = Path(own[0] if len(own) == 1 else os.path.commonpath([os.path.dirname(file) for file in own]))
    if place == path:
        raise SourceError(
            f"{path} is linked as {known.format}. Link the files of {reader.called} one by one: {listed(own)}"
        )
    return place


_ADVICE = (
    "Link the folder or file that holds the memories; `memtui sources scan` finds those on this machine."
)


def _check_no_home(path: Path) -> None:
    """Raise SourceError for a home folder and what lies around it, which are full of other files."""
    if Path.home().resolve().is_relative_to(path):
        raise SourceError(f"{path} is or holds your home folder. {_ADVICE}")


def _check_name(path: Path) -> None:
    """Raise SourceError for a path that is no text, which the store cannot hold."""
    if not is_text(str(path)):
        raise SourceError(
            f"the name of {readable_name(str(path))} is not UTF-8; give it another one to link it"
        )


def _check_holds(reader: Reader, path: Path) -> None:
    """Raise SourceError for what cannot be read, and for a folder with neither memories nor a memory file."""
    try:
        if any(not isinstance(record, Skipped) for record in reader.read(path)) or not path.is_dir():
            return
        if not any(Path(file).parent == path for file in files_of(path, reader)):
            raise SourceError(f"{path} holds no memories. {_ADVICE}")
    except OSError as error:
        raise SourceError(words_of(error)) from error
