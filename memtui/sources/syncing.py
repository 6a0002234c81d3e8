"""Keeping the store and the files that agents read in step, both ways.

Reading: a record that is new in a file is imported, one that was changed there changes its memory, and one
that vanished becomes a proposal, never a silent drop. Where both sides changed the same record a person
decides.

Writing: what was dropped, restored, edited or pinned here goes back to the file, once a person has agreed to
that for the source. What is to be written is read off the journal, so it cannot be forgotten; a file is only
replaced while it still holds the bytes that were read. When all that a write was made for has been undone,
and nobody else touched the file, its old bytes are put back.

Called by the command line and the screen after a change, and by whoever watches the files.
"""

import hashlib
import os
import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from stat import S_IMODE

from memtui import plain_files
from memtui.domain.actor import Actor, ActorKind
from memtui.domain.memory import Draft, Memory, State
from memtui.domain.proposal import WAITING, Change, Deed, Evidence, Finding, Kind, Proposal, Target, rule_name
from memtui.domain.text import fingerprint, one_line
from memtui.lifecycle.bulk_add import import_drafts
from memtui.lifecycle.change import Edit, edit
from memtui.lifecycle.checks import checked_import, loses_blocks
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.propose import propose
from memtui.sources.approvals import propose_waiting
from memtui.sources.protocol import POINTS_TO, Reader, Skipped, SourceError
from memtui.sources.registry import reader_for, readers
from memtui.sources.replacing import Changed, bytes_of, clear_up, real_file, replace_file
from memtui.sources.writing import FileChange, HasFiles, HasPlaces, Held, Plan, RecordChange, WritesBack
from memtui.store import inserting, journal, memories, proposals, review_state, sources
from memtui.store.database import Store
from memtui.store.sources import NO_MEMORY, FileMark, Source, SourceRecord, Standing

_MOST_FILES = 20_000
_SUFFIXES = {".md", ".json", ".jsonl"}
_FRESH_NS = 2_000_000_000
"""A file as young as this may have changed again within the same tick of its clock."""
_ROUNDS = 3
"""How often a source is looked at again after a file was put back, for what else is to be written."""
CHANGED = rule_name(Kind.LEARNED, "changed")
VANISHED = rule_name(Kind.LEARNED, "vanished")
_FILE = "file"
"""What the evidence of such a card calls the file that it is about."""


@dataclass(slots=True)
class Synced:
    """What a sync did."""

    added: int = 0
    edited: int = 0
    """Memories that follow what was changed in a file."""
    cleaned: int = 0
    """New and changed records out of which reasoning, tool output or injected context was taken."""
    proposed: int = 0
    """Cards: records that vanished, or that were changed on both sides."""
    written: list[Path] = field(default_factory=list)
    pending: int = 0
    """Changes that wait until writing is agreed to."""
    left: list[Skipped] = field(default_factory=list)
    """Changes that the format cannot hold."""
    warnings: list[str] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    """Records that could not be read."""
    problem: str = ""
    """Why the source is not in step, as a sentence; empty when it is."""
    ops: list[int] = field(default_factory=list)
    """What it did to memories; none of that has to be written."""


# -- taking a source up --------------------------------------------------------------------------


def link(store: Store, path: Path, format_name: str = "auto", *, by: Actor) -> tuple[Source, Synced]:
    """Take a file or folder up: import what it holds and keep both in step from now on.

    Nothing is written to it until `sources.agree`. Raises SourceError when it is no memory format.
    """
    path = path.expanduser().resolve()
    _check_no_home(path)
    reader = reader_for(path, format_name)
    _check_holds(reader, path)
    with store.write() as tx:
        sources.link(tx, reader.name, str(path), review_state.newest_op(store))
    source = sources.find(store, str(path))
    if source is None:
        raise SourceError(f"{path} was unlinked by another process")
    return source, sync(store, source, by=by)


_ADVICE = (
    "Link the folder or file that holds the memories; `memtui sources scan` finds those on this machine."
)


def _check_no_home(path: Path) -> None:
    """Raise SourceError for a home folder and what lies around it, which are full of other files."""
    if Path.home().resolve().is_relative_to(path):
        raise SourceError(f"{path} is or holds your home folder. {_ADVICE}")


