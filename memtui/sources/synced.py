"""What bringing a source in step did; filled in by `following` and `writing_back`, told by the faces."""

from dataclasses import dataclass, field
from pathlib import Path

from memtui.domain.counting import plural
from memtui.formats.protocol import Skipped


@dataclass(slots=True)
class Synced:
    """What a sync did."""

    added: int = 0
    duplicates: int = 0
    """New records that say what another one or a memory says already, in the same scope."""
    edited: int = 0
    """Memories that follow what was changed in a file."""
    cleaned: int = 0
    """New and changed records out of which reasoning, tool output or injected context was taken."""
    held: int = 0
    """Of the added and edited ones: told to no agent before a person has decided on their cards."""
    asked: int = 0
    """New cards about what the files say and nothing is stored of yet."""
    split: dict[str, int] = field(default_factory=dict)
    """How many memories each file is now whose one memory was taken apart, by its name."""
    proposed: int = 0
    """Cards: records that vanished, or that were changed on both sides."""
    written: list[Path] = field(default_factory=list)
    written_to: str = ""
    """The place of a live store: then what is written are its memories, by their keys. Empty for files."""
    changes: int = 0
    """Changes made here that are in its files now."""
    pending: int = 0
    """Changes that wait until writing is agreed to."""
    left: list[Skipped] = field(default_factory=list)
    """Changes that the format cannot hold."""
    warnings: list[str] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    """Records that could not be read."""
    problem: str = ""
    """Why the source is not in step, as a sentence; empty when it is."""
    ops: list[int] = field(default_factory=list)
    """What it did to memories; none of that has to be written."""

    @property
    def duplicates_words(self) -> str:
        """Return how many records became no memory of their own, to follow how many were added."""
        return f", {plural(self.duplicates, 'duplicate')} of others" if self.duplicates else ""

    @property
    def split_words(self) -> str:
        """Return what was taken apart, as in `notes.md is 4 memories now`; empty for nothing."""
        if not self.split:
            return ""
        files = next(iter(self.split)) if len(self.split) == 1 else plural(len(self.split), "file")
        return f"{files} {'is' if len(self.split) == 1 else 'are'} {plural(sum(self.split.values()))} now"
