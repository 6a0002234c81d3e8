"""Writing what was changed here to a live store, once a person has agreed to that.

Each row is written by itself, through the framework's own client, and only while its text is the one last
read. The row before our first change is kept, without its secrets, until that change is taken back, so an
undo puts back the very row under the same key. A write is noted before it is made. If the process is killed
or the store goes away in between, the next run looks at the store to see whether the write happened.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from memtui.domain.text import fingerprint
from memtui.formats.changes import FileChange, Plan, RecordChange
from memtui.formats.protocol import Skipped
from memtui.live_stores.protocol import CannotSay, LiveStore, Opened, Row, row_of
from memtui.sources.found import Read
from memtui.sources.live.following import read_of
from memtui.sources.pending import to_write
from memtui.sources.synced import Synced
from memtui.store import sources, write_backs
from memtui.store.database import Store, Transaction
from memtui.store.holes import Missing, blotted, cut, filled
from memtui.store.sources import Source, SourceRecord
from memtui.store.write_backs import Outcome, Write, WriteBack

_AT_ONCE = 100
"""Memories that are written between two looks at the store."""
_CHANGED = "it was changed there meanwhile, so it is read again first"
_GONE = "it is not there any more"
_TAKEN = "something else has its place there now"


@dataclass(frozen=True, slots=True)
class _Planned:
    """One row of the store before and after the write."""

    record: SourceRecord
    before: Row | None
    """As it is there now."""
    after: Row | None
    """None when it goes."""
    base: Row | None
    """As it was before the first of our changes."""
    kept: WriteBack | None
    """The earlier change that this one continues."""

    @property
    def is_new(self) -> bool:
        """Whether the store differs from what is wanted."""
        return _hash(self.before) != _hash(self.after)


@dataclass(slots=True)
class _Plans:
    """The writes that some changes lead to."""

    planned: list[_Planned] = field(default_factory=list)
    left: list[Skipped] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Writing:
    """A linked store that is open, to be written to."""

    store: Store
    source: Source
    kind: LiveStore
    opened: Opened

    def plan(self) -> Plan:
        """Return what would be written now: each memory's words before and after, by its key."""
        preview = Plan()
        for some in _batches(to_write(self.store, self.source)[0]):
            plans = self._planned(some)
            preview.left += plans.left
            preview.files += [
                FileChange(
                    Path(planned.record.key), self._text_of(planned.before), self._text_of(planned.after)
                )
                for planned in plans.planned
                if planned.is_new
            ]
        return preview

    def write(self, synced: Synced) -> bool:
        """Write what is pending; returns whether more of it waits for a person's yes.

        Raises SourceError when the store goes away. What was written by then stands.
        """
        self._settle()
        changes, waits = to_write(self.store, self.source)
        synced.pending, synced.left = 0, []
        if self.kind.only_read:
            return waits
        if self.source.agreed_at is None:
            synced.pending = len(changes)
            return waits
        for some in _batches(changes):
            plans = self._planned(some)
            synced.left += plans.left
            self._carry_out(plans.planned)
            synced.written += [Path(planned.record.key) for planned in plans.planned if planned.is_new]
        return waits

    # -- planning ----------------------------------------------------------------------------------

    def _planned(self, changes: Sequence[RecordChange]) -> _Plans:
        keys = [change.key for change in changes]
        there = self.opened.get(keys)
        records = {record.key: record for record in sources.records_at(self.store, self.source.id, keys)}
        plans = _Plans()
        for change in changes:
            record = records.get(change.key)
            if record is None:
                continue
            try:
                plans.planned.append(self._one(change, record, there.get(change.key)))
            except CannotSay as error:
                plans.left.append(Skipped(change.key, str(error)))
        return plans

    def _one(self, change: RecordChange, record: SourceRecord, now: Row | None) -> _Planned:
        """Return the write that one change needs. Raises CannotSay when the store has no place for it."""
        kept = self._kept(record.key)
        base = now
        if kept is not None and kept.write.before is not None and kept.write.after_hash == _hash(now):
            base = self._base(kept, now)
        else:
            kept = None
        if change.after is None:
            if now is not None and not self._says(now, record.fingerprint):
                raise CannotSay(_CHANGED)
            return _Planned(record, now, None, base, kept)
        wanted = fingerprint(change.after.text)
        if now is not None and self._says(now, wanted):
            return _Planned(record, now, now, base, kept)
        if base is not None and self._says(base, wanted) and (now is None) == (change.before is None):
            return _Planned(record, now, base, base, kept)
        if now is None and change.before is not None:
            raise CannotSay(_GONE)
        if now is not None and not self._says(now, record.fingerprint):
            raise CannotSay(_CHANGED if change.before is not None else _TAKEN)
        begin = now or base
        if begin is not None and self._has_secret(begin):
            raise CannotSay("it holds a secret, which memtui keeps none of; change it there")
        after = (
            self.kind.made(record.key, change.after)
            if begin is None
            else self.kind.reworded(begin, change.after)
        )
        return _Planned(record, now, after, base, kept)

    def _kept(self, key: str) -> WriteBack | None:
        return write_backs.standing(self.store, self.source.id, self._name(key))

    def _base(self, kept: WriteBack, now: Row | None) -> Row | None:
        """Return the row before our first change; if a secret in it is lost, the current one.

        A row that is gone with its secret comes back with that blotted out.
        """
        data = kept.write.before
        if data is None:
            return None
        try:
            present = [None if now is None else now.data]
            data = filled(write_backs.hole_key(self.store), data, kept.write.holes, present) or data
        except Missing:
            if now is not None:
                return now
            data = blotted(data, kept.write.holes)
        return row_of(self._key(kept.file), data)

    def _says(self, row: Row, wanted: int | None) -> bool:
        read = read_of(self.kind, row, self.source.path)
        return isinstance(read, Read) and read.fingerprint == wanted

    def _has_secret(self, row: Row) -> bool:
        read = read_of(self.kind, row, self.source.path)
        return isinstance(read, Read) and "secrets" in read.draft.provenance

    def _text_of(self, row: Row | None) -> bytes | None:
        if row is None:
            return None
        record = self.kind.record(row, self.source.path)
        return (record.reason if isinstance(record, Skipped) else record.text).encode("utf-8", "replace")

    # -- carrying out ------------------------------------------------------------------------------

    def _carry_out(self, plans: Sequence[_Planned]) -> None:
        new = [planned for planned in plans if planned.is_new]
        with self.store.write() as tx:
            self._note_records(tx, [self._outcome(planned) for planned in plans if not planned.is_new])
        if not new:
            return
        noted = [self._noted(planned) for planned in new]
        with self.store.write(durable=True) as tx:
            ids = write_backs.note(tx, self.source.id, noted)
        gone = [planned.record.key for planned in new if planned.after is None]
        if gone:
            self.opened.delete(gone)
        put = [planned.after for planned in new if planned.after is not None]
        if put:
            self.opened.put(put)
        for write_id, write in zip(ids, noted, strict=True):
            self._confirm(write_id, write)

    def _confirm(self, write_id: int, write: Write) -> None:
        with self.store.write() as tx:
            self._note_records(tx, write.outcome)
            write_backs.confirm(tx, self.source.id, write_id, write)

    def _noted(self, one: _Planned) -> Write:
        before, holes = cut(write_backs.hole_key(self.store), None if one.base is None else one.base.data)
        return Write(
            self._name(one.record.key),
            (),
            before,
            holes,
            _hash(one.base),
            _hash(one.after),
            None,
            self.source.synced_op,
            outcome=(self._outcome(one),),
            continues=None if one.kept is None else one.kept.id,
        )

    def _outcome(self, one: _Planned) -> Outcome:
        record = one.record
        read = None if one.after is None else read_of(self.kind, one.after, self.source.path)
        says = read.fingerprint if isinstance(read, Read) else None
        return Outcome(
            record.key, None if one.after is None else record.key, record.memory_id, says, record.pinned
        )

    def _note_records(self, tx: Transaction, outcome: Sequence[Outcome]) -> None:
        now = [
            SourceRecord(record.key, self.source.path, record.memory_id, record.fingerprint, record.pinned)
            for record in outcome
        ]
        sources.put_records(tx, self.source.id, now)

    def _settle(self) -> None:
        """Find out whether writes happened that were noted and not confirmed."""
        left = [
            write_back
            for write_back in write_backs.of_source(self.store, self.source.id)
            if write_back.status == "pending"
        ]
        there = self.opened.get([self._key(write_back.file) for write_back in left]) if left else {}
        for write_back in left:
            if _hash(there.get(self._key(write_back.file))) == write_back.write.after_hash:
                self._confirm(write_back.id, write_back.write)
            else:
                with self.store.write() as tx:
                    write_backs.forget(tx, write_back.id)

    def _name(self, key: str) -> str:
        """Return the name under which a write of one memory is noted."""
        return f"{self.source.path}#{key}"

    def _key(self, name: str) -> str:
        return name[len(self.source.path) + 1 :]


def _hash(row: Row | None) -> bytes | None:
    return None if row is None else row.hash


def _batches(changes: Sequence[RecordChange]) -> Iterator[Sequence[RecordChange]]:
    for start in range(0, len(changes), _AT_ONCE):
        yield changes[start : start + _AT_ONCE]