def _check_holds(reader: Reader, path: Path) -> None:
    """Raise SourceError for what cannot be read, and a folder that holds no memories nor a memory file."""
    try:
        if any(not isinstance(found, Skipped) for found in reader.read(path)) or not path.is_dir():
            return
        if not any(Path(file).parent == path for file in files_of(path, reader)):
            raise SourceError(f"{path} holds no memories. {_ADVICE}")
    except OSError as error:
        raise SourceError(_words(error)) from error


def plan_pending(store: Store, source: Source) -> Plan:
    """Return what would be written to a source's files now. Raises SourceError."""
    changes = pending(store, source)
    reader = reader_of(source)
    if not changes or not isinstance(reader, WritesBack):
        return Plan()
    return reader.plan(Path(source.path), changes)


def reader_of(source: Source) -> Reader:
    """Return the reader of a source's format. Raises SourceError for a format that is not known any more."""
    found = next((reader for reader in readers() if reader.name == source.format), None)
    if found is None:
        raise SourceError(f"{source.path} was linked as {source.format}, which this memtui does not know")
    return found


def sync(store: Store, source: Source, *, by: Actor | None = None, wholly: bool = False) -> Synced:
    """Bring one source in step: read what changed in its files, then write what changed here.

    `wholly` reads the files even when they look unchanged. A problem with the files is told in the result.
    """
    told = Synced()
    actor = by or Actor(ActorKind.SYSTEM, source.format)
    path = Path(source.path)
    recover(store)
    if not path.exists() and not _is_ours_to_put_back(store, source):
        _stands(store, source, Standing.MISSING, f"there is no {path} any more")
        told.problem = f"There is no {path} any more; its memories stay. Put it back, or unlink it."
        return told
    try:
        real_file(path, path)
        reader = reader_of(source)
        op = review_state.newest_op(store)
        _read(store, source, reader, actor, told, wholly=wholly)
        _settle(store, source)
        cards, unread = propose_waiting(store, source)
        told.proposed += cards
        told.skipped += unread
        waits = _write(store, source, reader, told)
        if told.written:
            _settle(store, source)
        if not told.pending and not waits:
            while op + 1 in told.ops:
                op += 1
            with store.write() as tx:
                sources.note_synced(tx, source.id, op)
        if source.status is not Standing.LINKED and not told.problem:
            _stands(store, source, Standing.LINKED, "")
    except (SourceError, OSError) as error:
        told.problem = _words(error)
        _stands(store, source, Standing.CONFLICT, told.problem)
    return told


def _is_ours_to_put_back(store: Store, source: Source) -> bool:
    """Say whether a source is one file that was taken away because its only memory was dropped."""
    last = sources.last_write(store, source.id, source.path)
    return last is not None and last.after_hash is None


def sync_all(store: Store, *, by: Actor | None = None) -> dict[str, Synced]:
    """Bring every linked source in step; returns what was done, by path."""
    return {source.path: sync(store, source, by=by) for source in sources.get_all(store)}


def looks_changed(store: Store, source: Source) -> bool:
    """Say whether a source's files differ in size or time from when they were last read.

    Cheap enough to ask every few seconds: it looks at folders and file times, never into files.
    """
    known = sources.marks(store, source.id)
    try:
        found = set(files_of(Path(source.path), _reader_or_none(source)))
        return not known.keys() >= found or any(_differs(mark, _stat(mark.file)) for mark in known.values())
    except OSError:
        return True


def _differs(mark: FileMark, stat: os.stat_result | None) -> bool:
    return stat is None or (stat.st_size, stat.st_mtime_ns) != (mark.size, mark.mtime_ns)


def _stat(file: str) -> os.stat_result | None:
    try:
        return os.stat(file)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _reader_or_none(source: Source) -> Reader | None:
    try:
        return reader_of(source)
    except SourceError:
        return None


def files_of(path: Path, reader: Reader | None = None) -> Iterator[str]:
    """Yield the files of a source, none that lies outside its folder.

    A reader that keeps its files in known places names them itself.
    """
    if not path.is_dir():
        yield from [str(path)] if path.is_file() else []
    elif reader is not None and isinstance(reader, HasFiles):
        yield from reader.files(path)
    else:
        inside = path.resolve()
        for file in islice(sorted(path.rglob("*")), _MOST_FILES):
            if file.suffix in _SUFFIXES and file.is_file() and inside in file.resolve().parents:
                yield str(file)


