"""Markdown that no program has a place for: a folder of notes, taken for what it clearly is."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from memtui.formats.ground.agent_parts import NO_MEMORY, agent_part
from memtui.formats.ground.files import markdown_files
from memtui.formats.ground.looking import shown_below
from memtui.formats.protocol import Skipped

PAGES = (".md", ".markdown")
_MOST_FILES = 20_000
"""Files that are counted, so that looking at a large tree ends soon."""
_SHARE = 0.5
"""Half the files are pages: a folder of notes, and not a project with some."""


def is_notes(folder: Path) -> bool:
    """Say whether at least half of the files at or below a folder are markdown, and some of it no part of an
    agent. May raise OSError.
    """
    files = list(islice(shown_below(folder), _MOST_FILES))
    pages = sum(name.suffix in PAGES for name in files)
    if all(agent_part(name) for name in files if name.suffix in PAGES):
        return False
    return pages > 0 and pages >= _SHARE * len(files)


def notes_below(folder: Path) -> Iterator[Path | Skipped]:
    """Yield the pages at or below a folder; what else lies there is counted, and so are parts of an agent,
    unless the folder is among them.
    """
    asked = bool(agent_part(folder))
    for page in markdown_files(folder, PAGES):
        if isinstance(page, Path) and not asked and (part := agent_part(page)):
            yield Skipped(page.relative_to(folder).as_posix(), f"{part}, {NO_MEMORY}")
        else:
            yield page
    others = sum(name.suffix not in PAGES for name in islice(shown_below(folder), _MOST_FILES))
    if others:
        yield Skipped("1 other file" if others == 1 else f"{others:,} other files", "no markdown; not read")


def pages_beside(folder: Path, read: set[str]) -> Iterator[Skipped]:
    """Yield the pages of a folder that are no instructions; `read` are the names of those that are."""
    names = (entry.name for entry in folder.iterdir() if entry.suffix in PAGES and entry.name not in read)
    for name in sorted(names):
        yield Skipped(name, "no instructions that an agent loads; import it by itself to read it")
