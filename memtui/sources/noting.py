"""Stores the state of a source, and up to which op it is in step; for linked files and live stores alike."""

from collections.abc import Sequence
from pathlib import Path

from memtui.domain.counting import listed, plural
from memtui.formats.protocol import Skipped
from memtui.sources.synced import Synced
from memtui.store import sources
from memtui.store.database import Store
from memtui.store.sources import Source, Standing

_NAMED = 3
"""Other parts that cannot be read and are named; the rest are counted."""


def note_standing(store: Store, source: Source, status: Standing, message: str = "") -> None:
    """Note how a source stands; `message` says what is wrong with it."""
    with store.write() as tx:
        sources.note_standing(tx, source.id, status, message)


def note_read(store: Store, source: Source, skipped: Sequence[Skipped]) -> None:
    """Note that the files of a source were read, and what of them could not be made out."""
    message = _unread_words(source, [left for left in skipped if left.unread])
    if (source.status, source.message) != (Standing.LINKED, message):
        note_standing(store, source, Standing.LINKED, message)


def _unread_words(source: Source, unread: Sequence[Skipped]) -> str:
    if not unread:
        return ""
    first, *others = unread
    name = Path(source.path).name if first.where == "." else first.where
    besides = f", nor can {_named([other.where for other in others])}" if others else ""
    return f"{name} cannot be read: {first.reason}{besides}. What memtui has read of it before stays."


def _named(places: Sequence[str]) -> str:
    """Return the first of some places by name, and the number of the others."""
    more = len(places) - _NAMED
    last = [plural(more, "other part")] if more > 0 else []
    return listed([*places[:_NAMED], *last])


def note_in_step(store: Store, source: Source, op: int, synced: Synced) -> Source:
    """Note that a source is in step up to `op` and the ops of this sync; return it as it is now."""
    while op + 1 in synced.ops:
        op += 1
    with store.write() as tx:
        sources.note_synced(tx, source.id, op)
    return sources.find(store, source.path) or source
