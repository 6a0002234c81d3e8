"""Links live stores and brings them in step both ways. `syncing` calls it for sources with an address."""

from contextlib import AbstractContextManager

from memtui.config.settings import Gate
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.watch import UNWATCHED, Watch
from memtui.formats.changes import Plan
from memtui.formats.protocol import SourceError
from memtui.live_stores import registry
from memtui.sources.live.following import follow, mark_of, taking_over
from memtui.sources.live.writing import Writing
from memtui.sources.locking import alone
from memtui.sources.noting import note_in_step, note_standing
from memtui.sources.pending import to_write
from memtui.sources.synced import Synced
from memtui.sources.taking_over import settle
from memtui.store import review_state, sources
from memtui.store.database import Store
from memtui.store.sources import Source, Standing


def take_up(store: Store, where: str) -> Source:
    """Note that the store at an address is a source. Raises SourceError when it cannot be opened."""
    kind, place = registry.at(where)
    with kind.opened(where) as opened:
        opened.count()
    with store.write() as tx:
        sources.link(tx, kind.name, place, review_state.newest_op(store), where)
    source = sources.find(store, place)
    if source is None:
        raise SourceError(f"{place} was unlinked by another process")
    return source


def sync(
    store: Store,
    source: Source,
    *,
    gate: Gate,
    by: Actor | None = None,
    wholly: bool = False,
    watch: Watch = UNWATCHED,
) -> Synced:
    """Bring one live store in step: read what changed there, then write what changed here.

    A store that is away or answers something else is told in the result, and tried again the next time.
    """
    synced = Synced(written_to=source.path)
    try:
        with _alone(store, source):
            _sync(store, source, by or Actor(ActorKind.SYSTEM, source.format), gate, synced, wholly, watch)
    except SourceError as error:
        synced.problem = str(error)
        note_standing(store, source, Standing.CONFLICT, synced.problem)
    return synced


def _sync(
    store: Store, source: Source, by: Actor, gate: Gate, synced: Synced, wholly: bool, watch: Watch
) -> None:
    kind = registry.named(source.format)
    op = review_state.newest_op(store)
    # Before it is read: what is changed meanwhile is seen the next time.
    mark = kind.mark(source.address)
    with kind.opened(source.address) as opened:
        now = taking_over(store, source, by, gate, synced)
        follow(now, kind, opened, wholly=wholly, watch=watch, mark=mark)
        settle(store, source)
        if source.synced_op == op:
            # What was just imported need not be held against the store again.
            source = note_in_step(store, source, op, synced)
        waits = _write(Writing(store, source, kind, opened), synced)
    if not synced.pending and not waits:
        note_in_step(store, source, op, synced)
    if source.status is not Standing.LINKED:
        note_standing(store, source, Standing.LINKED)


def _write(writing: Writing, synced: Synced) -> bool:
    """Write what is pending, then note the store's mark, so that our own changes are not read as news.

    The mark is kept only if nobody else wrote since the reading. Returns whether more waits for a person's
    yes.
    """
    store, source, kind = writing.store, writing.source, writing.kind
    known = sources.marks(store, source.id).get(source.path)
    before = mark_of(source, kind.mark(source.address))
    waits = writing.write(synced)
    if synced.written and before == known:
        with store.write() as tx:
            sources.put_marks(tx, source.id, [mark_of(source, kind.mark(source.address))])
    return waits


def plan_pending(store: Store, source: Source) -> Plan:
    """Return what would be written to a live store now. Raises SourceError."""
    if not to_write(store, source)[0]:
        return Plan()
    kind = registry.named(source.format)
    with kind.opened(source.address) as opened:
        return Writing(store, source, kind, opened).plan()


def only_read(source: Source) -> str:
    """Return why memtui does not write to a live store; empty where it does."""
    try:
        return registry.named(source.format).only_read
    except SourceError as error:
        return str(error)


def looks_changed(store: Store, source: Source) -> bool:
    """Say whether a store may have changed since it was read, by one quick query."""
    try:
        mark = mark_of(source, registry.named(source.format).mark(source.address))
        return sources.marks(store, source.id) != {source.path: mark}
    except SourceError:
        return True


def _alone(store: Store, source: Source) -> AbstractContextManager[None]:
    """Lock this live store against other memtui processes; linked files are not locked."""
    return alone(store, f"live-{source.id}")
