"""Chooses the bytes from which a write is planned: for each file its base, or its present content.

A returning record gets its old bytes and place, if the file still shows where that was; so does an index
line that went together with a file. Otherwise a restored memory would end up at the end of the file, in
memtui's own words.
"""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from memtui.formats.changes import Given, Held, RecordChange
from memtui.formats.ground.splicing import CannotWrite
from memtui.sources.chain_files import ChainFiles, Page, given_of, had_of
from memtui.sources.going_along import GoingAlong
from memtui.sources.merging import merged
from memtui.store.holes import Missing
from memtui.store.sources import SourceRecord
from memtui.store.write_backs import WriteBack


class Beginnings:
    """Finds what the plan for each file begins with."""

    def __init__(self, files: ChainFiles) -> None:
        self._files = files

    def pages(self, files: Collection[str], *, from_base: bool) -> dict[str, Page]:
        """Return what to begin with for each of `files`; a link that leads out of the source is left out."""
        pages = {}
        for file in sorted(files):
            try:
                pages[file] = self._page(file, from_base=from_base)
            except CannotWrite:
                continue  # the plan says so of each record
        given = given_of(pages.values())
        for page in pages.values():
            page.held = self._files.holds(page.file, page.start, given)
            self._put_back_into(page, given)
        self._put_back_along(pages, from_base=from_base)
        return pages

    def _page(self, file: str, *, from_base: bool) -> Page:
        disk = self._files.bytes_of(file)
        row = self._files.standing.get(file)
        if (
            row is None
            or not self._files.goes_on(file)
            or (self._is_alone(row) and not self._comes_back(row))
        ):
            return Page(file, disk, disk, disk)
        base = self._files.whole(row, file)
        in_base = {record.key: record.base_key for record in row.write.records if record.base_key}
        if from_base:
            return Page(file, disk, base, base, row, from_base, in_base=in_base, in_start=dict(in_base))
        return Page(file, disk, base, disk, row, in_base=in_base)

    def _is_alone(self, row: WriteBack) -> bool:
        """Say whether a file was taken away together with a change to another that is not ours any more."""
        return row.write.after_hash is None and any(self._files.beside(row))

    def _comes_back(self, row: WriteBack) -> bool:
        """Say whether a record is to be in a file that was taken away, or was about to be."""
        return (
            row.write.after_hash is None
            and row.status in {"done", "failed"}
            and any(self._is_wanted(record) for record in self._files.records.get(row.file, []))
        )

    def _is_wanted(self, record: SourceRecord) -> bool:
        change = self._files.pending.get((record.key, record.file))
        return change.after is not None if change is not None else record.fingerprint is not None

    def _put_back_along(self, pages: dict[str, Page], *, from_base: bool) -> None:
        """Put back into other files what went out of them together with the files that return."""
        beside: dict[int, tuple[WriteBack, list[RecordChange]]] = {}
        for row in self._files.kept:
            page = pages.get(row.file)
            if page is None or page.start is None or not self._comes_back(row):
                continue
            gone = [RecordChange(held.key, page.file, held.text, None) for held in page.held.values()]
            for other in self._files.beside(row):
                beside.setdefault(other.id, (other, []))[1].extend(gone)
        for other, gone in beside.values():
            for change in self._left_along(other, gone, pages, from_base=from_base):
                page = pages[change.file]
                if page.disk is None and page.start is not None:
                    # It comes like any new file, so that what points to it is written too.
                    donor = page.start, had_of(page.row)
                    pages[change.file] = Page(change.file, None, None, None, donor=donor)

    def _left_along(
        self, row: WriteBack, gone: Sequence[RecordChange], pages: dict[str, Page], *, from_base: bool
    ) -> Sequence[RecordChange]:
        """Put what records took out of an older base into its page; returns those for which that can't be."""
        given = given_of(pages.values()) | {
            Path(write_back.file): pages[write_back.file].start for write_back in gone
        }
        try:
            old = self._files.whole(row, row.file)
            page = pages.get(row.file) or self._page(row.file, from_base=from_base)
        except (CannotWrite, Missing):
            return gone
        if old is None or page.start is None:
            return gone
        along = GoingAlong(self._files.reader, self._files.path, Path(row.file), given)
        start, left = along.put_back(gone, old, page.start)
        if start != page.start:
            # It stood there before what is planned now, so the chain begins with it.
            if page.base is not None:
                page.base = along.put_back(gone, old, page.base)[0]
            page.start = start
            page.held = self._files.holds(row.file, start, given)
            pages[row.file] = page
        return left

    def _put_back_into(self, page: Page, given: Given) -> None:
        """Give records that come back the bytes and the place they have in an older base."""
        back = [
            record.key for record in self._files.records.get(page.file, []) if self._comes_in(page, record)
        ]
        rows = [
            row
            for row in self._files.kept
            if row is not page.row and row.file == page.file and row.status in {"done", "ended"}
        ]
        for name in back:
            if page.in_start.get(name, name) in page.held:
                continue
            for row in rows:
                key = (
                    next((record.base_key for record in row.write.records if record.key == name), "") or name
                )
                if self._takes(page, key, row, given):
                    page.in_start[name] = key
                    break

    def _comes_in(self, page: Page, record: SourceRecord) -> bool:
        """Say whether a record is to be in a file; one that stays as it is, only if all is made anew."""
        change = self._files.pending.get((record.key, record.file))
        if change is not None:
            return change.after is not None
        return page.from_base and record.fingerprint is not None

    def _takes(self, page: Page, key: str, row: WriteBack, given: Given) -> bool:
        """Put a record of an older base into a page, if that leaves the others alone; says whether it did."""
        try:
            old = self._files.whole(row, page.file)
        except (CannotWrite, Missing):
            return False
        records = self._files.holds(page.file, old, given)
        if old is None or key not in records:
            return False
        if page.start is None:
            page.donor = page.donor or (old, had_of(row))
            return False
        # Beside others that are gone too it has its place only in a base without them.
        others = [place for place in records if place != key and place not in page.held]
        for missing in ([], others) if others else ([],):
            base = self._without(missing, records, page, old, given) if missing else old
            without = self._without([*missing, key], records, page, old, given)
            if base is None or without is None:
                continue
            for content in merged(without, base, page.start):
                now = self._files.holds(page.file, content, given)
                if now == {**page.held, key: records[key]}:
                    page.start, page.held = content, now
                    return True
        return False

    def _without(
        self, keys: Sequence[str], records: Mapping[str, Held], page: Page, old: bytes, given: Given
    ) -> bytes | None:
        """Return what a base becomes without some of its records; None when that cannot be made."""
        file = Path(page.file)
        gone = [RecordChange(key, page.file, records[key].text, None) for key in keys]
        plan = self._files.reader.plan(self._files.path, gone, {**given, file: old})
        return next((change.after for change in plan.files if change.path == file), None)
