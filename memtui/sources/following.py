"""Lets memories follow the files that agents read.

A new record is imported, a changed record changes its memory, and a vanished one becomes a proposal, never
a silent drop: to drop the memory, or to let it live on in a new line that says it in other words. When both
sides changed the same record, a person decides.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from memtui.config.settings import ASK
from memtui.domain.memory import Memory, State
from memtui.domain.text import Longest, fingerprint, one_line
from memtui.formats.changes import HasForms, HasPlaces
from memtui.formats.ground.files import NO_TEXT, is_text, readable_name
from memtui.formats.ground.naming import is_by_text
from memtui.formats.protocol import POINTS_TO, Reader, Skipped, unread
from memtui.lifecycle.checks import checked_import, loses_blocks
from memtui.lifecycle.errors import Refused
from memtui.sources import asking, filing, in_place
from memtui.sources.forms import KnownForms, bind, is_read_as_now, note_read_as_now
from memtui.sources.found import Read
from memtui.sources.noting import note_read
from memtui.sources.rewording import pair_up
from memtui.sources.saved_before import Saved, dated, saved_before
from memtui.sources.source_files import files_of, marks_of, stat_of
from memtui.sources.splitting import are_due, known_elsewhere, may_be_taken_apart, split
from memtui.sources.taking_over import Place, TakingOver, add, ask_about_gone, change
from memtui.store import memories, read_from, review_state, sources
from memtui.store.sources import NO_MEMORY, FileMark, SourceRecord


@dataclass(frozen=True, kw_only=True)
class Following(TakingOver):
    """What following a source's files needs."""

    reader: Reader


@dataclass(frozen=True, slots=True)
class _Looks:
    """How the files of a source look, beside how they looked when they were last read."""

    known: Mapping[str, FileMark]
    now: Sequence[FileMark]

    @property
    def files(self) -> set[str]:
        """The files that are there."""
        return {mark.file for mark in self.now}

    @property
    def changed(self) -> set[str]:
        """Those that are new, or hold something else."""
        hashes = {mark.file: mark.hash for mark in self.known.values()}
        return {mark.file for mark in self.now if mark.hash != hashes.get(mark.file)}

    @property
    def same(self) -> bool:
        """Whether nothing changed, came or went."""
        return not self.changed and self.known.keys() == self.files


def follow(now: Following, *, wholly: bool) -> None:
    """Take over what changed in the files since they were last read; `wholly` reads unchanged ones too."""
    store, source, synced = now.store, now.source, now.synced
    looks = _looks(now, wholly=wholly)
    accepted = asking.Accepted(store, source)
    if looks.same and not wholly and not accepted and not _are_otherwise(now):
        return
    forms = _forms(now)
    # Lines that come into a linked file are of the time when they came.
    times = saved_before(store, source, looks.now) if source.synced_at is None else {}
    fit = may_be_taken_apart(store, forms, looks.changed) if forms is not None else {}
    met = list(_records(now, _reader(now, forms, fit), times))
    imported = marks_of({record.file for record in met} - looks.files, looks.known)
    marks = [*looks.now, *imported]
    read = {record.place: record for record in met}
    before = _known_before(now, forms, fit, met)
    before |= _by_place(accepted.adopt(read.values(), before))
    synced.duplicates += _said_twice(met, before)
    asking.take_back(store, _about_lines_gone(now, read.values()))
    _take_over(now, read, before)
    with store.write() as tx:
        sources.put_marks(tx, source.id, marks)
        note_read_as_now(tx, source, now.reader)
    note_read(store, source, synced.skipped)


def _looks(now: Following, *, wholly: bool) -> _Looks:
    """Return how the files look, and those that they import, which lie elsewhere and were met with them."""
    known = sources.marks(now.store, now.source.id)
    trusted = {} if wholly else known
    marks = list(marks_of(files_of(Path(now.source.path), now.reader), trusted))
    there = {mark.file for mark in marks}
    others = [file for file in known if file not in there]
    return _Looks(known, [*marks, *marks_of(others, trusted)])


