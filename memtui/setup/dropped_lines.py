"""Lines, dropped or archived, that left linked files: once these are let go, no undo writes them back."""

from collections.abc import Iterable
from dataclasses import dataclass

from memtui.config.settings import Gate
from memtui.domain.actor import Actor
from memtui.domain.counting import plural
from memtui.domain.memory import State
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.undo import undo
from memtui.setup.record import Record
from memtui.sources import syncing
from memtui.store import journal, memories, sources
from memtui.store.database import Store


@dataclass(frozen=True, slots=True)
class DroppedLines:
    """The lines, by what dropped them."""

    lines: int
    files: int
    ops: tuple[int, ...]
    """What took them out, the newest first."""

    @property
    def sentence(self) -> str:
        """Say how many they are, and what is to be done about it first; empty where there are none."""
        if not self.lines:
            return ""
        are, they = ("is", "it is") if self.lines == 1 else ("are", "they are")
        lines, files = plural(self.lines, "line"), plural(self.files, "file")
        return (
            f"{lines} that you dropped or archived {are} out of {files}. "
            f"Undo that first if {they} to be back: afterwards memtui writes there no more."
        )


def dropped_lines(store: Store, record: Record) -> DroppedLines:
    """Return the dropped lines that are out of files which `init` linked, and which memtui may write to."""
    linked = (sources.find(store, place.path) for place in record.linked)
    open_sources = [source for source in linked if source is not None and source.agreed_at is not None]
    out = [
        one
        for source in open_sources
        for one in sources.records(store, source.id)
        if one.fingerprint is None and one.memory_id
    ]
    found = memories.get_many(store, sorted({one.memory_id for one in out}))
    dropped = {memory.id for memory in found if memory.state in {State.DROPPED, State.ARCHIVED}}
    lines = [one for one in out if one.memory_id in dropped]
    return DroppedLines(len(lines), len({one.file for one in lines}), _ops(store, dropped))


def _ops(store: Store, dropped: Iterable[int]) -> tuple[int, ...]:
    ops = set()
    for memory_id in dropped:
        states = (change for change in journal.history_of(store, memory_id) if change.field == "state")
        if (last := next(states, None)) is not None and last.op.undone_by is None:
            ops.add(last.op.id)
    return tuple(sorted(ops, reverse=True))


def put_back(store: Store, dropped: DroppedLines, *, by: Actor, gate: Gate) -> list[str]:
    """Undo what dropped the lines, and write them to their files; return what cannot be undone, and why."""
    problems = []
    for op_id in dropped.ops:
        try:
            undo(store, by=by, op_id=op_id)
        except Refused as error:
            problems.append(f"{error}.")
    synced = syncing.sync_all(store, gate=gate)
    return problems + [f"{path}: {done.problem}" for path, done in synced.items() if done.problem]
