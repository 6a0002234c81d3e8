"""What a sentence may lean on besides the one right before it: the question it answers, the item before.

`In the blue cupboard` says nothing without the `Where are the keys?` that somebody else asked; in a list, an
item that begins with `They` speaks of what the item before begins with. The extractor asks.
"""

import re
from dataclasses import dataclass

from memtui.capture.rules.reading import Line
from memtui.capture.rules.reference import Leaning, leaning, points_back
from memtui.capture.rules.verbs import has_verb

ASKED = re.compile(r"[?？][\"”)」]?$")


@dataclass(slots=True)
class Grounds:
    """The lines that were read so far, as far as a later one may lean on them."""

    _asked: Line | None = None
    """The last question of the message before this one."""
    _asks: Line | None = None
    """The last question of this message."""
    _item: Line | None = None
    """The first line of the item that is read."""
    _item_before: Line | None = None

    def meet(self, line: Line) -> None:
        """Take the next line as read."""
        if line.first:
            self._asked, self._asks = self._asks, None
        if ASKED.search(line.text):
            self._asks = line
        if not line.item or line.heading is not None:
            self._item = self._item_before = None
        elif self._item is None or self._item.sentence.paragraph != line.sentence.paragraph:
            self._item_before, self._item = self._item, line

    def of(self, line: Line, statement: str) -> Line | None:
        """Return what a leaning statement, that of the line met last, leans on; None where nothing is."""
        if line.first and self._asked is not None and not has_verb(statement):
            return self._asked if self._asked.speaker != line.speaker else None
        before = self._item_before
        if before is None or line is not self._item or not points_back(statement):
            return None
        return before if leaning(before.text) is Leaning.NOT and not ASKED.search(before.text) else None
