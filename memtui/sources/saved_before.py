"""Tells when the lines of a file were saved to which only memtui has written since.

A line without a day of its own is as old as its file. Where memtui changed another line of that file and the
place is linked anew, the time of the file would make all its lines as young as that change.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from memtui.domain.instant import Instant
from memtui.domain.memory import Draft
from memtui.sources.source_files import stat_of
from memtui.store import write_backs
from memtui.store.database import Store
from memtui.store.sources import FileMark, Source

_NS = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Saved:
    """When a file was saved that holds what memtui wrote."""

    now: Instant
    """As readers tell it."""
    before: Instant
    """By whoever wrote to it before memtui did."""


def saved_before(store: Store, source: Source, marks: Iterable[FileMark]) -> dict[str, Saved]:
    """Return the times of those files of a source that hold what memtui wrote, by path."""
    hashes = {mark.file: mark.hash for mark in marks}
    times = {}
    for kept in write_backs.of_source(store, source.id):
        before, stat = kept.write.mtime_ns, stat_of(kept.file)
        ours = kept.status == "done" and hashes.get(kept.file) == kept.write.after_hash
        if ours and before is not None and stat is not None:
            times[kept.file] = Saved(stat.st_mtime, before / _NS)
    return times


def dated(draft: Draft, times: Mapping[str, Saved]) -> Draft:
    """Return a draft that only its file dates as of when that was saved before memtui wrote to it."""
    saved = times.get(str(draft.provenance.get("path")))
    if saved is None or draft.created_at != saved.now:
        return draft
    return replace(draft, created_at=saved.before)
