"""A statement and the words it rests on, read so that the checks can compare them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import NamedTuple

from memtui.capture import signals
from memtui.capture.content import Clause, Unit, clauses, shared_units, units
from memtui.capture.quantities import Quantity, quantities
from memtui.capture.support.whole import Whole
from memtui.language.clocks import clocks
from memtui.language.cutting import sentence_around, sentences
from memtui.language.periods import Mention

AROUND = 150
"""Characters on each side of a quote's sentences that a statement may take its words from."""
_SPEAKER = re.compile(
    r"^[ \t*_]{0,6}([^\W\d][\w .]{0,30}?)[*_]{0,2}\s?[:：](?=\s|[^\x00-\x7f])",
    re.MULTILINE,
)
_LONGEST = 1_200
"""Characters of a quote that are looked at."""

Span = tuple[int, int]


@dataclass(frozen=True)
class Passage:
    """A text to compare: a statement, or the words that it rests on."""

    text: str
    times: tuple[Mention, ...]

    @cached_property
    def plain(self) -> str:
        """The text without what only looks like a sign, its dates and its quantities; of the same length."""
        blank = [(each.start, each.end) for each in self.times]
        blank += [(each.start, each.end) for each in self.quantities]
        blank += [match.span() for match in signals.NOT_MEANT.finditer(self.text)]
        return _without(self.text, blank)

    @cached_property
    def quantities(self) -> list[Quantity]:
        """Its numbers, but for those of dates and clocks."""
        blank = [(each.start, each.end) for each in self.times]
        blank += [(each.start, each.end) for each in clocks(self.text)]
        return quantities(_without(self.text, blank))

    @cached_property
    def units(self) -> list[Unit]:
        """Its content."""
        return units(self.plain)

    @cached_property
    def clauses(self) -> list[Clause]:
        """Its clauses."""
        return clauses(self.plain)


@dataclass(frozen=True)
class Ground:
    """What a statement is held against."""

    quote: Passage
    """The sentences that the quote stands in."""
    around: Passage
    """The quoted sentences with their neighbours."""
    whole: Whole
    """The text that they are of."""
    speaker: str = ""
    """The speaker of the quote, if the text names speakers."""
    today: date | None = None
    """The day the text was written."""
    start: int = 0
    """Where the sentences of the quote begin in the whole text."""

    @property
    def quoted_units(self) -> list[Unit]:
        """The content of the quote, and who speaks where it says `I` or `me`."""
        own = units(self.speaker) if signals.FIRST_PERSON.search(self.quote.text) else []
        return [*self.quote.units, *own]


class Said(NamedTuple):
    """Where some sentences stand in their text."""

    begins: int
    start: int
    """The same without the name of who speaks before them."""
    end: int
    speaker: str
    """Who says them, if the text names speakers."""


def focus(claim: Passage, quote: Passage) -> Passage:
    """Return the sentence of a quote that says most of what a statement says."""
    parts = [_part(quote, start, end) for start, end in sentences(quote.text)]
    return max(parts, key=lambda part: len(shared_units(claim.units, part.units)), default=quote)


def read(text: str, times: Sequence[Mention]) -> Passage:
    """Return a text and the days it names, ready for the checks, which look at its parts many times."""
    return Passage(text, tuple(times))


def ground_of(whole: Whole, start: int, end: int, today: date | None = None, speaker: str = "") -> Ground:
    """Return the ground that a quote at `start` to `end` of a text, written `today`, gives to a statement.

    Without a `speaker`, it is the one whom the line of the quote names.
    """
    said = said_at(whole.text, start, end, speaker)
    around = _of_whole(whole, max(said.begins - AROUND, 0), min(said.end + AROUND, len(whole.text)))
    return Ground(_of_whole(whole, said.start, said.end), around, whole, said.speaker, today, said.start)


def said_at(text: str, start: int, end: int, speaker: str = "") -> Said:
    """Return the sentences that a quote at `start` to `end` of a text stands in, and who says them."""
    begins, last = sentence_around(text, start, min(end, start + _LONGEST))
    line = text.rfind("\n", 0, max(start, 1)) + 1
    named = None if speaker else _SPEAKER.match(text, line, last)
    behind = named.end() if named is not None and begins < named.end() < end else begins
    return Said(begins, behind, last, named[1].strip() if named else speaker)


def _of_whole(whole: Whole, start: int, end: int) -> Passage:
    return _cut(whole.text, whole.times_in(start, end), start, end)


def _part(passage: Passage, start: int, end: int) -> Passage:
    inside = [each for each in passage.times if start <= each.start and each.end <= end]
    return _cut(passage.text, inside, start, end)


def _cut(text: str, times: Sequence[Mention], start: int, end: int) -> Passage:
    """Return a stretch of a text, with the days in it by their places there."""
    moved = (replace(each, start=each.start - start, end=each.end - start) for each in times)
    return Passage(text[start:end], tuple(moved))


def _without(text: str, spans: Sequence[Span]) -> str:
    """Return a text with these spans as spaces, of the same length."""
    kept = list(text)
    for start, end in spans:
        kept[start:end] = " " * (end - start)
    return "".join(kept)