def _known_before(
    now: Following, forms: KnownForms | None, fit: Mapping[str, SourceRecord], met: Sequence[Read]
) -> dict[Place, SourceRecord]:
    """Return the records that are known of the source, after lists among its files were taken apart."""
    store, source = now.store, now.source
    before = _by_place(sources.records(store, source.id))
    if forms is None:
        return before
    before |= _by_place(bind(store, source, forms, met))
    for whole, items in split(now, {**fit, **known_elsewhere(now, met, before)}, met):
        before.pop((whole.key, whole.file), None)
        before |= _by_place(items)
    return before


def _by_place(records: Iterable[SourceRecord]) -> dict[Place, SourceRecord]:
    return {(record.key, record.file): record for record in records}


def _take_over(now: Following, read: dict[Place, Read], before: Mapping[Place, SourceRecord]) -> None:
    """Import what is new in `read`, change what says something else than `before`, ask about what is gone.

    A new line that says a vanished one in other words is one with it.
    """
    store, source, synced = now.store, now.source, now.synced
    pointers = _by_place(_pointers(read, before))
    new = [record for place, record in read.items() if place not in before]
    gone = _gone(before, read.keys() | pointers.keys(), synced.skipped)
    if pointers:
        with store.write() as tx:
            sources.put_records(tx, source.id, pointers.values())
    were = {m.id: m for m in memories.get_many(store, [record.memory_id for record in gone])}
    followed = in_place.follow(now, before, read, were)
    gone = [record for record in gone if (record.key, record.file) not in followed]
    new = [record for record in new if record.place not in followed.values()]
    reworded = _asked_in_other_words(now, gone, were, new, read.values())
    gone = [record for record in gone if (record.key, record.file) not in reworded]
    new = [record for record in new if record not in reworded.values()]
    imported = add(now, new) if new else {}
    for place, record in before.items():
        if place in read and read[place].fingerprint != record.fingerprint:
            change(now, record, read[place])
    if gone:
        became = _reworded(gone, were, new, read.values()) if new else {}
        into = {place: imported[there] for place, there in became.items() if there in imported}
        ask_about_gone(store, source, gone, were, into, synced)
    in_place.note_order(now, read)


def _gone(
    before: Mapping[Place, SourceRecord], there: Collection[Place], skipped: Sequence[Skipped]
) -> list[SourceRecord]:
    """Return the records that stand in no file any more, as far as the files could be read."""
    return [
        record
        for place, record in before.items()
        if place not in there and record.fingerprint is not None and not _is_hidden(record.file, skipped)
    ]


def _said_twice(met: Sequence[Read], before: Collection[Place]) -> int:
    """Return how many new records stand in their file once more: they are one record with the first."""
    new = [record.place for record in met if record.place not in before]
    return len(new) - len(set(new))


def _about_lines_gone(now: Following, read: Iterable[Read]) -> list[int]:
    """Return the waiting cards about lines that are in no file now; unreadable files keep theirs."""
    waiting = asking.waiting_lines(now.store, now.source)
    lines = {(record.file, record.fingerprint) for record in read} if waiting else set()
    return [
        card
        for (file, line), cards in waiting.items()
        if (file, line) not in lines and not _is_hidden(file, now.synced.skipped)
        for card in cards
    ]


_LINE = re.compile(r"(?:(.*) )?line \d+")
"""Names a line, and the file unless there is only one."""


def _is_hidden(file: str, skipped: Sequence[Skipped]) -> bool:
    """Say whether a record may stand in a file that could not be read, and so may not be gone."""
    try:
        if stat_of(file) is None:
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
        if name == "." or f"/{name}/" in f"{Path(file).as_posix()}/":
            return True
    return False


def _pointers(read: dict[Place, Read], before: Mapping[Place, SourceRecord]) -> Iterator[SourceRecord]:
    """Take records that only point to a known record out of `read`, and yield them as no memories.

    Each stays known by its own key while it is in the file, even after the other record is forgotten.
    """
    for place, record in list(read.items()):
        key = record.draft.provenance.get(POINTS_TO)
        if not isinstance(key, str):
            continue
        own = (f"→{key}", record.file)
        if own in before or (key, str(Path(record.file).parent / key)) in before:
            del read[place]
            yield SourceRecord(*own, NO_MEMORY, record.fingerprint, pinned=False)


