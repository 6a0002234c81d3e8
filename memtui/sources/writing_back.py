"""Writes changes to the linked files that agents read, once a person has agreed to it.

The writes are noted in one transaction, with the old bytes, before the first file changes; the effect of a
write on its records is noted when the write is confirmed. A file is only replaced while it still holds the
bytes that were read. So a process may die anywhere: the next one confirms what happened and writes the
rest.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from memtui.formats.changes import HasPlaces, Plan, RecordChange, WritesBack
from memtui.formats.protocol import Reader, SourceError
from memtui.sources.chain_files import hash_of
from memtui.sources.chains import planned
from memtui.sources.endings import Planned
from memtui.sources.forms import knowing
from memtui.sources.pending import pending, to_write
from memtui.sources.replacing import bytes_of, clear_up, look_ahead, replace_file
from memtui.sources.source_files import marks_of, reader_of, reader_or_none
from memtui.sources.synced import Synced
from memtui.store import journal, line_order, sources, write_backs
from memtui.store.database import Store, Transaction
from memtui.store.sources import Source, SourceRecord
from memtui.store.write_backs import Outcome, Write, WriteBack


def plan_pending(store: Store, source: Source) -> Plan:
    """Return what would be written to a source's files now. Raises SourceError."""
    changes, _ = to_write(store, source)
    reader = reader_of(source)
    if not changes or not isinstance(reader, WritesBack):
        return Plan()
    plan = planned(store, source, reader, changes)
    return Plan([change for change, _ in plan.writes], plan.left, plan.warnings)


def write(store: Store, source: Source, reader: Reader, synced: Synced) -> bool:
    """Write what is to be written; returns whether more of it waits for a person's word.

    Raises Changed when another program changed a file meanwhile, SourceError and OSError. Then what was
    written by then stands, and the rest is still to be written.
    """
    synced.pending, synced.left, synced.warnings = 0, [], []
    changes, waits = to_write(store, source)
    unsettled = {
        write_back.file
        for write_back in write_backs.of_source(store, source.id)
        if write_back.status == "failed"
    }
    if not (changes or unsettled) or not isinstance(reader, WritesBack):
        return waits
    if source.agreed_at is None and not isinstance(reader, HasPlaces):
        synced.pending = len(pending(store, source))
        return waits
    ops = journal.ops_about(store, _memories_of(store, source, changes), source.synced_op)
    plan = planned(store, source, reader, changes, ops, unsettled)
    if source.agreed_at is None:
        # Whether anything of a whole memory differs is only known when it is looked up in the file.
        synced.pending = len(changes) if plan.writes else 0
        return waits
    synced.left, synced.warnings = plan.left, plan.warnings
    _carry_out(store, source, plan, synced)
    synced.changes = len(changes) if plan.writes else 0
    with store.write() as tx:
        write_backs.forget_failed(tx, source.id)
    return waits


def _memories_of(store: Store, source: Source, changes: Sequence[RecordChange]) -> list[int]:
    places = {(change.key, change.file) for change in changes}
    return [r.memory_id for r in sources.records(store, source.id) if (r.key, r.file) in places]


def _carry_out(store: Store, source: Source, planned: Planned, synced: Synced) -> None:
    if not planned.writes:
        return
    for change, _ in planned.writes:  # a note and its line in the index go together or not at all
        look_ahead(change, Path(source.path))
    with store.write(durable=True) as tx:
        ids = write_backs.note(tx, source.id, [noted for _, noted in planned.writes])
    for at, (change, noted) in enumerate(planned.writes):
        try:
            replace_file(change, Path(source.path))
        except (SourceError, OSError):
            with store.write() as tx:
                write_backs.fail(tx, ids[at:])
            raise
        _confirm(store, source.id, ids[at], noted)
        synced.written.append(change.path)


def _confirm(store: Store, source_id: int, write_id: int, noted: Write) -> None:
    """Note that a file was written, and what its records and the file are now."""
    marks = list(marks_of([noted.file], {}))
    with store.write() as tx:
        _note_records(tx, source_id, noted, noted.outcome)
        sources.change_marks(tx, source_id, marks, [] if marks else [noted.file])
        write_backs.confirm(tx, source_id, write_id, noted)


def _note_records(tx: Transaction, source_id: int, noted: Write, outcome: Sequence[Outcome]) -> None:
    def record(one: Outcome, key: str) -> SourceRecord:
        return SourceRecord(key, noted.file, one.memory_id, one.fingerprint, one.pinned)

    renamed = {
        effect.key: record(effect, effect.now) for effect in outcome if effect.now not in {None, effect.key}
    }
    order = line_order.positions(tx, source_id, noted.file) if renamed else {}
    sources.forget_records(tx, source_id, [replace(now, key=before) for before, now in renamed.items()])
    sources.take_out(tx, source_id, [record(effect, effect.key) for effect in outcome if effect.now is None])
    sources.put_records(
        tx, source_id, [record(effect, effect.now) for effect in outcome if effect.now is not None]
    )
    line_order.put_positions(tx, source_id, line_order.renamed(order, renamed))


def recover(store: Store) -> list[str]:
    """Settle writes that a killed process left. Returns the paths of their files.

    Each file is the old or the new one, or somebody else's by now. What was written is confirmed; what was
    not is written, or not, when its source is brought in step. To be called by whoever is `alone`.
    """
    settled = []
    by_id = {source.id: source for source in sources.get_all(store, unlinked=True)}
    for write_back in write_backs.unfinished(store):
        file = Path(write_back.file)
        if file.parent.is_dir():
            clear_up(file.parent)
        now = bytes_of(file)
        if hash_of(now) == write_back.write.after_hash:
            _confirm(store, write_back.source_id, write_back.id, write_back.write)
        else:
            _settle_other(store, write_back, by_id.get(write_back.source_id), now)
        settled.append(write_back.file)
    return settled


def _settle_other(store: Store, one: WriteBack, source: Source | None, now: bytes | None) -> None:
    """In a file that differs from what was written, note the records that are as they should be all the
    same.
    """
    keys: set[str] = set()
    if source is not None and now is not None:
        reader = reader_or_none(source)
        if reader is not None and isinstance(reader, WritesBack):
            told = knowing(store, reader, sources.records(store, source.id))
            keys = {record.key for record in told.holds(Path(source.path), Path(one.file), now)}
    so = [
        outcome
        for outcome in one.write.outcome
        if (outcome.now is None or outcome.now in keys)
        and (outcome.key not in keys or outcome.now == outcome.key)
    ]
    with store.write() as tx:
        _note_records(tx, one.source_id, one.write, [was for was in so if was.now != was.key])
        if any(outcome.now != outcome.key for outcome in so):
            write_backs.give_up(tx, one.source_id, one.id, one.file)
        else:
            write_backs.fail(tx, [one.id])
