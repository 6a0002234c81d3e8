"""Working out what to write to the files of a source.

Of a chain of memtui's changes to a file, the bytes at its beginning are kept: the base (`write_backs`).
While nobody else changes the file, each write is computed from the base and the present memories. So
changes can be undone in any order and give the same bytes; when all are undone, that is the base.

When somebody else has changed a file, its present content becomes the new base. A record put back there
takes its old bytes and place from the old base, if the file still shows where that was; so does an index
line that went together with a returning file.

It reads files and the store and changes neither.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from memtui.domain.memory import Draft, State
from memtui.domain.text import fingerprint
from memtui.formats.changes import HasPlaces, Held, Plan, RecordChange, WritesBack
from memtui.formats.protocol import Skipped, SourceError
from memtui.sources.beginnings import Beginnings
from memtui.sources.chain_files import ChainFiles, Page, given_of, is_noted
from memtui.sources.endings import Endings, Planned
from memtui.sources.guarding import harm, refusal, stored_text
from memtui.store import review_state
from memtui.store.database import Store
from memtui.store.sources import Source, SourceRecord

_ROUNDS = 5
"""How often a plan is repeated with the further files that it turned out to touch."""


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
    return _Planning(ChainFiles(store, source, reader, changes), ops).result(unsettled)


class _Planning:
    """The working out of one plan."""

    def __init__(self, files: ChainFiles, ops: Sequence[int]) -> None:
        self._files = files
        self._beginnings, self._endings = Beginnings(files), Endings(files, ops)
        self._now: dict[str, dict[str, Held]] = {}
        self._changed: dict[int, set[int]] = {}

    def result(self, unsettled: Collection[str]) -> Planned:
        """Return what is to be written."""
        files = self._with_others({change.file for change in self._files.pending.values()} | set(unsettled))
        for _ in range(_ROUNDS):
            done, touched = self._planned(files)
            more = {file for file in touched if self._files.goes_on(file)} - files
            if not more:
                break
            files = self._with_others(files | more)
        return done

    def _with_others(self, files: Collection[str]) -> set[str]:
        """Return files with those that were written for the same ops, and so on."""
        together = set(files)
        rows = [write_back for write_back in self._files.kept if write_back.status in {"done", "failed"}]
        while True:
            ops = {op for write_back in rows if write_back.file in together for op in write_back.write.ops}
            more = {
                write_back.file for write_back in rows if not ops.isdisjoint(write_back.write.ops)
            } - together
            if not more:
                return together
            together |= more

    def _planned(self, files: Collection[str]) -> tuple[Planned, set[str]]:
        """Return the writes when `files` are planned from their bases, and the files that these writes
        touch.
        """
        pages = self._beginnings.pages(files, from_base=True)
        done = Planned()
        own_changes = self._changes(pages, done)
        plan = self._safe_plan(pages, own_changes, done)
        if any(left.where not in self._wanted_keys(pages) for left in plan.left):
            # What was written before cannot be made together with this: take only this step, then.
            pages = self._beginnings.pages(files, from_base=False)
            done = Planned()
            plan = self._safe_plan(pages, self._changes(pages, done), done)
        touched = {str(change.path) for change in plan.files}
        for file in touched - pages.keys():
            disk = self._files.bytes_of(file)
            page = Page(file, disk, disk, disk)
            page.held = self._files.holds(file, disk, given_of(pages.values()))
            pages[file] = page
        done.left += plan.left
        self._endings.finish(pages, plan, done)
        return done, touched

    def _wanted_keys(self, pages: Mapping[str, Page]) -> set[str]:
        """Return the keys, in the bytes the plan begins with, of the records that are to change."""
        return {
            pages[file].in_start.get(key, key) if file in pages else key for key, file in self._files.pending
        }

    def _changes(self, pages: Mapping[str, Page], done: Planned) -> list[RecordChange]:
        """Return the changes that turn the bytes the plan begins with into what the store wants."""
        changes = [change for change in self._files.pending.values() if change.file not in pages]
        for page in pages.values():
            order = {key: at for at, key in enumerate(page.held)}
            own = []
            for record in self._files.records.get(page.file, []):
                change = self._difference(page, record)
                if change is None:
                    continue
                held = page.held.get(change.key)
                reason = refusal(held, Path(page.file).name) if held is not None else ""
                if not reason:
                    own.append(change)
                elif (record.key, record.file) in self._files.pending:
                    done.left.append(Skipped(record.key, reason))
            # In the order of the file, what comes into it last: the same changes always give the same bytes.
            changes += sorted(own, key=lambda change: (order.get(change.key, len(order)), change.key))
        return changes

    def _difference(self, page: Page, record: SourceRecord) -> RecordChange | None:
        """Return the change that makes a record say what its memory says now; None if it does already."""
        change = self._files.pending.get((record.key, record.file))
        if change is None and not page.from_base:
            return None
        key = page.in_start.get(record.key, record.key)
        in_file = page.held.get(key)
        whole = isinstance(self._files.reader, HasPlaces)
        if change is None and in_file is not None and is_noted(in_file, record):
            same = not whole or not self._is_changed(page, record)
            if same:
                return None
        wanted = change.after if change is not None else self._as_it_is(page, record)
        if wanted is None:
            missing = change is not None and change.before is not None and not page.from_base
            return (
                RecordChange(key, page.file, in_file.text if in_file else None, None)
                if in_file or missing
                else None
            )
        if in_file is None:
            before = change.before if change is not None and not page.from_base else None
            return RecordChange(key, page.file, before, wanted)
        if whole:
            same = change is None and not self._is_changed(page, record)
        else:
            same = in_file.pinned == wanted.pinned and _says(in_file.text, wanted.text)
        return None if same else RecordChange(key, page.file, in_file.text, wanted)

    def _is_changed(self, page: Page, record: SourceRecord) -> bool:
        """Say whether a memory was changed since a chain began; asked where records hold all of one."""
        since = page.row.write.since if page.row is not None else self._files.source.synced_op
        if since not in self._changed:
            self._changed[since] = review_state.changed_since(self._files.store, since)
        return record.memory_id in self._changed[since]

    def _as_it_is(self, page: Page, record: SourceRecord) -> Draft | None:
        """Return what a record that is not to be changed says in the file now; None when it is out."""
        if record.fingerprint is None:
            return None
        memory = self._files.memory(record.memory_id)
        known = memory is not None and memory.state is State.LIVE
        if memory is not None and known:
            agrees = (fingerprint(memory.text), memory.pinned) == (record.fingerprint, record.pinned)
            if agrees:
                return Draft.of(memory)
        if page.file not in self._now:
            self._now[page.file] = self._files.holds(page.file, page.disk, {})
        now = self._now[page.file].get(record.key)
        if now is None:
            return None
        draft = Draft.of(memory) if memory is not None else Draft(text=now.text)
        return replace(draft, text=now.text, pinned=now.pinned)

    def _safe_plan(self, pages: Mapping[str, Page], changes: list[RecordChange], done: Planned) -> Plan:
        """Return the plan for changes, without those that would take a secret out or write a mask."""
        plan = self._plan(pages, changes)
        if not any(self._harms(pages, plan)):
            return plan
        safe = []
        names = {
            (pages[file].in_start.get(key, key), file): key
            for key, file in self._files.pending
            if file in pages
        }
        for change in changes:
            reason = next(iter(self._harms(pages, self._plan(pages, [change]))), "")
            if not reason:
                safe.append(change)
            elif (change.key, change.file) in names or change.file not in pages:
                done.left.append(Skipped(names.get((change.key, change.file), change.key), reason))
        plan = self._plan(pages, safe)
        if wrong := next(iter(self._harms(pages, plan)), ""):
            raise SourceError(wrong)
        return plan

    def _plan(self, pages: Mapping[str, Page], changes: Sequence[RecordChange]) -> Plan:
        return (
            self._files.reader.plan(self._files.path, changes, given_of(pages.values()))
            if changes
            else Plan()
        )

    def _harms(self, pages: Mapping[str, Page], plan: Plan) -> Iterator[str]:
        for change in plan.files:
            page = pages.get(str(change.path))
            before = [change.before] if page is None else [page.base, page.start]
            if reason := harm(self._files.key, change.path.name, before, change.after):
                yield reason


def _says(text: str, wanted: str) -> bool:
    wanted_print = fingerprint(wanted)
    if fingerprint(text) == wanted_print:
        return True
    stored = stored_text(text)
    return stored is not None and fingerprint(stored) == wanted_print
