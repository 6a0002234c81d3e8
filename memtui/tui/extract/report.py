"""Reports on a reading: its progress, its outcome and cost, or why it failed.

The Extract view keeps one for the text that is shown, and feeds it each line of its child.
"""

from collections import Counter
from dataclasses import dataclass, field

from memtui.capture.tally import Became, LeftOut, Tally
from memtui.child import Line


@dataclass(slots=True)
class ReadingReport:
    """What one reading has reported until now."""

    progress: str = "starting"
    summary: str = ""
    """What it came to, in figures."""
    spent: str = ""
    """What it cost; empty when no model was asked."""
    error: str = ""
    """Why it failed."""
    failed: list[str] = field(default_factory=list)
    """Why parts of the text could not be read."""
    second_look: str = ""
    """What came of asking the model once more about facts; empty if it was not asked."""
    tally: Tally = field(default_factory=Tally)
    """What became of each sentence; empty where a model read."""
    redacted: list[str] = field(default_factory=list)
    """Kinds of the secrets that were taken out of the text before it was read."""
    text: str = ""
    """The text as it is read, in which quotes are found: its first `SHOWN` characters."""
    day: str = ""
    """The day it is read as of, `2026-03-02`; empty until that is known."""
    first: str = ""
    """The day of the earliest entry of a diary, each of which is read as of its own day; else empty."""
    dated: str = ""
    """The place of that day in the text, in words; empty if it is today."""
    extractor: str = "offline"
    version: str = ""
    ended: bool = False
    """Whether it said how it ended."""
    _windows: int = 0

    def take(self, line: Line) -> None:
        """Take in one line from the child process; lines that are facts are not counted here."""
        kind = line["is"]
        if kind == "begin":
            self._windows = int(line["windows"])
            self.extractor, self.version = str(line["extractor"]), str(line["version"])
            self.text, self.day = str(line["text"]), str(line["day"])
            self.first = str(line["first"])
            self.dated = _place_words(int(line["line"]))
            self.redacted = [str(word) for word in line["redacted"]]
            self.progress = self._at_window(1)
        elif kind == "ready":
            self.progress = "cutting the text into windows"
        elif kind in {"window", "end"}:
            self.summary = str(line["says"])
            if line.get("tokens"):
                price = "price unknown" if line["unpriced"] else f"${line['usd']:.4f}"
                self.spent = f"{int(line['tokens']):,} tokens, {price}"
            if kind == "window":
                self.progress = self._at_window(int(line["done"]) + 1)
            else:
                self.failed = [str(trouble) for trouble in line["failed"]]
                self.second_look = str(line["second_look"])
                counts = {Became(name): int(count) for name, count in line["tally"].items()}
                left = [LeftOut(text, at, Became(name), says) for text, at, name, says in line["left_out"]]
                self.tally = Tally(Counter(counts), left)
                self.ended = True
        elif kind == "error":
            self.error = str(line["says"])
            self.ended = True

    def _at_window(self, number: int) -> str:
        return f"window {min(number, self._windows):,} of {self._windows:,}"


def _place_words(line: int) -> str:
    if not line:
        return ""
    return "from the first line" if line == 1 else f"from line {line:,}"
