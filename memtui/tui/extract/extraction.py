"""What the Extract view is at: the text, how it is read, and what its reading reports."""

from __future__ import annotations

from dataclasses import dataclass, field

from memtui.tui.extract.child import Reading
from memtui.tui.extract.report import ReadingReport


@dataclass(frozen=True, slots=True)
class Cleared:
    """A text that made room for another, with what belongs to it."""

    text: str
    left_out: tuple[str, ...]
    as_of: str


@dataclass(slots=True)
class Extraction:
    """One text on its way to facts."""

    text: str = ""
    left_out: tuple[str, ...] = ()
    """Kinds of the secrets that were taken out of what was pasted."""
    scope: str = ""
    """Where the facts will go."""
    scope_chosen: bool = False
    """Whether the person chose the scope here; else it is the one of Memories."""
    chosen_over: str = ""
    """The scope of Memories that was left for it: another one chosen there goes before it."""
    filed_under: str = ""
    """The scope that the facts were compared with, and go to."""
    chosen_model: str | None = None
    """The model that was chosen here, empty for the rules; None for that of the settings."""
    as_of: str = ""
    """The day that the person says the text is of, `2026-03-02`; empty for what the text tells."""
    cleared: Cleared | None = None
    """The text that was cleared last, until another comes in."""
    child: Reading | None = None
    """The child process that reads."""
    waiting: str = ""
    """What was pasted while a text was read, or its facts were open: it comes in once these are settled."""
    report: ReadingReport = field(default_factory=ReadingReport)
    """What the latest reading reported."""
    warned: bool = False
    """Whether it was said that going on loses accepted facts."""

    def clear(self) -> None:
        """Let the text go, as long as `bring_back` does not want it."""
        self.cleared = Cleared(self.text, self.left_out, self.as_of) if self.text.strip() else None
        self.text, self.left_out, self.as_of = "", (), ""

    def bring_back(self) -> bool:
        """Take the text that was cleared, where none has come in since; say whether there was one."""
        cleared, self.cleared = self.cleared, None
        if cleared is None or self.text.strip():
            return False
        self.text, self.left_out, self.as_of = cleared.text, cleared.left_out, cleared.as_of
        return True

    @property
    def dated(self) -> str:
        """The day that the text is read as of and its place in the text, in words; empty while unknown."""
        if self.as_of:
            return f"read as of {self.as_of}, as you say"
        if not self.report.day:
            return ""
        if self.report.first:
            return f"read day by day, {self.report.first} to {self.report.day}, from its headings"
        if not self.report.dated:
            return "read as of today: no date in the text"
        return f"read as of {self.report.day}, {self.report.dated}"
