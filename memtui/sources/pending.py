"""What was changed here and a source's files do not say yet; read from the journal, so it is never lost."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from memtui.domain.counting import plural
from memtui.domain.memory import Draft, Memory, State
from memtui.domain.text import Longest, fingerprint, one_line
from memtui.formats.changes import HasPlaces, HoldsPins, RecordChange
from memtui.lifecycle.checks import SECRET_CATEGORY
from memtui.sources.for_files import memories_for_files
from memtui.sources.secrets_between import secrets_between
from memtui.sources.source_files import reader_or_none
from memtui.store import dropped_again, proposals, restated, review_state, sources
from memtui.store.database import Store
from memtui.store.sources import Source, SourceRecord, StillThere
from memtui.store.unsettled import CHANGED, VANISHED

_AT_ONCE = 2_000
"""Records that are looked at together."""


def pending(store: Store, source: Source) -> list[RecordChange]:
    """Return what was changed here since the source was last in step, record by record.

    A memory whose record was changed in the file too waits for the person's word on that. A pin for which
    the file has no place is none of it.
    """
    return to_write(store, source, fitting=True)[0]


def still_there(store: Store, source: Source) -> StillThere:
    """Return what a source's files still say although it was dropped here, and which files hold secrets."""
    still = sources.still_there(store, source.id, SECRET_CATEGORY)
    between = [place.file for place in secrets_between(store, source)]
    return replace(still, secret=(*still.secret, *between))


def still_words(still: StillThere, *, writes: bool) -> list[str]:
    """Return sentences about what a source's files still say; what waits to be written is told elsewhere."""
    sentences = []
    if still.gone and writes:
        one, files = len(still.gone) == 1, _files(still.gone)
        if still.dropped == len(still.gone):
            stand = "1 dropped memory stands" if one else f"{still.dropped:,} dropped memories stand"
            sentences.append(f"{stand} in {files}, and agents read {'it' if one else 'them'}")
        elif one:
            sentences.append(f"1 memory that is gone here still stands in {files}, and agents read it")
        else:
            sentences.append(f"{plural(len(still.gone))} that are gone here still stand in {files}")
    if still.secret:
        verb = "holds" if len(set(still.secret)) == 1 else "hold"
        sentences.append(
            f"{_files(still.secret)} {verb} a secret that agents read there; memtui keeps none, "
            "so take it out in Review or in the file"
        )
    return sentences


def _files(paths: Sequence[str]) -> str:
    names = sorted({one_line(Path(path).name, Longest.PHRASE) for path in paths})
    return " and ".join(names) if len(names) < 3 else plural(len(names), "file")


def to_write(store: Store, source: Source, *, fitting: bool = False) -> tuple[list[RecordChange], bool]:
    """Return the changes to write, and whether others wait for a person's approval.

    With `fitting` without the pins for which the files have no place.
    """
    changed = review_state.changed_since(store, source.synced_op)
    changed_here = restated.restated_since(store, source.synced_op)
    records = sources.records_of_memories(store, source.id, sorted(changed))
    changes: list[RecordChange] = []
    waits = False
    again = dropped_again.since(store, source.synced_op)
    for start in range(0, len(records), _AT_ONCE):
        some = records[start : start + _AT_ONCE]
        waits |= _add_changes(store, source, some, changed_here, again, changes, fitting)
    return changes, waits


def _add_changes(
    store: Store,
    source: Source,
    records: Sequence[SourceRecord],
    changed_here: Collection[int],
    again: Mapping[int, Mapping[tuple[str, str], str | None]],
    changes: list[RecordChange],
    fitting: bool,
) -> bool:
    """Add to `changes` what is to be written of some records; say whether other changes wait for a person.

    `changed_here` are the memories that were dropped, archived or restored since the source was in step,
    `again` the lines of dropped ones that were taken out or put back since.
    """
    waiting = proposals.waiting_about(store, [record.memory_id for record in records])
    undecided = {
        memory_id
        for memory_id, ids in waiting.items()
        if any(p.rule in {CHANGED, VANISHED} for p in proposals.get_many(store, ids))
    }
    known = memories_for_files(store, [record.memory_id for record in records])
    came = restated.came_as(store, sorted(known))
    reader = reader_or_none(source)
    wholly = isinstance(reader, HasPlaces)
    waits = False
    for record in records:
        has_place = _has_place(reader, record.key)
        memory = known.get(record.memory_id)
        if memory is None:
            continue
        line = (record.key, record.file)
        if memory.state is State.DROPPED and line in again.get(memory.id, ()):
            change = _again(record, memory, again[memory.id][line])
        else:
            change = _change(
                record,
                memory,
                came.get(memory.id, State.LIVE),
                changed_here=memory.id in changed_here,
                wholly=wholly,
                pins=not source.address and (has_place or not fitting),
            )
        if change is None:
            continue
        # What we took out ourselves is not what the card asks about.
        if record.memory_id in undecided and record.fingerprint is not None:
            waits = True
        else:
            changes.append(change)
    return waits


def _has_place(reader: object, key: str) -> bool:
    """Say whether the record with a key can say that its memory is pinned."""
    return isinstance(reader, HoldsPins) and reader.holds_pin(key)


def _again(record: SourceRecord, memory: Memory, text: str | None) -> RecordChange | None:
    """Return the change that takes the line of a dropped memory out, or puts its `text` back."""
    there = record.fingerprint is not None
    if there is (text is not None):
        return None
    after = None if text is None else replace(Draft.of(memory), text=text, pinned=record.pinned)
    return RecordChange(record.key, record.file, memory.text if there else None, after)


def _change(
    record: SourceRecord, memory: Memory, came: State, *, changed_here: bool, wholly: bool, pins: bool
) -> RecordChange | None:
    """Return what a record has to become; `wholly` when it holds all of a memory, such as its scope.

    `came` is the state in which the memory came in: a file may say itself that a record is archived or
    dropped, and that record stays in it until a person does something with it (`changed_here`).
    `pins` when it may say that the memory is pinned, which no live store does, nor most files.
    """
    there = record.fingerprint is not None
    if memory.state not in {State.LIVE, came}:
        gone = there and changed_here
        return RecordChange(record.key, record.file, memory.text, None) if gone else None
    if memory.state is not State.LIVE and not there and not changed_here:
        return None
    if (
        not wholly
        and there
        and record.fingerprint == fingerprint(memory.text)
        and (record.pinned == memory.pinned or not pins)
    ):
        return None
    after = Draft.of(memory, state=memory.state)
    return RecordChange(record.key, record.file, memory.text if there else None, after)
