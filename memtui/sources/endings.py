"""Completes a plan: the new content of each file, the order of the writes, and the effect on the records.

All of it is noted before the first file changes (`write_backs`), so that after a killed process the next
one can tell which writes were done.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from stat import S_IMODE

from memtui.domain.memory import State
from memtui.domain.text import fingerprint
from memtui.formats.changes import FileChange, Held, Plan
from memtui.formats.protocol import Skipped
from memtui.sources.attributes import left_out, packed
from memtui.sources.chain_files import ChainFiles, Had, Page, had_of, hash_of, is_noted
from memtui.sources.guarding import stored_text
from memtui.sources.source_files import stat_of
from memtui.store.holes import cut
from memtui.store.write_backs import InBase, Outcome, Write


@dataclass(slots=True)
class Planned:
    """The writes, in order, and the changes that were left out."""

    writes: list[tuple[FileChange, Write]] = field(default_factory=list)
    left: list[Skipped] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


class Endings:
    """Fills in what is to be written, from the plans of one source."""

    def __init__(self, files: ChainFiles, ops: Sequence[int]) -> None:
        self._files, self._ops = files, tuple(ops)

    def finish(self, pages: Mapping[str, Page], plan: Plan, done: Planned) -> None:
        """Add to `done` the files to write and the effect of each on its records."""
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
            records_then = (
                {record.key: record for record in now}
                if now is not None
                else self._files.holds(page.file, target, given)
            )
            mode, attributes, mtime_ns = had_of(page.row)
            if page.donor is not None and target == page.donor[0]:
                mode, attributes, mtime_ns = page.donor[1]
            elif target != page.base:
                mtime_ns = None
            change = FileChange(Path(page.file), page.disk, target, mode, attributes, mtime_ns)
            done.writes.append((change, self._write(page, target, records_then, plan)))
        # What points to a file is written behind one that comes and before one that goes.
        done.writes.sort(key=lambda pair: (pair[0].before is not None) + (pair[0].after is None))
        done.warnings = [warning for warning in plan.warnings if self._is_of_now(warning, done)]
        done.warnings += [
            f"{change.path.name} goes, and would come back without all its extended attributes: {why}"
            for change, noted in done.writes
            if change.after is None and (why := left_out(noted.attributes))
        ]
        keys = {pages[file].in_start.get(key, key): key for key, file in self._files.pending if file in pages}
        done.left = [replace(left, where=keys.get(left.where, left.where)) for left in done.left]

    def _is_of_now(self, warning: str, done: Planned) -> bool:
        """Say whether a warning is about what changes now: those of earlier changes, which are planned once
        more with each that follows, were told with these.
        """
        pending = {key for key, _ in self._files.pending}
        if any(key in warning for key in pending):
            return True
        others = {record.key for records in self._files.records.values() for record in records} - pending
        written = {change.path.name for change, _ in done.writes}
        return any(name in warning for name in written) and not any(key in warning for key in others)

    def _put_old_bytes(self, page: Page, targets: dict[str, bytes | None]) -> None:
        """Let a file that is put together anew have its old bytes, if those say the same."""
        made = targets[page.file]
        if page.donor is None or made is None:
            return
        old, given = page.donor[0], {Path(file): data for file, data in targets.items()}
        made_records, old_records = (
            [
                (record.key, fingerprint(record.text), record.pinned)
                for record in self._files.holds(page.file, data, given).values()
            ]
            for data in (made, old)
        )
        if made_records == old_records:
            targets[page.file] = old

    def _write(self, page: Page, target: bytes | None, held: Mapping[str, Held], plan: Plan) -> Write:
        """Return what is to be noted of a write."""
        outcome, records = self._records_after(page, held, plan)
        row = page.row
        before, holes = cut(self._files.key, page.base)
        mode, attributes, mtime_ns = _had(page)
        return Write(
            page.file,
            tuple(sorted({*(row.write.ops if row is not None else ()), *self._ops})),
            before,
            holes,
            hash_of(page.base),
            hash_of(target),
            mode,
            row.write.since if row is not None else self._files.source.synced_op,
            tuple(records),
            tuple(outcome),
            row.id if row is not None else None,
            attributes,
            mtime_ns,
        )

    def _records_after(
        self, page: Page, held: Mapping[str, Held], plan: Plan
    ) -> tuple[list[Outcome], list[InBase]]:
        """Return a file's records after the write, and those that left it or changed their key."""
        outcome, records = [], []
        base = page.held if page.start is page.base else self._files.holds(page.file, page.base, {})
        keys = self._keys_after(page, held, plan)
        for record in self._files.records.get(page.file, []):
            base_key = page.in_base.get(record.key, record.key)
            now = held.get(keys.get(record.key, ""))
            if now is None:
                if record.fingerprint is not None:
                    outcome.append(Outcome(record.key, None, record.memory_id, None, record.pinned))
                if base_key in base:
                    records.append(InBase(base_key, record.key, out=True))
                continue
            text = now.text if is_noted(now, record) else stored_text(now.text)
            fingerprint_now = fingerprint(text) if text is not None else record.fingerprint
            if (now.key, fingerprint_now, now.pinned) != (record.key, record.fingerprint, record.pinned):
                outcome.append(Outcome(record.key, now.key, record.memory_id, fingerprint_now, now.pinned))
            if base_key not in base:
                records.append(InBase("", now.key, out=False))
            elif now.key != base_key:
                records.append(InBase(base_key, now.key, out=False))
        return outcome, records

    def _keys_after(self, page: Page, held: Mapping[str, Held], plan: Plan) -> dict[str, str]:
        """Return the key that each remaining record will have after the write, by its present key."""
        keys: dict[str, str] = {}
        others = []
        for record in self._files.records.get(page.file, []):
            start_key = page.in_start.get(record.key, record.key)
            key, _ = plan.renamed.get((start_key, page.file), (start_key, page.file))
            # Those that keep their key come first, so that no other takes it.
            if key == record.key and key in held:
                keys[key] = key
            else:
                others.append((record, key))
        taken = set(keys)
        by_text = {fingerprint(record.text): key for key, record in held.items()} if others else {}
        for record, key in others:
            memory = self._files.memory(record.memory_id)
            if key not in held and memory is not None and memory.state is State.LIVE:
                key = by_text.get(fingerprint(memory.text), "")
            if key in held and key not in taken:
                keys[record.key] = key
                taken.add(key)
        return keys


def _had(page: Page) -> Had:
    """Return what a file has besides bytes, or had when it was last there, and when its base was saved."""
    mode, attributes, mtime_ns = had_of(page.row)
    if page.disk is None:
        return mode, attributes, mtime_ns
    stat = stat_of(page.file)
    if stat is not None and page.row is None and page.base == page.disk:
        mtime_ns = stat.st_mtime_ns
    return None if stat is None else S_IMODE(stat.st_mode), packed(Path(page.file)), mtime_ns
