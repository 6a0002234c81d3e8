"""What a change is about, as it is told before somebody takes it back: how many memories, and which files."""

from collections.abc import Sequence
from dataclasses import dataclass

from memtui.config.places import from_home
from memtui.domain.counting import listed, plural
from memtui.store import journal, rule_lines, sources
from memtui.store.database import Store
from memtui.store.journal import Op

HANDFUL = 5
"""Memories, or files, from more than which on one change is no small thing to take back unseen; chosen, since
so many are shown before a question.
"""
_FILES = 5
"""Files that are named; the rest are counted."""
_PER_OP = 1_000
"""Memories of one change that are looked up in files."""


@dataclass(frozen=True, slots=True)
class AtStake:
    """What changes are about."""

    count: int
    """How many memories."""
    files: Sequence[str]
    """The files that what they change is written to."""
    more: bool = False
    """Whether there are more memories than were counted."""

    @property
    def large(self) -> bool:
        """Whether it is more than may be taken back unseen."""
        return max(self.count, len(self.files)) > HANDFUL

    def written(self) -> str:
        """Name the files; nothing where there are none."""
        if not self.files:
            return ""
        others = [plural(len(self.files) - _FILES, "other file")] if len(self.files) > _FILES else []
        named = listed([*(from_home(file) for file in self.files[:_FILES]), *others])
        return f"what they change is written to {named}"

    def __str__(self) -> str:
        """Say how many memories, and which files."""
        count = f"{'more than ' if self.more else ''}{plural(self.count)}"
        return ", and ".join(filter(None, [count, self.written()]))


def at_stake(store: Store, op: Op) -> AtStake:
    """Return what one change is about."""
    ids = _about(store, op)
    if lines := rule_lines.of_op(store, op.id):
        return AtStake(len(ids), [line.path for line in lines])
    return AtStake(op.changed, sources.files_written_for(store, sorted(_written(op, ids))))


def all_at_stake(store: Store, ops: Sequence[Op]) -> AtStake:
    """Return what several changes are about together."""
    memories: set[int] = set()
    written: set[int] = set()
    for op in ops:
        ids = _about(store, op)
        memories |= ids
        written |= _written(op, ids)
    more = any(op.changed > _PER_OP for op in ops)
    return AtStake(len(memories), sources.files_written_for(store, sorted(written)), more)


def _about(store: Store, op: Op) -> set[int]:
    return {change.memory_id for change in journal.changes(store, op.id, limit=_PER_OP)}


def _written(op: Op, ids: set[int]) -> set[int]:
    """Return the memories that an op may have changed in files: that a file was read is no change of it."""
    return set() if op.kind == "import" else ids
