"""Keeping the store and the files that agents read in step, both ways; others meet linked files through here.

First memories follow what was changed in the files (`following`), then the files get what was changed here
(`writing_back`), once a person has agreed to that for the source. Called by the command line and the screen
after a change, and by whoever watches the files.
"""

from pathlib import Path

from memtui.config.settings import Gate
from memtui.domain.actor import Actor, ActorKind
from memtui.formats.protocol import SourceError
from memtui.sources.approvals import propose_waiting
from memtui.sources.following import Following, follow
from memtui.sources.gating import gated_by
from memtui.sources.linking import take_up
from memtui.sources.pending import pending
from memtui.sources.replacing import Changed, real_file
from memtui.sources.source_files import differs, files_of, reader_of, reader_or_none, stat_of, words_of
from memtui.sources.synced import Synced
from memtui.sources.taking_over import CHANGED, REWORDED, VANISHED, settle
from memtui.sources.writing_back import alone, plan_pending, recover, write
from memtui.store import review_state, sources, write_backs
from memtui.store.database import Store
from memtui.store.sources import Source, Standing

__all__ = [
    "CHANGED",
    "REWORDED",
    "VANISHED",
    "Synced",
    "files_of",
    "link",
    "looks_changed",
    "pending",
    "plan_pending",
    "reader_of",
    "settle_left",
    "sync",
    "sync_all",
]

_ROUNDS = 4
"""How often the files are read again when another program changes one while it is being written."""


def link(
    store: Store, path: Path, format_name: str = "auto", *, by: Actor, gate: Gate
) -> tuple[Source, Synced]:
    """Take a file or folder up: import what it holds and keep both in step from now on.

    `gate` says what becomes of what it brings, now and later.
    Nothing is written to it until `sources.agree`. Raises SourceError when it is no memory format.
    """
    source = take_up(store, path, format_name)
    return source, sync(store, source, by=by, gate=gate)


def sync(
    store: Store, source: Source, *, gate: Gate, by: Actor | None = None, wholly: bool = False
) -> Synced:
    """Bring one source in step: read what changed in its files, then write what changed here.

    `gate` says what becomes of what the files bring. `wholly` reads the files even when they look unchanged.
    A problem with the files is told in the result.
    """
    synced = Synced()
    try:
        with alone(store):
            recover(store)
            _sync(store, source, by or Actor(ActorKind.SYSTEM, source.format), gate, synced, wholly=wholly)
    except (SourceError, OSError, ValueError, RecursionError) as error:
        # Whatever is wrong with one source, it is said there and stops no other.
        synced.problem = words_of(error)
        _note_standing(store, source, Standing.CONFLICT, synced.problem)
    return synced


def _sync(store: Store, source: Source, by: Actor, gate: Gate, synced: Synced, *, wholly: bool) -> None:
    path = Path(source.path)
    if not path.exists() and not _is_ours_to_put_back(store, source):
        _note_standing(store, source, Standing.MISSING, f"there is no {path} any more")
        synced.problem = f"There is no {path} any more; its memories stay. Put it back, or unlink it."
        return
    real_file(path, path)
    reader = reader_of(source)
    op = review_state.newest_op(store)
    gated = gated_by(gate, reader, path)
    following = Following(store=store, source=source, reader=reader, by=by, gated=gated, synced=synced)
    waits = _both_ways(following, wholly=wholly)
    if synced.written:
        settle(store, source)
    if not synced.pending and not waits:
        while op + 1 in synced.ops:
            op += 1
        with store.write() as tx:
            sources.note_synced(tx, source.id, op)
    if source.status is not Standing.LINKED:
        _note_standing(store, source, Standing.LINKED, "")


def _both_ways(following: Following, *, wholly: bool) -> bool:
    """Read and write; begin again when another program changed a file between. Returns whether more waits."""
    store, source, synced = following.store, following.source, following.synced
    for left in reversed(range(_ROUNDS)):
        follow(following, wholly=wholly)
        settle(store, source)
        cards, unread = propose_waiting(store, source)
        synced.proposed += cards
        synced.skipped += unread
        try:
            return write(store, source, following.reader, synced)
        except Changed:
            if not left:
                raise
    return False


def _is_ours_to_put_back(store: Store, source: Source) -> bool:
    """Say whether a source is one file that was taken away because its only memory was dropped."""
    last = write_backs.standing(store, source.id, source.path)
    return last is not None and last.write.after_hash is None


def sync_all(store: Store, *, gate: Gate, by: Actor | None = None) -> dict[str, Synced]:
    """Bring every linked source in step; returns what was done, by path."""
    return {source.path: sync(store, source, by=by, gate=gate) for source in sources.get_all(store)}


def settle_left(store: Store) -> list[str]:
    """Settle what a killed process left half written; returns the paths of the files. Raises SourceError."""
    with alone(store):
        return recover(store)


def looks_changed(store: Store, source: Source) -> bool:
    """Say whether a source's files differ in size or time from when they were last read.

    Cheap enough to ask every few seconds: it looks at folders and file times, never into files.
    """
    known = sources.marks(store, source.id)
    try:
        found = set(files_of(Path(source.path), reader_or_none(source)))
        return not known.keys() >= found or any(differs(mark, stat_of(mark.file)) for mark in known.values())
    except OSError:
        return True


def _note_standing(store: Store, source: Source, status: Standing, message: str) -> None:
    with store.write() as tx:
        sources.note_standing(tx, source.id, status, message)
