"""The files that people know a linked folder by: of a folder of instructions `CLAUDE.md`, not all in it."""

from memtui.config.places import files_from_home, from_home
from memtui.store import sources
from memtui.store.database import Store
from memtui.store.sources import Source


def known_files(store: Store, source: Source) -> tuple[str, ...]:
    """Return the instruction files of a linked folder, from the folder on; none for another source."""
    from memtui.formats.instructions.format import Instructions
    from memtui.formats.instructions.reading import NAMES

    if source.format != Instructions.name:
        return ()
    read = sources.marks(store, source.id)
    return tuple(name for name in NAMES if f"{source.path.rstrip('/')}/{name}" in read)


def shown_as(store: Store, path: str) -> Source | None:
    """Return the linked folder that is shown by the file at `path`; None when none is."""
    for source in sources.get_all(store):
        if path in {f"{source.path.rstrip('/')}/{name}" for name in known_files(store, source)}:
            return source
    return None


def place_of(store: Store, source: Source) -> str:
    """Return what a source is called in a sentence: its one file, or its first files and where they lie.

    Without such files it is the path or the address that it is kept by. The home folder is `~`.
    """
    names = known_files(store, source)
    return files_from_home(source.path, names) if names else from_home(source.path)
