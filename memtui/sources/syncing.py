"""Keeps the store and linked files in step, both ways. Other packages reach linked files through it.

First memories follow the changes in the files (`following`), then the files get the changes made here
(`writing_back`), once a person has agreed to that for the source. The command line and the screen call it
after a change, and when a file has changed.
"""

import os
from collections.abc import Sequence
from pathlib import Path

from memtui.config.places import from_home
from memtui.config.settings import Gate
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.counting import plural
from memtui.domain.watch import UNWATCHED, Watch
from memtui.formats.changes import Plan, WritesBack
from memtui.formats.ground.files import is_text
from memtui.formats.protocol import SourceError
from memtui.live_stores import registry
from memtui.sources import writing_back
from memtui.sources.approvals import propose_waiting
from memtui.sources.following import Following, follow
from memtui.sources.forms import is_read_as_now
from memtui.sources.gating import gated_by
from memtui.sources.linking import take_up
from memtui.sources.live import stepping
from memtui.sources.locking import alone
from memtui.sources.noting import note_in_step, note_standing
from memtui.sources.pending import pending
from memtui.sources.replacing import Changed, real_file
from memtui.sources.source_files import differs, files_of, reader_of, reader_or_none, stat_of, words_of
from memtui.sources.synced import Synced
from memtui.sources.taking_over import settle
from memtui.sources.writing_back import recover, write
from memtui.store import review_state, sources, write_backs
from memtui.store.database import Store
from memtui.store.sources import Source, Standing
from memtui.store.unsettled import CHANGED, REWORDED, VANISHED

__all__ = [
    "CHANGED",
    "REWORDED",
    "VANISHED",
    "Synced",
    "address_of",
    "can_write",
    "files_of",
    "find",
    "in_writing_order",
    "let_go",
    "link",
    "looks_changed",
    "looks_of",
    "pending",
    "place_of",
    "plan_pending",
    "reader_of",
    "settle_left",
    "sync",
    "sync_all",
]

_NAMED = 3
"""Files that are named of those that are gone."""
_STAY = "its memories stay. Put it back, or unlink it."
_ROUNDS = 4
"""How often the files are read again when another program changes one while it is being written."""


def link(
    store: Store,
    where: str | Path,
    format_name: str = "auto",
    *,
    by: Actor,
    gate: Gate,
    watch: Watch = UNWATCHED,
) -> tuple[Source, Synced]:
    """Take a file, a folder or a live store up: import what it holds and keep both in step from now on.

    `where` is a path or the address of a live store. `gate` says what becomes of what it brings, now and
    later. Nothing is written to it until `sources.agree`. Raises SourceError when it is no memory format.
    """
    if is_text(place_of(where)) and (known := find(store, where)) is not None:
        _write_rest(store, known, gate)
    address = address_of(where) if format_name == "auto" else None
    source = stepping.take_up(store, address) if address else take_up(store, Path(where), format_name)
    return source, sync(store, source, by=by, gate=gate, watch=watch)


def address_of(where: str | Path) -> str | None:
    """Return the address of the live store that something names or holds; None for any other path."""
    if isinstance(where, str) and registry.looks_like_address(where):
        return where
    return registry.in_path(Path(where).expanduser())


def place_of(where: str | Path) -> str:
    """Return what a source is kept by: the place of a live store, or the path in full. Raises SourceError."""
    if isinstance(where, str) and registry.looks_like_address(where):
        return registry.at(where)[1]
    return str(Path(where).expanduser().resolve())


def find(store: Store, where: str | Path) -> Source | None:
    """Return the source at a path or an address, None when there is none."""
    source = sources.find(store, place_of(where))
    address = address_of(where) if source is None else None
    return sources.find(store, registry.at(address)[1]) if address else source


def sync(
    store: Store,
    source: Source,
    *,
    gate: Gate,
    by: Actor | None = None,
    wholly: bool = False,
    watch: Watch = UNWATCHED,
) -> Synced:
    """Bring one source in step: read what changed in its files, then write what changed here.

    `gate` says what becomes of what the files bring. `wholly` reads the files even when they look unchanged.
    A problem with the files is told in the result. A live store, which may hold very much, tells `watch` how
    far it is.
    """
    if source.address:
        return stepping.sync(store, source, gate=gate, by=by, wholly=wholly, watch=watch)
    synced = Synced()
    try:
        with alone(store):
            recover(store)
            _sync(store, source, by or Actor(ActorKind.SYSTEM, source.format), gate, synced, wholly=wholly)
    except (SourceError, OSError, ValueError, RecursionError) as error:
        # Whatever is wrong with one source, it is said there and stops no other.
        gone = _names_of_gone(store, source)
        synced.problem = f"There is no {gone} any more; {_STAY}" if gone else words_of(error)
        note_standing(store, source, Standing.MISSING if gone else Standing.CONFLICT, synced.problem)
    return synced


