"""Working out what to write to the files of a source.

Of the changes that memtui makes to a file one after another, the bytes at the beginning are kept: the base
(`write_backs`). While nobody else changes the file, what is written is worked out anew each time, from the
base and from what the memories are now. So changes come back in any order to the same bytes, and when nothing
is different any more, that is the base.

Where somebody else has changed a file, what is written is worked out from what it holds now, which becomes a
new base. What is put back there takes its old bytes and place from the old base, if the file still shows
where that was; so does the line of an index that went together with a file that comes back.

It reads files and the store and changes neither.
"""

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from stat import S_IMODE

from memtui.domain.memory import Draft, Memory, State
from memtui.domain.text import fingerprint
from memtui.formats.changes import FileChange, Given, HasPlaces, Held, Plan, RecordChange, WritesBack
from memtui.formats.ground.splicing import CannotWrite, bytes_of
from memtui.formats.protocol import Skipped, SourceError
from memtui.sources.attributes import left_out, packed
from memtui.sources.going_along import GoingAlong
from memtui.sources.guarding import harm, refusal, stored_text
from memtui.sources.merging import merged
from memtui.sources.source_files import stat_of
from memtui.store import memories, review_state, sources, write_backs
from memtui.store.database import Store
from memtui.store.holes import Missing, cut, filled
from memtui.store.sources import NO_MEMORY, Source, SourceRecord
from memtui.store.write_backs import InBase, Outcome, Write, WriteBack

_ROUNDS = 5
"""How often files that a plan turns out to touch are added to those that are planned from their bases."""


Had = tuple[int | None, str]
"""The permissions of a file when it was last there, and what else it had."""


@dataclass(slots=True)
class Planned:
    """What is to be written, in this order, and what is not."""

    writes: list[tuple[FileChange, Write]] = field(default_factory=list)
    left: list[Skipped] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Page:
    """One file as planning begins with it."""

    file: str
    disk: bytes | None
    base: bytes | None
    """What it held at the beginning of the chain: what it holds now when a new one begins."""
    start: bytes | None
    """What the plan begins with."""
    row: WriteBack | None = None
    """The chain that goes on; None when a new one begins."""
    from_base: bool = False
    """Whether the plan makes all changes of the chain anew."""
    held: dict[str, Held] = field(default_factory=dict)
    """The records in `start`."""
    in_base: Mapping[str, str] = field(default_factory=dict)
    """Keys in the base by the keys of now, where they differ."""
    in_start: dict[str, str] = field(default_factory=dict)
    """Keys in `start` by the keys of now, where they differ."""
    donor: tuple[bytes, Had] | None = None
    """The old bytes and permissions of a file that is put together anew."""


def planned(
    store: Store,
    source: Source,
    reader: WritesBack,
    changes: Sequence[RecordChange],
    ops: Sequence[int] = (),
    unsettled: Collection[str] = (),
) -> Planned:
    """Return what has to be written so that `changes` are in the files of a source.

    `ops` are what the changes were made by; `unsettled` files were to be written when that was broken off.
    Raises SourceError when a file cannot be read.
    """
    return _Planning(store, source, reader, changes, ops).result(unsettled)


