"""How the screen names sources: the format as people know it, the path from home, what is allowed there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memtui.config.places import from_home
from memtui.domain.counting import plural
from memtui.domain.text import Longest, one_line
from memtui.sources.called import format_name
from memtui.store.database import Store

if TYPE_CHECKING:
    from memtui.sources.syncing import Synced
    from memtui.store.sources import Source

_NEAR_HOME = 2
"""Slashes in a path that is short enough for a notice."""


def access_words(source: Source) -> str:
    """Return what memtui does with a source's files."""
    return "reads and writes" if source.agreed_at is not None else "reads only"


def files_words(files: Sequence[Path]) -> str:
    """Return the names of files: `deploy.md and MEMORY.md`, `4 files`."""
    names = sorted({one_line(file.name, Longest.PHRASE) for file in files})
    if len(names) > 2:
        return f"{len(names):,} files"
    return " and ".join(names)


def files_of_project(files: Sequence[Path], project: str) -> str:
    """Return the names of files so that they are told from those of others: `CLAUDE.md of atlas`.

    What lies in a folder of home and in no project is named with the folder: `~/.claude/CLAUDE.md`.
    """
    if project:
        return f"{files_words(files)} of {one_line(project, Longest.PHRASE)}"
    only = from_home(files[0])
    return only if len(files) == 1 and only.count("/") <= _NEAR_HOME else files_words(files)


def places_written(done: Synced) -> str:
    """Return what was written: the names of files, or of a live store and how many memories in it."""
    if done.written_to:
        return f"{one_line(Path(done.written_to).name, Longest.PHRASE)} ({plural(len(done.written))})"
    return files_words(done.written)


def written_words(done: Synced) -> str:
    """Return what a change did besides: `also changed in MEMORY.md, deploy.md removed`."""
    gone = [] if done.written_to else [file for file in done.written if not file.exists()]
    there = [file for file in done.written if file not in gone]
    changed = f"also changed in {places_written(replace(done, written=there))}" if there else ""
    removed = f"{files_words(gone)} removed" if gone else ""
    return ", ".join(part for part in (changed, removed) if part)


class Place(NamedTuple):
    """Where a memory stands in a linked source."""

    source: Source
    file: str

    @property
    def label(self) -> str:
        """Return the place and what happens there: `in ~/…/deploy.md, Claude Code · reads and writes`."""
        return f"in {from_home(self.file)}, {format_name(self.source.format)}"


def places_of(store: Store, memory_id: int) -> list[Place]:
    """Return the files of linked sources that a memory stands in."""
    from memtui.store import sources  # the first paint does not wait for what is linked

    return [
        Place(source, record.file)
        for source in sources.sources_of(store, memory_id)
        for record in sources.records_of_memories(store, source.id, [memory_id])
        if record.fingerprint is not None
    ]


def gate_words(done: Synced) -> str:
    """Return what the gate did with what files bring."""
    held_back = f"{done.held:,} held back from agents until you decide in Review" if done.held else ""
    waiting = f"{done.asked:,} asked about in Review, not stored yet" if done.asked else ""
    return "; ".join(filter(None, (held_back, waiting)))
