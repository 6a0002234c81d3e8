"""What a verb reports back, in figures for programs and in a sentence for people."""

from dataclasses import dataclass, field

from memtui.domain.counting import plural
from memtui.store.journal import Op

NAMED = 100
"""Skipped memories that are named; the rest are only counted."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A memory a verb left alone, and why."""

    memory_id: int
    headline: str
    reason: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a verb did."""

    op: Op | None
    """The op to undo; None when nothing changed."""
    changed: int
    message: str
    """A sentence, such as `Dropped 3 memories`."""
    ids: list[int] = field(default_factory=list)
    """The first thousand memories that changed."""
    skipped: list[Skipped] = field(default_factory=list)
    skipped_count: int = 0
    interrupted: bool = False

    @property
    def in_vain(self) -> bool:
        """Whether it changed nothing at all, since all that it was to change was changed by someone else."""
        return self.skipped_count > 0 and not self.changed and (self.op is None or not self.op.changed)


def cleaned_words(count: int) -> str:
    """Return what is said of records that were not taken in whole."""
    records = plural(count, "record")
    return f"reasoning, tool output or injected context was taken out of {records}"