def _sync(store: Store, source: Source, by: Actor, gate: Gate, synced: Synced, *, wholly: bool) -> None:
    path = Path(source.path)
    if not path.exists() and not _is_ours_to_put_back(store, source):
        synced.problem = f"There is no {from_home(path)} any more; {_STAY}"
        note_standing(store, source, Standing.MISSING, synced.problem)
        return
    real_file(path, path)
    reader = reader_of(source)
    op = review_state.newest_op(store)
    gated = gated_by(gate, reader, path)
    following = Following(store=store, source=source, reader=reader, by=by, gated=gated, synced=synced)
    waits = _both_ways(following, op, wholly=wholly)
    if synced.written:
        settle(store, source)
    if not synced.pending and not waits:
        note_in_step(store, source, op, synced)


def _both_ways(following: Following, op: int, *, wholly: bool) -> bool:
    """Read and write; begin again when another program changed a file between. Returns whether more waits.

    `op` is the newest op before anything was read.
    """
    store, source, synced = following.store, following.source, following.synced
    for left in reversed(range(_ROUNDS)):
        follow(following, wholly=wholly or source.status is not Standing.LINKED)
        settle(store, source)
        cards, unread = propose_waiting(store, source)
        synced.proposed += cards
        synced.skipped += unread
        if source.synced_op == op:
            # What was just read need not be held against the files again.
            source = note_in_step(store, source, op, synced)
            op = source.synced_op
        try:
            waits = write(store, source, following.reader, synced)
        except Changed:
            if not left:
                raise
            continue
        if synced.written:  # a memory may be fit for another form once its file says the same
            follow(following, wholly=False)
        return waits
    return False


def _names_of_gone(store: Store, source: Source) -> str:
    """Return the names of the files that a source had, where none of them is there any more."""
    known = sorted(sources.marks(store, source.id))
    if any(os.path.lexists(file) for file in known):
        return ""
    more = f" and {plural(len(known) - _NAMED, 'other file')}" if len(known) > _NAMED else ""
    return ", ".join(Path(file).name for file in known[:_NAMED]) + more


def _is_ours_to_put_back(store: Store, source: Source) -> bool:
    """Say whether a source is one file that was taken away because its only memory was dropped."""
    last = write_backs.standing(store, source.id, source.path)
    return last is not None and last.write.after_hash is None


def sync_all(store: Store, *, gate: Gate) -> dict[str, Synced]:
    """Bring every linked source in step; returns what was done, by path."""
    linked = in_writing_order(store, sources.get_all(store))
    return {source.path: sync(store, source, gate=gate) for source in linked}


def in_writing_order(store: Store, linked: Sequence[Source]) -> list[Source]:
    """Return sources, those behind in which something is taken away: it may live on in another of them, whose
    file is to say so before.
    """
    newest = review_state.newest_op(store)
    due = [source.id for source in linked if source.agreed_at is not None and source.synced_op < newest]

    def takes_away(source: Source) -> bool:
        return source.id in due and any(change.after is None for change in pending(store, source))

    return sorted(linked, key=takes_away) if len(due) > 1 else list(linked)


def let_go(store: Store, source: Source, *, gate: Gate, unlink: bool) -> None:
    """Write nothing more to a source, and with `unlink` do not read it either.

    What was changed while that was allowed is written before: it may be what undo is to put back.
    """
    _write_rest(store, source, gate)
    with store.write() as tx:
        if unlink:
            sources.unlink(tx, source.id)
        else:
            sources.agree(tx, source.id, False)


def _write_rest(store: Store, source: Source, gate: Gate) -> None:
    """Write what a process that was killed has left to be written to a source."""
    if source.agreed_at is not None and pending(store, source):
        sync(store, source, gate=gate)


def plan_pending(store: Store, source: Source) -> Plan:
    """Return what would be written to a source now. Raises SourceError."""
    if source.address:
        return stepping.plan_pending(store, source)
    return writing_back.plan_pending(store, source)


def can_write(source: Source) -> bool:
    """Say whether memtui can write to sources of this kind."""
    if source.address:
        return not stepping.only_read(source)
    return isinstance(reader_or_none(source), WritesBack)


def looks_of(source: Source) -> str:
    """Return what differs when a live store was written to. Raises SourceError."""
    return registry.named(source.format).mark(source.address)


def settle_left(store: Store) -> list[str]:
    """Settle what a killed process left half written; returns the paths of the files. Raises SourceError."""
    with alone(store):
        return recover(store)


def looks_changed(store: Store, source: Source) -> bool:
    """Say whether a source's files differ in size or time from when they were last read.

    Cheap enough to ask every few seconds: it looks at folders and file times, never into files.
    """
    if source.address:
        return stepping.looks_changed(store, source)
    reader = reader_or_none(source)
    if not is_read_as_now(store, source, reader):
        return True
    known = sources.marks(store, source.id)
    try:
        files = set(files_of(Path(source.path), reader))
        return not known.keys() >= files or any(differs(mark, stat_of(mark.file)) for mark in known.values())
    except OSError:
        return True