# -- from the files --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Read:
    """One record as a file says it now."""

    key: str
    file: str
    draft: Draft
    """As it would be stored."""
    fingerprint: int
    cleaned: bool
    """Whether that is less than the file says."""


def _read(store: Store, source: Source, reader: Reader, by: Actor, told: Synced, *, wholly: bool) -> None:
    """Take over what changed in the files since they were last read."""
    path = Path(source.path)
    known = sources.marks(store, source.id)
    now = list(_marks(files_of(path, reader), {} if wholly else known))
    # What a file imports lies elsewhere; it was met when the file was read.
    named = {mark.file for mark in now}
    others = [mark.file for mark in known.values() if mark.file not in named]
    now += _marks(others, {} if wholly else known)
    if not wholly and {mark.file: mark.hash for mark in now} == {m.file: m.hash for m in known.values()}:
        return
    read = {(found.key, found.file): found for found in _records(reader, path, told)}
    named = {mark.file for mark in now}
    now += _marks({found.file for found in read.values()} - named, known)
    before = {(record.key, record.file): record for record in sources.records(store, source.id)}
    pointers = list(_pointers(read, before))
    new = [found for place, found in read.items() if place not in before]
    kept = {(record.key, record.file) for record in pointers}
    gone = [
        record
        for place, record in before.items()
        if place not in read
        and place not in kept
        and record.fingerprint is not None
        and not _is_hidden(record, told.skipped)
    ]
    changed = [
        (record, read[place])
        for place, record in before.items()
        if place in read and read[place].fingerprint != record.fingerprint
    ]
    if pointers:
        with store.write() as tx:
            sources.put_records(tx, source.id, pointers)
    _import(store, source, new, by, told)
    for record, found in changed:
        _follow(store, source, record, found, by, told)
    _vanished(store, source, gone, told)
    with store.write() as tx:
        sources.put_marks(tx, source.id, now)


_LINE = re.compile(r"(?:(.*) )?line \d+")
"""Names a line, and the file unless there is only one."""


def _is_hidden(record: SourceRecord, skipped: Sequence[Skipped]) -> bool:
    """Say whether a record may be where nothing could be read, so that it isn't known to be gone."""
    try:
        if _stat(record.file) is None:
            return False
    except OSError:
        return True
    for left in skipped:
        line = _LINE.fullmatch(left.where)
        if line is None:
            name = left.where
        elif left.unread:
            name = line[1] or "."
        else:
            continue
        if name == "." or f"/{name}/" in f"{Path(record.file).as_posix()}/":
            return True
    return False


def _pointers(
    read: dict[tuple[str, str], _Read], before: Mapping[tuple[str, str], SourceRecord]
) -> Iterator[SourceRecord]:
    """Take out of `read` what only points to a record that was known here, and yield that as no memory.

    Its own key keeps it known for as long as it stands there, also after the other record is forgotten.
    """
    for place, found in list(read.items()):
        key = found.draft.provenance.get(POINTS_TO)
        if not isinstance(key, str):
            continue
        own = (f"→{key}", found.file)
        if own in before or (key, str(Path(found.file).parent / key)) in before:
            del read[place]
            yield SourceRecord(*own, NO_MEMORY, found.fingerprint, pinned=False)


def _marks(files: Iterable[str], known: Mapping[str, FileMark]) -> Iterator[FileMark]:
    """Yield what files are now; one that looks as it is known to be isn't read again."""
    fresh = time.time_ns() - _FRESH_NS
    for file in files:
        stat = _stat(file)
        if stat is None:
            continue
        mark = known.get(file)
        if mark is None or stat.st_mtime_ns > fresh or _differs(mark, stat):
            with plain_files.opened(Path(file)) as opened:
                digest = hashlib.file_digest(opened, "sha256").digest()
            mark = FileMark(file, digest, stat.st_size, stat.st_mtime_ns)
        yield mark


