"""What became of the sentences of a text that rules read: the answer to “why so few facts?”.

    12 sentences: 3 in facts, 5 questions or plans, 4 say nothing lasting

The rule-based extractor counts, a run adds its windows up, and the faces show it. A model doesn't say what it
passed over, so there is no tally of its reading.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, Self, runtime_checkable

from memtui.capture.facts import Window
from memtui.domain.counting import plural


class Became(StrEnum):
    """What became of a sentence."""

    FACT = "fact"
    """It stands in a fact, alone or beside others."""
    ASKED = "asked"
    """It asks, or says what somebody is about to do."""
    NOTHING = "nothing"
    """It says nothing that a reader would want to find again."""
    LEANING = "leaning"
    """It is not understood without another sentence, and that one became no fact."""
    QUOTED = "quoted"
    """It is said by another than whoever speaks there, as in an answer to a mail."""
    BEFORE = "before"
    """It says how something was before what the text tells."""
    OPTION = "option"
    """It is of an option that was not taken."""
    FRAME = "frame"
    """It says who wrote the text or was there, when or where."""
    ENTRY = "entry"
    """It notes what happened at a time of day, as in a log."""
    DATA = "data"
    """It is a row of a table that says nothing by itself."""
    LONG = "long"
    """It has more words than one statement does."""

    @property
    def reason(self) -> str:
        """Why a sentence is in no fact, in words."""
        return _WORDS[self][0]


_WORDS = {
    Became.FACT: ("in a fact", "in facts"),
    Became.ASKED: ("question or plan", "questions or plans"),
    Became.NOTHING: ("says nothing lasting", "say nothing lasting"),
    Became.LEANING: ("unclear alone", "unclear alone"),
    Became.QUOTED: ("quoted", "quoted"),
    Became.BEFORE: ("says how it was before", "say how it was before"),
    Became.OPTION: ("of an option not taken", "of options not taken"),
    Became.FRAME: ("says who wrote or was there", "say who wrote or was there"),
    Became.ENTRY: ("entry of a log", "entries of a log"),
    Became.DATA: ("row of data", "rows of data"),
    Became.LONG: ("too long for one fact", "too long for one fact"),
}
_OTHERS = ("other", "others")


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A sentence that is in no fact."""

    text: str
    start: int
    """Where it begins in the text that is read."""
    became: Became
    statement: str = ""
    """As a fact would say it: without list mark and speaker."""


@dataclass(slots=True)
class Tally:
    """The counts of one text, or of a window of it."""

    counts: Counter[Became] = field(default_factory=Counter)
    left_out: list[LeftOut] = field(default_factory=list)
    """The sentences that are in no fact, in the order of the text."""

    @property
    def sentences(self) -> int:
        """How many sentences were read; code, logs and headings are none."""
        return self.counts.total()

    @property
    def passed_over(self) -> int:
        """How many of them became no fact."""
        return self.sentences - self.counts[Became.FACT]

    def __iadd__(self, other: Self) -> Self:
        """Add what was counted in another window."""
        self.counts.update(other.counts)
        self.left_out += other.left_out
        return self

    def found_in(self, quotes: Sequence[str]) -> None:
        """Count the sentences of quotes as in facts that seemed to be in none by themselves."""
        in_facts = {each for each in self.left_out if any(each.text in quote for quote in quotes)}
        self.left_out = [each for each in self.left_out if each not in in_facts]
        self.counts.subtract(each.became for each in in_facts)
        self.counts[Became.FACT] += len(in_facts)

    def as_json(self) -> dict[str, int] | None:
        """Return the counts by name; None where none was counted."""
        if not self.sentences:
            return None
        return {"read": self.sentences, **{each.value: self.counts[each] for each in Became}}

    def words(self, room: int = 1_000) -> str:
        """Return the counts as words of at most `room` characters, the smallest together if need be.

        Empty when there is nothing to explain: no sentence, or no other than facts.
        """
        if not self.passed_over:
            return ""
        named = [each for each in Became if self.counts[each] or each is Became.FACT]
        for left_out in range(len(named)):
            rest = sorted(named[1:], key=lambda each: self.counts[each])[:left_out]
            parts = [_counted(self.counts[each], _WORDS[each]) for each in named if each not in rest]
            parts += [_counted(sum(self.counts[each] for each in rest), _OTHERS)] if rest else []
            told = f"{plural(self.sentences, 'sentence')}: {', '.join(parts)}"
            if len(told) <= room:
                break
        return told


@runtime_checkable
class Tallies(Protocol):
    """An extractor that says what became of what it read."""

    def tally(self, window: Window) -> Tally:
        """Return the counts of a window that it has read, without what another window held already."""
        ...


def _counted(count: int, words: tuple[str, str]) -> str:
    return f"{f'{count:,}' if count else 'none'} {words[count != 1]}"
