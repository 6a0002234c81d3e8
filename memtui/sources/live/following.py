"""Takes over what changed in a live store, some hundred rows at a time, so a large one needs little memory.

What a new, a changed or a vanished row does to memories is the same as for the records of a file.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from memtui.config.settings import Gate
from memtui.domain.actor import Actor
from memtui.domain.text import Longest, fingerprint, one_line
from memtui.domain.watch import Watch
from memtui.formats.protocol import Skipped, SourceError
from memtui.lifecycle.checks import checked_import, loses_blocks
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.holding import Gated
from memtui.live_stores.protocol import LiveStore, Opened, Row
from memtui.sources import asking
from memtui.sources.found import Read
from memtui.sources.synced import Synced
from memtui.sources.taking_over import Place, TakingOver, add_many, ask_about_gone, change
from memtui.store import memories, sources
from memtui.store.database import Store
from memtui.store.sources import FileMark, Source, SourceRecord

_AT_ONCE = 500
"""Rows that are looked up in one question."""


def taking_over(store: Store, source: Source, by: Actor, gate: Gate, synced: Synced) -> TakingOver:
    """Return the tools for taking rows over; `gate` decides what is stored, held or asked about."""
    becomes = gate.for_file(source.format, Path(source.path))
    gated = Gated(
        lambda _: becomes, lambda _: source.path, source.format, one_line(_name(source), Longest.PHRASE)
    )
    return TakingOver(store=store, source=source, by=by, gated=gated, synced=synced)


def _name(source: Source) -> str:
    return Path(source.path).name


def read_of(kind: LiveStore, row: Row, place: str) -> Read | Skipped:
    """Return a row as it would be stored, or why it is left out."""
    record = kind.record(row, place)
    if isinstance(record, Skipped):
        return record
    try:
        stored = checked_import(record)
    except Refused as error:
        return Skipped(one_line(record.text, Longest.PHRASE), str(error))
    return Read(row.key, place, stored, fingerprint(stored.text), loses_blocks(record))


@dataclass(slots=True)
class _Pass:
    """One reading of a whole store."""

    now: TakingOver
    kind: LiveStore
    opened: Opened
    watch: Watch
    accepted: asking.Accepted
    unsaid: dict[tuple[str, int], list[int]]
    """The cards that wait about rows which were not met, by what those say."""
    seen: set[str] = field(default_factory=set)
    """The keys of all rows, those that cannot be read included."""
    changed: list[tuple[SourceRecord, Read]] = field(default_factory=list)
    stopped: bool = False
    """Whether it was stopped early: rows that were not seen may still be there."""

    def new(self) -> Iterator[Read]:
        """Yield the rows that are not memories yet; note those whose text has changed."""
        total, place = self.opened.count(), self.now.source.path
        for some in _batches(self.opened.rows()):
            self.seen.update(row.key for row in some)
            outcomes = [read_of(self.kind, row, place) for row in some]
            self.now.synced.skipped += [left for left in outcomes if isinstance(left, Skipped)]
            reads = [record for record in outcomes if isinstance(record, Read)]
            known = self._known(reads)
            for one in reads:
                self.unsaid.pop((place, one.fingerprint), None)
                record = known.get(one.place)
                if record is None:
                    yield one
                elif record.fingerprint != one.fingerprint:
                    self.changed.append((record, one))
            self.watch.progress(len(self.seen), max(total, len(self.seen)))
            if self.watch.cancelled():
                self.stopped = True
                return

    def _known(self, reads: Sequence[Read]) -> dict[Place, SourceRecord]:
        """Return the records of rows that are memories, those included to which somebody said yes since."""
        keys = [record.key for record in reads]
        known = sources.records_at(self.now.store, self.now.source.id, keys)
        before = {(record.key, record.file): record for record in known}
        return before | {(record.key, record.file): record for record in self.accepted.adopt(reads, before)}


def follow(
    now: TakingOver, kind: LiveStore, opened: Opened, *, wholly: bool, watch: Watch, mark: str
) -> None:
    """Take over what changed in a store since it was last read; `mark` says how it looks now.

    Raises SourceError when the store goes away or `watch` stops it. What was taken over by then stays.
    """
    store, source = now.store, now.source
    looks = mark_of(source, mark)
    accepted = asking.Accepted(store, source)
    if sources.marks(store, source.id) == {source.path: looks} and not wholly and not accepted:
        return
    reading = _Pass(now, kind, opened, watch, accepted, asking.waiting_lines(store, source))
    quiet = Watch(cancelled=watch.cancelled)
    add_many(now, reading.new(), quiet)
    if reading.stopped or watch.cancelled():
        raise SourceError(
            f"stopped after {len(reading.seen):,} memories, which stay; bringing it in step takes in the rest"
        )
    for record, read in reading.changed:
        change(now, record, read)
    asking.take_back(store, [card for cards in reading.unsaid.values() for card in cards])
    for records in list(sources.records_in_chunks(store, source.id)):
        gone = [r for r in records if r.fingerprint is not None and r.key not in reading.seen]
        if gone:
            were = {m.id: m for m in memories.get_many(store, [record.memory_id for record in gone])}
            ask_about_gone(store, source, gone, were, {}, now.synced)
    with store.write() as tx:
        sources.put_marks(tx, source.id, [looks])


def mark_of(source: Source, mark: str) -> FileMark:
    """Return the mark of a store in the form in which marks of files are kept."""
    return FileMark(source.path, hashlib.sha256(mark.encode()).digest(), 0, 0)


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    waiting = iter(rows)
    while some := list(islice(waiting, _AT_ONCE)):
        yield some