def _records(reader: Reader, path: Path, told: Synced) -> Iterator[_Read]:
    for found in reader.read(path):
        if isinstance(found, Skipped):
            told.skipped.append(found)
            continue
        try:
            stored = checked_import(found)
        except Refused as error:
            told.skipped.append(Skipped(one_line(found.text, 60), str(error)))
            continue
        key, file = found.provenance.get("record"), found.provenance.get("path")
        if isinstance(reader, HasPlaces):
            key, file = reader.place(path, found)
        if isinstance(key, str) and isinstance(file, str):
            yield _Read(key, file, stored, fingerprint(stored.text), loses_blocks(found))


def _import(store: Store, source: Source, new: Sequence[_Read], by: Actor, told: Synced) -> None:
    """Import records and note which memories they are, known ones too."""
    if not new:
        return
    drafts = [found.draft for found in new]
    done = import_drafts(store, drafts, by=by, detail=f"{source.format}, {Path(source.path).name}")
    known = inserting.look_up(store, drafts, inserting.hashes_of(drafts))
    with store.write() as tx:
        sources.put_records(
            tx,
            source.id,
            [
                SourceRecord(found.key, found.file, match[0], found.fingerprint, found.draft.pinned)
                for found, match in zip(new, known, strict=True)
                if match is not None
            ],
        )
    told.added += done.added
    told.cleaned += sum(found.cleaned for found in new)
    told.ops += [done.op.id] if done.op is not None else []


def _follow(
    store: Store, source: Source, record: SourceRecord, found: _Read, by: Actor, told: Synced
) -> None:
    """Let a memory follow its record, unless it was changed here as well."""
    memory = memories.get(store, record.memory_id)
    if memory is None or memory.state is not State.LIVE:
        _import(store, source, [found], by, told)
        return
    here = fingerprint(memory.text)
    if here == record.fingerprint:
        done = edit(store, [memory.id], Edit(text=found.draft.text), by=by)
        told.ops += [done.op.id] if done.op is not None else []
        told.edited += 1
        told.cleaned += found.cleaned
    elif here != found.fingerprint and not _is_as_it_was(store, source, record, found):
        change = Change(Deed.KEEP, memory.id, text=found.draft.text)
        facts = (("the file says", one_line(found.draft.text, 400)), (_FILE, record.file))
        told.proposed += _card(store, source, memory, CHANGED, change, facts)
    with store.write() as tx:
        updated = replace(record, fingerprint=found.fingerprint, pinned=found.draft.pinned)
        sources.put_records(tx, source.id, [updated])


def _is_as_it_was(store: Store, source: Source, record: SourceRecord, found: _Read) -> bool:
    """Withdraw the card about a change in the file, when the file says again what was changed here only."""
    cards = proposals.get_many(
        store, proposals.waiting_about(store, [record.memory_id]).get(record.memory_id, [])
    )
    over = [card.id for card in cards if card.rule == CHANGED and _is_of(source, [record], card)]
    earlier = {
        fingerprint(change.before)
        for change in journal.history_of(store, record.memory_id)
        if change.field == "text" and isinstance(change.before, str)
    }
    if not over or found.fingerprint not in earlier:
        return False
    with store.write() as tx:
        proposals.withdraw(tx, over)
    return True


def _vanished(store: Store, source: Source, gone: Sequence[SourceRecord], told: Synced) -> None:
    """Propose to drop what is not in the files any more; it isn't written there again."""
    places = {(record.key, record.file) for record in gone}
    # A record that was only moved, or stands there twice, is still in the files.
    there = {
        record.memory_id
        for record in sources.records_of_memories(store, source.id, [record.memory_id for record in gone])
        if record.fingerprint is not None and (record.key, record.file) not in places
    }
    for record in gone:
        memory = memories.get(store, record.memory_id)
        if memory is not None and memory.state is State.LIVE and memory.id not in there:
            change = Change(Deed.DROP, gone=(memory.id,))
            facts = ((_FILE, record.file),)
            told.proposed += _card(store, source, memory, VANISHED, change, facts)
    with store.write() as tx:
        sources.forget_records(tx, source.id, gone)


