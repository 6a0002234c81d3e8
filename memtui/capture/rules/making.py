"""A memory in the making: the sentences that make it up, and where they stand."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from memtui.capture.rules.cues import BY_NAME, Cue
from memtui.capture.rules.reading import Line

MOST_SENTENCES = 3
"""Sentences that are joined into one memory: more are a paragraph and no statement."""
MOST_CHARACTERS = 420
"""Characters of joined sentences: a row and a card show so much at a glance."""
UNSHOWN = Cue(BY_NAME["statement"], "", BY_NAME["statement"].importance)
"""The cue for a sentence that is worth keeping and shows no kind."""


@dataclass(slots=True)
class Statement:
    """A memory in the making."""

    cue: Cue
    lines: list[Line]
    parts: list[str] = field(default_factory=list)
    only_as_change: bool = False
    """It counts only where it tells what became of something known."""
    telling: str = ""
    """What of it may tell a change, where the rest is only what that leans on."""
    around: str = ""
    """What stands around it."""

    @property
    def length(self) -> int:
        """Its characters, about."""
        return sum(len(part) + 1 for part in self.parts)

    def takes(self, line: Line, text: str) -> bool:
        """Say whether a sentence still fits, right behind the last one."""
        last = self.lines[-1].sentence
        return (
            len(self.lines) < MOST_SENTENCES
            and self.length + len(text) <= MOST_CHARACTERS
            and line.sentence.paragraph == last.paragraph
            and line.speaker == self.lines[-1].speaker
            and line.label is None
        )

    def places(self, text: str) -> Iterator[str]:
        """Yield the stretches of a text that its sentences make up; what one leans on may stand apart."""
        start = self.lines[0].sentence.start
        for line, after in pairwise(self.lines):
            if self.only_as_change and line.sentence.paragraph != after.sentence.paragraph:
                yield text[start : line.sentence.end]
                start = after.sentence.start
        yield text[start : self.lines[-1].sentence.end]
