"""What a person dropped and a file says again, in the same words or in others: an agent wrote it there anew.

It becomes no memory, but agents read it. So it is counted and named, and can be taken out of the file.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from memtui.domain.actor import Actor
from memtui.domain.memory import Memory, State
from memtui.domain.text import Longest, one_line
from memtui.formats.changes import Plan, RecordChange, WritesBack
from memtui.formats.ground.splicing import bytes_of
from memtui.lifecycle.drop_again import drop_again as note
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.outcome import Outcome
from memtui.secrets.masking import headline
from memtui.sources.chains import planned
from memtui.sources.forms import knowing
from memtui.sources.pending import pending
from memtui.sources.source_files import reader_or_none
from memtui.store import memories, restated, sources
from memtui.store.database import Store
from memtui.store.dropped_again import Line
from memtui.store.sources import Source, SourceRecord


@dataclass(frozen=True, slots=True)
class Back:
    """A line of a file that says what was dropped."""

    memory: Memory
    """What was dropped."""
    record: SourceRecord

    @property
    def words(self) -> str:
        """The memory and the file, to be followed by what can be done."""
        name = one_line(Path(self.record.file).name, Longest.PHRASE)
        return f"“{one_line(headline(self.memory), Longest.PHRASE)}” is in {name} again"


def back_in_files(store: Store, source: Source) -> list[Back]:
    """Return what was dropped and is in a source's files again; nothing that only waits to be written."""
    held = sources.records_of_dropped(store, source.id)
    if not held:
        return []
    dropped = {one.id: one for one in memories.get_many(store, [record.memory_id for record in held])}
    came = restated.came_as(store, list(dropped))
    waits = {(change.key, change.file) for change in pending(store, source)}
    return [
        Back(dropped[record.memory_id], record)
        for record in held
        if record.memory_id in dropped
        and came.get(record.memory_id) is not State.DROPPED
        and (record.key, record.file) not in waits
    ]


def plan_dropping(store: Store, source: Source, back: Sequence[Back]) -> Plan:
    """Return what taking these lines out would change in files. Raises SourceError."""
    reader = _writer(source)
    gone = [
        RecordChange(one.record.key, one.record.file, text, None)
        for one, text in _texts(store, source, reader, back)
    ]
    plan = planned(store, source, reader, gone)
    return Plan([change for change, _ in plan.writes], plan.left, plan.warnings)


def drop_again(store: Store, source: Source, back: Sequence[Back], *, by: Actor) -> Outcome:
    """Want these lines out of their files: the next sync takes them out, and undo puts them back.

    Raises Refused where memtui may not write to the files, and SourceError.
    """
    reader = _writer(source)
    if source.agreed_at is None:
        raise Refused("memtui may not write to these files yet; allow it first")
    lines: dict[int, list[Line]] = defaultdict(list)
    for one, text in _texts(store, source, reader, back):
        lines[one.memory.id].append(Line(one.record.key, one.record.file, text))
    return note(store, lines, by=by)


def _writer(source: Source) -> WritesBack:
    reader = None if source.address else reader_or_none(source)
    if reader is None or not isinstance(reader, WritesBack):
        raise Refused("memtui can read these files, but not write them")
    return reader


def _texts(store: Store, source: Source, reader: WritesBack, back: Sequence[Back]) -> list[tuple[Back, str]]:
    """Return what each of these lines says in its file; those that are gone by now are left out."""
    path = Path(source.path)
    told = knowing(store, reader, sources.records(store, source.id))
    files = {one.record.file for one in back}
    held = {
        (one.key, file): one.text
        for file in files
        if (data := bytes_of(path, Path(file))) is not None
        for one in told.holds(path, Path(file), data)
    }
    places = [(one, (one.record.key, one.record.file)) for one in back]
    return [(one, held[place]) for one, place in places if place in held]