def _settle(store: Store, source: Source) -> None:
    """Withdraw the cards about a source's records that are back, or that both sides agree on again."""
    cards = [
        card
        for rule in (VANISHED, CHANGED)
        for status in WAITING
        for card in proposals.get_many(
            store, proposals.ids(store, proposals.Wanted(status=status, rule=rule))
        )
    ]
    about = {card.id: card.targets[0].id for card in cards if card.targets}
    held: dict[int, list[SourceRecord]] = {}
    for record in sources.records_of_memories(store, source.id, list(about.values())):
        if record.fingerprint is not None:
            held.setdefault(record.memory_id, []).append(record)
    texts = {memory.id: memory.text for memory in memories.get_many(store, list(held))}
    over = []
    for card in cards:
        memory_id = about.get(card.id, 0)
        here = [record for record in held.get(memory_id, []) if _is_of(source, held[memory_id], card)]
        if card.rule == CHANGED:
            here = [record for record in here if record.fingerprint == fingerprint(texts.get(memory_id, ""))]
        if here:
            over.append(card.id)
    if over:
        with store.write() as tx:
            proposals.withdraw(tx, over)


def _is_of(source: Source, here: Sequence[SourceRecord], card: Proposal) -> bool:
    """Say whether a card is about a source in which its memory has these records."""
    file = dict(card.evidence.facts).get(_FILE, "")
    return file in {one_line(record.file, 400) for record in here} or Path(file).is_relative_to(source.path)


def _card(
    store: Store,
    source: Source,
    memory: Memory,
    rule: str,
    change: Change,
    facts: tuple[tuple[str, str], ...],
) -> int:
    reason = (
        f"it was taken out of {Path(source.path).name}"
        if rule == VANISHED
        else f"it was changed both here and in {Path(source.path).name}"
    )
    batch = f"memories taken out of {Path(source.path).name}" if rule == VANISHED else ""
    finding = Finding(
        Kind.LEARNED,
        rule,
        (Target.of(memory),),
        reason,
        change,
        memory.scope,
        Evidence(facts),
        0.7,
        batch="" if memory.pinned else batch,
        origin=source.format,
    )
    return len(propose(store, [finding]).ids)


# -- to the files ------------------------------------------------------------------------------------


def pending(store: Store, source: Source) -> list[RecordChange]:
    """Return what was changed here since the source was last in step, record by record.

    A memory whose record was changed in the file too waits for the person's word on that.
    """
    return _to_write(store, source)[0]


def _to_write(store: Store, source: Source) -> tuple[list[RecordChange], bool]:
    """Return what is to be written, and whether anything else of it waits for a person's word."""
    changed = review_state.changed_since(store, source.synced_op)
    found = sources.records_of_memories(store, source.id, sorted(changed))
    waiting = proposals.waiting_about(store, [record.memory_id for record in found])
    undecided = {
        memory_id
        for memory_id, ids in waiting.items()
        if any(p.rule in {CHANGED, VANISHED} for p in proposals.get_many(store, ids))
    }
    known = {m.id: m for m in memories.get_many(store, [record.memory_id for record in found])}
    reader = _reader_or_none(source)
    wholly = reader is not None and isinstance(reader, HasPlaces)
    changes = []
    waits = False
    for record in found:
        change = _change(record, known.get(record.memory_id), wholly=wholly)
        if change is None:
            continue
        # What we took out ourselves is not what the card asks about.
        if record.memory_id in undecided and record.fingerprint is not None:
            waits = True
        else:
            changes.append(change)
    return changes, waits


def _change(record: SourceRecord, memory: Memory | None, *, wholly: bool) -> RecordChange | None:
    """Return what a record has to become; `wholly` when it holds all of a memory, such as its scope."""
    there = record.fingerprint is not None
    if memory is None or memory.state is State.ABSENT:
        # Undoing the import of a file is no wish to empty the file.
        return None
    if memory.state is not State.LIVE:
        return RecordChange(record.key, record.file, memory.text, None) if there else None
    if (
        not wholly
        and there
        and record.fingerprint == fingerprint(memory.text)
        and record.pinned == memory.pinned
    ):
        return None
    return RecordChange(record.key, record.file, memory.text if there else None, _draft(memory))


