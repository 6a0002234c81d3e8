"""What stands around a line of a text: the headings over it, who says it, and the lines right before it.

Minutes say once what they speak of, and then `she takes it over from him`. What a statement is a change of is
looked for by these words as well (`capture.spoken_of`). The extractor asks.
"""

from collections.abc import Iterable, Iterator

from memtui.capture.rules.grounds import ASKED
from memtui.capture.rules.reading import Line

_LINES = 3
"""Lines before it that may say what a line speaks of."""
_LONGEST = 400
"""Characters of them that are looked at, the last ones."""


class Beside:
    """The lines that were read, by where they stand."""

    def __init__(self) -> None:
        """Begin with none."""
        self.lines: list[Line] = []
        self._at: dict[int, int] = {}

    def met(self, lines: Iterable[Line]) -> Iterator[Line]:
        """Yield lines as they are read."""
        for line in lines:
            self._at[line.sentence.start] = len(self.lines)
            self.lines.append(line)
            yield line

    def before(self, line: Line) -> Line | None:
        """Return the line right before one, of the same speaker and under the same headings."""
        at = self._at[line.sentence.start]
        before = self.lines[at - 1] if at else None
        same = before is not None and (before.speaker, before.about) == (line.speaker, line.about)
        return before if same else None

    def lines_before(self, line: Line, most: int) -> Iterator[Line]:
        """Yield the lines before one that say what it may lean on, under the same headings, nearest first."""
        at = self._at[line.sentence.start]
        for before in reversed(self.lines[max(at - most, 0) : at]):
            if (
                before.about == line.about
                and before.speaker == line.speaker
                and not ASKED.search(before.text)
            ):
                yield before

    def of(self, line: Line) -> str:
        """Return what stands around a line that was met: under one heading, what was said before it."""
        at = self._at[line.sentence.start]
        before = [each for each in self.lines[max(at - _LINES, 0) : at] if each.about == line.about]
        words = " ".join(" ".join((each.speaker, each.text)).strip() for each in before)[-_LONGEST:]
        return "\n".join(filter(None, (line.over, line.about, line.speaker, words)))
