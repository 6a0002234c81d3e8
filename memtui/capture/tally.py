"""What became of the sentences of a text that rules read: the answer to “why so few facts?”.

    12 sentences: 3 in facts, 5 questions or plans, 4 say nothing lasting

The rule-based extractor counts, a run adds its windows up, and the faces show it. A model doesn't say what it
passed over, so there is no tally of its reading.
"""

from collections import Counter
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


_WORDS = {
    Became.FACT: ("in a fact", "in facts"),
    Became.ASKED: ("question or plan", "questions or plans"),
    Became.NOTHING: ("says nothing lasting", "say nothing lasting"),
    Became.LEANING: ("unclear alone", "unclear alone"),
}
_OTHERS = ("other", "others")


@dataclass(slots=True)
class Tally:
    """The counts of one text, or of a window of it."""

    counts: Counter[Became] = field(default_factory=Counter)

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
        return self

    def found_in(self, count: int) -> None:
        """Count so many sentences as in facts that seemed to say nothing lasting by themselves."""
        count = min(count, self.counts[Became.NOTHING])
        self.counts.update({Became.NOTHING: -count, Became.FACT: count})

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