def _draft(memory: Memory) -> Draft:
    return Draft(
        text=memory.text,
        scope=memory.scope,
        type=memory.type,
        categories=memory.categories,
        importance=memory.importance,
        pinned=memory.pinned,
        abstract=memory.abstract,
        origin=memory.origin,
        provenance=memory.provenance,
        expires_at=memory.expires_at,
        uid=memory.uid,
        created_at=memory.created_at,
        updated_at=memory.updated_at,
        last_accessed_at=memory.last_accessed_at,
        access_count=memory.access_count,
        session_count=memory.session_count,
    )


def _write(store: Store, source: Source, reader: Reader, told: Synced) -> bool:
    """Write what is to be written; returns whether more of it waits for a person's word."""
    waits = False
    for _ in range(_ROUNDS):
        told.pending = 0
        changes, waits = _to_write(store, source)
        if not changes or not isinstance(reader, WritesBack):
            return waits
        if source.agreed_at is None and not isinstance(reader, HasPlaces):
            told.pending = len(changes)
            return waits
        plan = reader.plan(Path(source.path), changes)
        if source.agreed_at is None:
            # Whether anything of a whole memory differs is only known when it is looked up in the file.
            told.pending = len(changes) if plan.files else 0
            return waits
        told.left, told.warnings = plan.left, plan.warnings
        ops = journal.ops_about(store, _memories_of(store, source, changes), source.synced_op)
        put_back = False
        done: list[FileChange] = []
        try:
            for change in plan.files:
                if _is_beside(store, source, change, changes, ops):
                    continue
                old = _old_bytes(store, source, reader, change)
                _replace(store, source, old or change, ops)
                done.append(old or change)
                if old is not None:
                    put_back = True
                    # What was warned of is not so: the file says what it said before.
                    told.warnings = [w for w in told.warnings if not w.startswith(f"{change.path.name} ")]
                told.written.append(change.path)
        finally:
            _note_files(store, source, reader, done, plan)
        if not put_back:
            break
    return waits


def _is_beside(
    store: Store, source: Source, change: FileChange, changes: Sequence[RecordChange], ops: Sequence[int]
) -> bool:
    """Say whether a file holds none of the records and was not changed by what is being undone."""
    if str(change.path) in {record.file for record in changes}:
        return False
    found = [journal.op(store, op_id) for op_id in ops]
    undone = {op.undoes if op is not None and op.kind == "undo" else None for op in found}
    last = sources.last_write(store, source.id, str(change.path))
    return None not in undone and (last is None or undone.isdisjoint(last.ops))


def _memories_of(store: Store, source: Source, changes: Iterable[RecordChange]) -> list[int]:
    places = {(change.key, change.file) for change in changes}
    return [r.memory_id for r in sources.records(store, source.id) if (r.key, r.file) in places]


def _old_bytes(store: Store, source: Source, reader: WritesBack, change: FileChange) -> FileChange | None:
    """Return the change that puts a file's old bytes back, if they are what is asked for.

    They are when all that replaced them has been undone, or when a file that was taken away is to hold the
    same records again.
    """
    last = sources.last_write(store, source.id, str(change.path))
    if last is None or last.after_hash != _hash(change.before):
        return None
    old = FileChange(change.path, change.before, last.before)
    ops = [journal.op(store, op_id) for op_id in last.ops]
    if ops and all(op is not None and op.undone_by is not None for op in ops):
        return old
    if change.before is not None or change.after is None or last.before is None:
        return None
    asked, kept = (
        [(held.key, fingerprint(held.text), held.pinned) for held in reader.holds(path, change.path, data)]
        for path, data in ((Path(source.path), change.after), (Path(source.path), last.before))
    )
    return old if asked == kept else None


def _replace(store: Store, source: Source, change: FileChange, ops: Sequence[int]) -> None:
    """Change one file, noted before and after. Raises SourceError when it is not what was read."""
    last = sources.last_write(store, source.id, str(change.path))
    puts_back = last is not None and last.after_hash == _hash(change.before) and last.before == change.after
    stat = None if change.before is None else _stat(str(change.path))
    mode = None if stat is None else S_IMODE(stat.st_mode)
    if change.before is None and last is not None and last.after_hash is None:
        change = replace(change, mode=last.mode)
    with store.write() as tx:
        write_id = sources.note_write(
            tx, source.id, str(change.path), ops, change.before, _hash(change.after), mode
        )
    try:
        replace_file(change, Path(source.path))
    except (Changed, OSError) as error:
        with store.write() as tx:
            sources.finish_write(tx, write_id, "failed")
        raise SourceError(_words(error)) from error
    with store.write() as tx:
        sources.finish_write(tx, write_id, "undone" if puts_back else "done")
        if puts_back and last is not None:
            sources.finish_write(tx, last.id, "undone")
        sources.trim_writes(tx, source.id, str(change.path))


