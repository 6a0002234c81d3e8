"""Lets memtui write to several sources on one yes, after one look at what that would write now.

What is allowed is what was looked at: a source that came since, or whose changes are others by now, is left
as it was.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from memtui.config.settings import Gate
from memtui.domain.text import Longest, one_line
from memtui.formats.changes import Plan
from memtui.formats.protocol import SourceError
from memtui.sources import syncing
from memtui.sources.synced import Synced
from memtui.store import sources
from memtui.store.database import Store
from memtui.store.sources import Source, Standing


@dataclass(frozen=True, slots=True)
class LookedAt:
    """A source to which nothing may be written yet, and what would be."""

    source: Source
    plan: Plan
    problem: str = ""
    """Why its files cannot be used, as a sentence; then it is not allowed."""


@dataclass(slots=True)
class Allowed:
    """What became of a yes."""

    done: list[tuple[Source, Synced]] = field(default_factory=list)
    left: list[LookedAt] = field(default_factory=list)
    """Those that are not as they were looked at."""


def look_at_closed(store: Store) -> list[LookedAt]:
    """Return the linked sources that memtui could write to and may not yet, with what it would write.

    Raises StoreError.
    """
    closed = (source for source in sources.get_all(store) if source.agreed_at is None)
    return [_look_at(store, source) for source in closed if syncing.can_write(source)]


def _look_at(store: Store, source: Source) -> LookedAt:
    try:
        return LookedAt(source, syncing.plan_pending(store, source))
    except (SourceError, OSError) as error:
        return LookedAt(source, Plan(), one_line(str(error), Longest.QUOTE))


def allow(store: Store, looked: Sequence[LookedAt], *, gate: Gate) -> Allowed:
    """Allow writing to sources that were looked at, and bring them in step. Raises StoreError."""
    allowed = Allowed(left=[one for one in looked if not _is_as_seen(store, one)])
    agreed = [one for one in looked if one not in allowed.left]
    with store.write() as tx:
        for one in agreed:
            sources.agree(tx, one.source.id, True)
    ids = {one.source.id for one in agreed}
    now = [source for source in sources.get_all(store) if source.id in ids]
    allowed.done += [
        (source, syncing.sync(store, source, gate=gate)) for source in syncing.in_writing_order(store, now)
    ]
    return allowed


def _is_as_seen(store: Store, seen: LookedAt) -> bool:
    """Say whether a source may still be allowed, and the same would be written to it."""
    source = sources.find(store, seen.source.path)
    if seen.problem or source is None or source.agreed_at is not None:
        return False
    if source.status is Standing.UNLINKED or source.linked_at != seen.source.linked_at:
        return False
    now = _look_at(store, source)
    return not now.problem and now.plan.files == seen.plan.files