def _forms(now: Following) -> KnownForms | None:
    """Return in which form the files are known, where their format has more than one."""
    if not isinstance(now.reader, HasForms):
        return None
    known = sources.records(now.store, now.source.id)
    if now.source.synced_at is None:
        files = {record.file for record in known}
        read = read_from.records_below(now.store, now.source.format, now.source.path)
        known += [record for record in read if record.file not in files and is_by_text(record.key)]
    return KnownForms.of(now.store, known)


def _are_otherwise(now: Following) -> bool:
    """Say whether files that did not change have another form now than when they were read.

    Only memories that were changed since can tell, so no other record is looked at.
    """
    if not is_read_as_now(now.store, now.source, now.reader):
        return True
    if not isinstance(now.reader, HasForms):
        return False
    changed = sorted(review_state.changed_since(now.store, now.source.synced_op))
    forms = KnownForms.of(now.store, sources.records_of_memories(now.store, now.source.id, changed))
    return forms.are_stale(now.store) or are_due(now.store, forms)


def _reader(now: Following, forms: KnownForms | None, fit: Mapping[str, SourceRecord]) -> Reader:
    """Return the reader, which judges by their looks the files that are new, those that are `fit`, and those
    whose one memory is gone.
    """
    if forms is None or not isinstance(now.reader, HasForms):
        return now.reader
    return now.reader.knowing(forms.forms(fit.keys() | forms.left))


def _records(now: Following, reader: Reader, times: Mapping[str, Saved]) -> Iterator[Read]:
    path, synced = Path(now.source.path), now.synced
    placed = reader if isinstance(reader, HasPlaces) else None
    only = str(path.resolve())
    for record in filing.records(now.store, reader, path):
        if isinstance(record, Skipped):
            synced.skipped.append(record)
            continue
        if not is_text(str(record.provenance.get("path", ""))):
            synced.skipped.append(unread(readable_name(str(record.provenance["path"])), NO_TEXT))
            continue
        try:
            stored = checked_import(dated(record, times))
        except Refused as error:
            synced.skipped.append(Skipped(one_line(record.text, Longest.PHRASE), str(error)))
            continue
        key, file = record.provenance.get("record"), record.provenance.get("path")
        if placed is not None:
            key, file = placed.key_of(path, record), only
        if isinstance(key, str) and isinstance(file, str):
            yield Read(key, file, stored, fingerprint(stored.text), loses_blocks(record))


def _reworded(
    gone: Sequence[SourceRecord],
    were: Mapping[int, Memory],
    new: Sequence[Read],
    there: Iterable[Read],
) -> dict[Place, Place]:
    """Return the places of new records that reword vanished ones of their file, by the vanished one's place.

    `were` holds the memories of the vanished ones by their ids, and `there` is all that the files say.
    """
    lines: dict[str, list[str]] = defaultdict(list)
    for one in there:
        lines[one.file].append(one.draft.text)
    became = {}
    for file in {record.file for record in gone} & {record.file for record in new}:
        went = [record for record in gone if record.file == file and record.memory_id in were]
        came = [record for record in new if record.file == file]
        texts = [were[record.memory_id].text for record in went]
        for at, other in pair_up(texts, [record.draft.text for record in came], lines[file]).items():
            became[went[at].key, file] = (came[other].key, file)
    return became


def _asked_in_other_words(
    now: Following,
    gone: Sequence[SourceRecord],
    were: Mapping[int, Memory],
    new: Sequence[Read],
    there: Iterable[Read],
) -> dict[Place, Read]:
    """Ask about each new line that waits for a yes and rewords a vanished one.

    The memory belongs to the new line from then on. Returns that line by the place of the vanished one.
    """
    waits = {line.place: line for line in new if now.gated.gate(line.draft) == ASK}
    live = [r for r in gone if r.memory_id in were and were[r.memory_id].state is State.LIVE]
    became = _reworded(live, were, list(waits.values()), there) if waits and live else {}
    cards = {place: waits[other] for place, other in became.items()}
    for record in live:
        if (line := cards.get((record.key, record.file))) is not None:
            with now.store.write() as tx:
                sources.forget_records(tx, now.source.id, [record])
            change(now, replace(record, key=line.key), line)
    return cards