def _note_files(
    store: Store,
    source: Source,
    reader: WritesBack,
    written: Sequence[FileChange],
    plan: Plan,
) -> None:
    """Note what the files say that were written: which records they hold, under which keys."""
    if not written:
        return
    known: dict[str, list[SourceRecord]] = {}
    for record in sources.records(store, source.id):
        if record.memory_id != NO_MEMORY:
            known.setdefault(record.file, []).append(record)
    put: list[SourceRecord] = []
    out: list[SourceRecord] = []
    gone: list[SourceRecord] = []
    for change in written:
        file = str(change.path)
        planned = plan.held.get(file) if change in plan.files else None
        now = _held(reader, Path(source.path), change, planned)
        here = known.get(file, [])
        taken = {record.key for record in here}
        free = {held.fingerprint: held.key for held in now.values() if held.key not in taken}
        texts = {m.id: m.text for m in memories.get_many(store, [r.memory_id for r in here])}
        for record in here:
            key = record.key
            if key not in now:
                new, _ = plan.renamed.get((key, file), ("", ""))
                text = texts.get(record.memory_id)
                key = new if new in now else free.get(fingerprint(text), "") if text is not None else ""
                if not key:
                    out.append(record)
                    continue
                gone.append(record)
                if key in taken:
                    continue
                taken.add(key)
            found = now[key]
            put.append(SourceRecord(key, file, record.memory_id, found.fingerprint, found.pinned))
    marks = list(_marks((str(change.path) for change in written), {}))
    there = {mark.file for mark in marks}
    with store.write() as tx:
        sources.forget_records(tx, source.id, gone)
        sources.take_out(tx, source.id, out)
        sources.put_records(tx, source.id, put)
        lost = [str(change.path) for change in written if str(change.path) not in there]
        sources.change_marks(tx, source.id, marks, lost)


@dataclass(frozen=True, slots=True)
class _Held:
    key: str
    fingerprint: int
    pinned: bool


def _held(
    reader: WritesBack, path: Path, change: FileChange, planned: Sequence[Held] | None
) -> dict[str, _Held]:
    """Return the records that a file holds after a change, as they would be stored."""
    if change.after is None:
        return {}
    found = {}
    there = reader.holds(path, change.path, change.after) if planned is None else planned
    for held in there:
        try:
            stored = checked_import(Draft(text=held.text)).text
        except Refused:
            continue
        found[held.key] = _Held(held.key, fingerprint(stored), held.pinned)
    return found


def recover(store: Store) -> list[str]:
    """Settle writes that a killed process left: each file is the old or the new one. Returns their paths."""
    settled = []
    by_id = {source.id: source for source in sources.get_all(store, unlinked=True)}
    for source_id, write in sources.unfinished_writes(store):
        file = Path(write.file)
        if file.parent.is_dir():
            clear_up(file.parent)
        now = bytes_of(file)
        done = _hash(now) == write.after_hash
        source = by_id.get(source_id)
        reader = _reader_or_none(source) if source is not None else None
        if done and source is not None and reader is not None and isinstance(reader, WritesBack):
            _note_files(store, source, reader, [FileChange(file, write.before, now)], Plan())
        with store.write() as tx:
            sources.finish_write(tx, write.id, "done" if done else "failed")
        settled.append(write.file)
    return settled


def _hash(data: bytes | None) -> bytes | None:
    return None if data is None else hashlib.sha256(data).digest()


def _stands(store: Store, source: Source, status: Standing, message: str) -> None:
    with store.write() as tx:
        sources.note_standing(tx, source.id, status, message)


def _words(error: Exception) -> str:
    if isinstance(error, OSError) and not isinstance(error, SourceError):
        return f"{error.filename or 'a file'} cannot be used: {error.strerror or error}"
    return str(error)