class _Planning:
    """One working out."""

    def __init__(
        self,
        store: Store,
        source: Source,
        reader: WritesBack,
        changes: Sequence[RecordChange],
        ops: Sequence[int],
    ) -> None:
        self._store, self._source, self._reader, self._ops = store, source, reader, tuple(ops)
        self._path = Path(source.path)
        self._pending = {(change.key, change.file): change for change in changes}
        self._key = write_backs.hole_key(store)
        self._kept = write_backs.of_source(store, source.id)
        self._standing = {one.file: one for one in self._kept if one.status == "done"}
        self._records: dict[str, list[SourceRecord]] = {}
        for record in sources.records(store, source.id):
            if record.memory_id != NO_MEMORY:
                self._records.setdefault(record.file, []).append(record)
        self._disk: dict[str, bytes | None] = {}
        self._now: dict[str, dict[str, Held]] = {}
        self._memories: dict[int, Memory] = {}
        self._changed: dict[int, set[int]] = {}

    def result(self, unsettled: Collection[str]) -> Planned:
        """Return what is to be written."""
        files = self._with_others({change.file for change in self._pending.values()} | set(unsettled))
        for _ in range(_ROUNDS):
            done, touched = self._planned(files)
            more = {file for file in touched if self._goes_on(file)} - files
            if not more:
                break
            files = self._with_others(files | more)
        return done

    def _with_others(self, files: Collection[str]) -> set[str]:
        """Return files with those that were written for the same ops, and so on."""
        found = set(files)
        rows = [one for one in self._kept if one.status in {"done", "failed"}]
        while True:
            ops = {op for one in rows if one.file in found for op in one.write.ops}
            more = {one.file for one in rows if not ops.isdisjoint(one.write.ops)} - found
            if not more:
                return found
            found |= more

    # -- what is there -------------------------------------------------------------------------------

    def _bytes(self, file: str) -> bytes | None:
        """Return what a file holds. Raises CannotWrite, SourceError."""
        if file not in self._disk:
            self._disk[file] = bytes_of(self._path, Path(file))
        return self._disk[file]

    def _holds(self, file: str, data: bytes | None, given: Given) -> dict[str, Held]:
        if data is None:
            return {}
        return {held.key: held for held in self._reader.holds(self._path, Path(file), data, given)}

    def _goes_on(self, file: str) -> bool:
        """Say whether a file is as we left it, so that its chain goes on."""
        row = self._standing.get(file)
        try:
            if row is None or hash_of(self._bytes(file)) != row.write.after_hash:
                return False
            self._whole(row, file)
        except (CannotWrite, Missing):
            return False
        return True

    def _whole(self, row: WriteBack, file: str) -> bytes | None:
        """Return the base of a chain with its secrets. Raises Missing when they are not in the file."""
        base = filled(self._key, row.write.before, row.write.holes, [self._bytes(file)])
        if hash_of(base) != row.write.base_hash:
            raise Missing
        return base

    def _memory(self, memory_id: int) -> Memory | None:
        if memory_id not in self._memories:
            found = memories.get(self._store, memory_id)
            if found is None:
                return None
            self._memories[memory_id] = found
        return self._memories[memory_id]

    def _is_changed(self, page: _Page, record: SourceRecord) -> bool:
        """Say whether a memory was changed since a chain began; asked where records hold all of one."""
        since = page.row.write.since if page.row is not None else self._source.synced_op
        if since not in self._changed:
            self._changed[since] = review_state.changed_since(self._store, since)
        return record.memory_id in self._changed[since]

    # -- what to begin with --------------------------------------------------------------------------

    def _pages(self, files: Collection[str], *, from_base: bool) -> dict[str, _Page]:
        pages = {}
        for file in sorted(files):
            try:
                pages[file] = self._page(file, from_base=from_base)
            except CannotWrite:
                continue  # the plan says so of each record
        given = _given(pages.values())
        for page in pages.values():
            page.held = self._holds(page.file, page.start, given)
            self._put_back_into(page, given)
        self._put_back_along(pages, from_base=from_base)
        return pages

    def _page(self, file: str, *, from_base: bool) -> _Page:
        disk = self._bytes(file)
        row = self._standing.get(file)
        if row is None or not self._goes_on(file) or (self._is_alone(row) and not self._comes_back(row)):
            return _Page(file, disk, disk, disk)
        base = self._whole(row, file)
        in_base = {one.key: one.base_key for one in row.write.records if one.base_key}
        if from_base:
            return _Page(file, disk, base, base, row, from_base, in_base=in_base, in_start=dict(in_base))
        return _Page(file, disk, base, disk, row, in_base=in_base)

    def _is_alone(self, row: WriteBack) -> bool:
        """Say whether a file was taken away together with a change to another that is not ours any more."""
        return row.write.after_hash is None and any(self._beside(row))

    def _beside(self, row: WriteBack) -> Iterator[WriteBack]:
        """Yield the changes to other files that were made together with one and are not ours any more."""
        ops = set(row.write.ops)
        return (one for one in self._not_ours if one.file != row.file and not ops.isdisjoint(one.write.ops))

    @cached_property
    def _not_ours(self) -> list[WriteBack]:
        """The changes to files that somebody else changed behind them, or that were broken off.

        Whether one that was broken off is in its file can only be told where nobody else changed that.
        """
        return [
            one
            for one in self._kept
            if one.write.before is not None
            and one.write.after_hash is not None
            and (one.status in {"ended", "failed"} or (one.status == "done" and not self._goes_on(one.file)))
        ]

    def _comes_back(self, row: WriteBack) -> bool:
        """Say whether a record is to be in a file that was taken away, or was about to be."""
        return (
            row.write.after_hash is None
            and row.status in {"done", "failed"}
            and any(self._is_wanted(record) for record in self._records.get(row.file, []))
        )

    def _is_wanted(self, record: SourceRecord) -> bool:
        change = self._pending.get((record.key, record.file))
        return change.after is not None if change is not None else record.fingerprint is not None

    def _put_back_along(self, pages: dict[str, _Page], *, from_base: bool) -> None:
        """Put into other files what went out of them with the files that come back."""
        beside: dict[int, tuple[WriteBack, list[RecordChange]]] = {}
        for row in self._kept:
            page = pages.get(row.file)
            if page is None or page.start is None or not self._comes_back(row):
                continue
            gone = [RecordChange(held.key, page.file, held.text, None) for held in page.held.values()]
            for other in self._beside(row):
                beside.setdefault(other.id, (other, []))[1].extend(gone)
        for other, gone in beside.values():
            for change in self._left_along(other, gone, pages, from_base=from_base):
                page = pages[change.file]
                if page.disk is None and page.start is not None:
                    # It comes like any new file, so that what points to it is written too.
                    donor = page.start, _had(page.row)
                    pages[change.file] = _Page(change.file, None, None, None, donor=donor)

    def _left_along(
        self, row: WriteBack, gone: Sequence[RecordChange], pages: dict[str, _Page], *, from_base: bool
    ) -> Sequence[RecordChange]:
        """Put what records took out of an older base into its page; returns those for which that can't be."""
        given = _given(pages.values()) | {Path(one.file): pages[one.file].start for one in gone}
        try:
            old = self._whole(row, row.file)
            page = pages.get(row.file) or self._page(row.file, from_base=from_base)
        except (CannotWrite, Missing):
            return gone
        if old is None or page.start is None:
            return gone
        along = GoingAlong(self._reader, self._path, Path(row.file), given)
        start, left = along.put_back(gone, old, page.start)
        if start != page.start:
            # It stood there before what is planned now, so the chain begins with it.
            if page.base is not None:
                page.base = along.put_back(gone, old, page.base)[0]
            page.start = start
            page.held = self._holds(row.file, start, given)
            pages[row.file] = page
        return left

    def _put_back_into(self, page: _Page, given: Given) -> None:
        """Give records that come back the bytes and the place they have in an older base."""
        back = [record.key for record in self._records.get(page.file, []) if self._comes_in(page, record)]
        rows = [
            row
            for row in self._kept
            if row is not page.row and row.file == page.file and row.status in {"done", "ended"}
        ]
        for name in back:
            if page.in_start.get(name, name) in page.held:
                continue
            for row in rows:
                key = next((one.base_key for one in row.write.records if one.key == name), "") or name
                if self._takes(page, key, row, given):
                    page.in_start[name] = key
                    break

    def _comes_in(self, page: _Page, record: SourceRecord) -> bool:
        """Say whether a record is to be in a file; one that stays as it is, only if all is made anew."""
        change = self._pending.get((record.key, record.file))
        if change is not None:
            return change.after is not None
        return page.from_base and record.fingerprint is not None

    def _takes(self, page: _Page, key: str, row: WriteBack, given: Given) -> bool:
        """Put a record of an older base into a page, if that leaves the others alone; says whether it did."""
        file = Path(page.file)
        try:
            old = self._whole(row, page.file)
        except (CannotWrite, Missing):
            return False
        held = self._holds(page.file, old, given)
        if old is None or key not in held:
            return False
        if page.start is None:
            page.donor = page.donor or (old, _had(row))
            return False
        gone = RecordChange(key, page.file, held[key].text, None)
        plan = self._reader.plan(self._path, [gone], {**given, file: old})
        without = next((change.after for change in plan.files if change.path == file), None)
        if without is None:
            return False
        for found in merged(without, old, page.start):
            now = self._holds(page.file, found, given)
            if now == {**page.held, key: held[key]}:
                page.start, page.held = found, now
                return True
        return False

    # -- what to change ------------------------------------------------------------------------------

    def _planned(self, files: Collection[str]) -> tuple[Planned, set[str]]:
        """Return what to write when `files` are planned from their bases, and which files that touches."""
        pages = self._pages(files, from_base=True)
        done = Planned()
        asked = self._asked(pages, done)
        plan = self._safe_plan(pages, asked, done)
        if any(left.where not in self._wanted_keys(pages) for left in plan.left):
            # What was written before cannot be made together with this: take only this step, then.
            pages = self._pages(files, from_base=False)
            done = Planned()
            plan = self._safe_plan(pages, self._asked(pages, done), done)
        touched = {str(change.path) for change in plan.files}
        for file in touched - pages.keys():
            disk = self._bytes(file)
            page = _Page(file, disk, disk, disk)
            page.held = self._holds(file, disk, _given(pages.values()))
            pages[file] = page
        done.left += plan.left
        self._finish(pages, plan, done)
        return done, touched

    def _wanted_keys(self, pages: Mapping[str, _Page]) -> set[str]:
        """Return what the records that are to be changed now are called where the plan begins."""
        return {pages[file].in_start.get(key, key) if file in pages else key for key, file in self._pending}

    def _asked(self, pages: Mapping[str, _Page], done: Planned) -> list[RecordChange]:
        """Return the changes that make what is wanted of what the plan begins with."""
        asked = [change for change in self._pending.values() if change.file not in pages]
        for page in pages.values():
            order = {key: at for at, key in enumerate(page.held)}
            found = []
            for record in self._records.get(page.file, []):
                change = self._difference(page, record)
                if change is None:
                    continue
                held = page.held.get(change.key)
                reason = refusal(held, Path(page.file).name) if held is not None else ""
                if not reason:
                    found.append(change)
                elif (record.key, record.file) in self._pending:
                    done.left.append(Skipped(record.key, reason))
            # In the order of the file, what comes into it last: the same changes always give the same bytes.
            asked += sorted(found, key=lambda change: (order.get(change.key, len(order)), change.key))
        return asked

    def _difference(self, page: _Page, record: SourceRecord) -> RecordChange | None:
        """Return what has to become of a record where the plan begins; None when it is as it should be."""
        change = self._pending.get((record.key, record.file))
        if change is None and not page.from_base:
            return None
        key = page.in_start.get(record.key, record.key)
        held = page.held.get(key)
        whole = isinstance(self._reader, HasPlaces)
        if change is None and held is not None and _is_noted(held, record):
            same = not whole or not self._is_changed(page, record)
            if same:
                return None
        wanted = change.after if change is not None else self._as_it_is(page, record)
        if wanted is None:
            missing = change is not None and change.before is not None and not page.from_base
            return (
                RecordChange(key, page.file, held.text if held else None, None) if held or missing else None
            )
        if held is None:
            before = change.before if change is not None and not page.from_base else None
            return RecordChange(key, page.file, before, wanted)
        if whole:
            same = change is None and not self._is_changed(page, record)
        else:
            same = held.pinned == wanted.pinned and _says(held.text, wanted.text)
        return None if same else RecordChange(key, page.file, held.text, wanted)

    def _as_it_is(self, page: _Page, record: SourceRecord) -> Draft | None:
        """Return what a record that is not to be changed says in the file now; None when it is out."""
        if record.fingerprint is None:
            return None
        memory = self._memory(record.memory_id)
        known = memory is not None and memory.state is State.LIVE
        if memory is not None and known:
            agrees = (fingerprint(memory.text), memory.pinned) == (record.fingerprint, record.pinned)
            if agrees:
                return Draft.of(memory)
        if page.file not in self._now:
            self._now[page.file] = self._holds(page.file, page.disk, {})
        now = self._now[page.file].get(record.key)
        if now is None:
            return None
        draft = Draft.of(memory) if memory is not None else Draft(text=now.text)
        return replace(draft, text=now.text, pinned=now.pinned)

    def _safe_plan(self, pages: Mapping[str, _Page], asked: list[RecordChange], done: Planned) -> Plan:
        """Return the plan for changes, without those that would take a secret out or write a mask."""
        plan = self._plan(pages, asked)
        if not any(self._harms(pages, plan)):
            return plan
        safe = []
        names = {
            (pages[file].in_start.get(key, key), file): key for key, file in self._pending if file in pages
        }
        for change in asked:
            reason = next(iter(self._harms(pages, self._plan(pages, [change]))), "")
            if not reason:
                safe.append(change)
            elif (change.key, change.file) in names or change.file not in pages:
                done.left.append(Skipped(names.get((change.key, change.file), change.key), reason))
        plan = self._plan(pages, safe)
        if wrong := next(iter(self._harms(pages, plan)), ""):
            raise SourceError(wrong)
        return plan

    def _plan(self, pages: Mapping[str, _Page], asked: Sequence[RecordChange]) -> Plan:
        return self._reader.plan(self._path, asked, _given(pages.values())) if asked else Plan()

    def _harms(self, pages: Mapping[str, _Page], plan: Plan) -> Iterator[str]:
        for change in plan.files:
            page = pages.get(str(change.path))
            before = [change.before] if page is None else [page.base, page.start]
            if reason := harm(self._key, change.path.name, before, change.after):
                yield reason

    # -- what that comes to --------------------------------------------------------------------------

    def _finish(self, pages: Mapping[str, _Page], plan: Plan, done: Planned) -> None:
        """Fill in which files become what, and what that does to their records."""
        after = {str(change.path): change.after for change in plan.files}
        targets = {file: after.get(file, page.start) for file, page in pages.items()}
        for page in pages.values():
            self._put_old_bytes(page, targets)
        given = {Path(file): data for file, data in targets.items()}
        for page in pages.values():
            target = targets[page.file]
            if target == page.disk:
                continue
            now = plan.held.get(page.file) if page.file in after and target == after[page.file] else None
            held = {one.key: one for one in now} if now is not None else self._holds(page.file, target, given)
            had = _had(page.row)
            if page.donor is not None and target == page.donor[0]:
                had = page.donor[1]
            change = FileChange(Path(page.file), page.disk, target, *had)
            done.writes.append((change, self._write(page, target, held, plan)))
        # What points to a file is written behind one that comes and before one that goes.
        done.writes.sort(key=lambda one: (one[0].before is not None) + (one[0].after is None))
        names = {change.path.name for change, _ in done.writes} | {key for key, _ in self._pending}
        done.warnings = [words for words in plan.warnings if any(name in words for name in names)]
        done.warnings += [
            f"{change.path.name} goes, and would come back without all its extended attributes: {why}"
            for change, noted in done.writes
            if change.after is None and (why := left_out(noted.attributes))
        ]
        keys = {pages[file].in_start.get(key, key): key for key, file in self._pending if file in pages}
        done.left = [replace(left, where=keys.get(left.where, left.where)) for left in done.left]

    def _put_old_bytes(self, page: _Page, targets: dict[str, bytes | None]) -> None:
        """Let a file that is put together anew have its old bytes, if those say the same."""
        made = targets[page.file]
        if page.donor is None or made is None:
            return
        old, given = page.donor[0], {Path(file): data for file, data in targets.items()}
        said, kept = (
            [
                (one.key, fingerprint(one.text), one.pinned)
                for one in self._holds(page.file, data, given).values()
            ]
            for data in (made, old)
        )
        if said == kept:
            targets[page.file] = old

    def _write(self, page: _Page, target: bytes | None, held: Mapping[str, Held], plan: Plan) -> Write:
        """Return what is to be noted of a write."""
        outcome, records = self._records_after(page, held, plan)
        row = page.row
        before, holes = cut(self._key, page.base)
        mode, attributes = _had(row) if page.disk is None else (_mode_of(page), packed(Path(page.file)))
        return Write(
            page.file,
            tuple(sorted({*(row.write.ops if row is not None else ()), *self._ops})),
            before,
            holes,
            hash_of(page.base),
            hash_of(target),
            mode,
            row.write.since if row is not None else self._source.synced_op,
            tuple(records),
            tuple(outcome),
            row.id if row is not None else None,
            attributes,
        )

    def _records_after(
        self, page: _Page, held: Mapping[str, Held], plan: Plan
    ) -> tuple[list[Outcome], list[InBase]]:
        """Return what becomes of a file's records, and which are out or not called as in the base."""
        outcome, records = [], []
        base = page.held if page.start is page.base else self._holds(page.file, page.base, {})
        keys = self._keys_after(page, held, plan)
        for record in self._records.get(page.file, []):
            base_key = page.in_base.get(record.key, record.key)
            now = held.get(keys.get(record.key, ""))
            if now is None:
                if record.fingerprint is not None:
                    outcome.append(Outcome(record.key, None, record.memory_id, None, record.pinned))
                if base_key in base:
                    records.append(InBase(base_key, record.key, out=True))
                continue
            text = now.text if _is_noted(now, record) else stored_text(now.text)
            said = fingerprint(text) if text is not None else record.fingerprint
            if (now.key, said, now.pinned) != (record.key, record.fingerprint, record.pinned):
                outcome.append(Outcome(record.key, now.key, record.memory_id, said, now.pinned))
            if base_key not in base:
                records.append(InBase("", now.key, out=False))
            elif now.key != base_key:
                records.append(InBase(base_key, now.key, out=False))
        return outcome, records

    def _keys_after(self, page: _Page, held: Mapping[str, Held], plan: Plan) -> dict[str, str]:
        """Return what each record that is in the file afterwards is called then, by what it is called now."""
        found: dict[str, str] = {}
        others = []
        for record in self._records.get(page.file, []):
            start_key = page.in_start.get(record.key, record.key)
            key, _ = plan.renamed.get((start_key, page.file), (start_key, page.file))
            # Those that keep their key come first, so that no other takes it.
            if key == record.key and key in held:
                found[key] = key
            else:
                others.append((record, key))
        taken = set(found)
        by_text = {fingerprint(one.text): key for key, one in held.items()} if others else {}
        for record, key in others:
            memory = self._memory(record.memory_id)
            if key not in held and memory is not None and memory.state is State.LIVE:
                key = by_text.get(fingerprint(memory.text), "")
            if key in held and key not in taken:
                found[record.key] = key
                taken.add(key)
        return found


def _given(pages: Collection[_Page]) -> dict[Path, bytes | None]:
    return {Path(page.file): page.start for page in pages if page.start != page.disk}


def _is_noted(held: Held, record: SourceRecord) -> bool:
    """Say whether a record says what it was last noted to say."""
    return held.pinned == record.pinned and fingerprint(held.text) == record.fingerprint


def _says(text: str, wanted: str) -> bool:
    asked = fingerprint(wanted)
    if fingerprint(text) == asked:
        return True
    stored = stored_text(text)
    return stored is not None and fingerprint(stored) == asked


def _had(row: WriteBack | None) -> Had:
    return (None, "") if row is None else (row.write.mode, row.write.attributes)


def _mode_of(page: _Page) -> int | None:
    stat = None if page.disk is None else stat_of(page.file)
    return None if stat is None else S_IMODE(stat.st_mode)


def hash_of(data: bytes | None) -> bytes | None:
    """Return what tells the bytes of a file from others; None for no file."""
    return None if data is None else hashlib.sha256(data).digest()
