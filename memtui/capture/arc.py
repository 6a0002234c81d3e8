"""Settles what a whole session says in the end: of two statements about one thing, the later one counts.

A session is read in windows and stretches, and people change their minds in between. So before anything is
stored or shown, a statement is left out when a later one repeats or changes it. Somebody else's later word
never replaces what the person said. When the person said two things that cannot both hold, and the later
one doesn't say that it corrects the earlier, they are asked.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from memtui.capture.facts import Fact, Outcome
from memtui.capture.rules.taking_back import begins_a_correction
from memtui.capture.word import Voice, Word
from memtui.domain.memory import MemoryType
from memtui.language.contradiction import announces_change
from memtui.language.difference import compare
from memtui.language.disagreement import Side, disagreement
from memtui.language.side import tells
from memtui.language.statement import read
from memtui.phrases import phrases_in

_SHARED_WORDS, _SHARED = 2, 0.5
"""Two statements with fewer words in common, or a smaller share of the shorter one's, are about two things.
"""
_WORD = re.compile(r"[\w.-]*\w")
_VALUES = phrases_in(Path(__file__).with_name("arc.toml"))
_NOT = _VALUES["set_against"].pattern
"""A value set against another, at the end of a clause."""
_TAKEN_BACK = _VALUES["taken_back"].pattern
"""The beginning of a statement that takes a value back: `Doch nicht Ruff, wir bleiben bei flake8`."""
_SAID = {Outcome.NEW, Outcome.CONFLICTS, Outcome.DUPLICATE}
SAID_FURTHER_ON = "the session says this, or otherwise, further on"


@dataclass(frozen=True, slots=True)
class Arc:
    """What the facts of a stretch are beside each other."""

    facts: list[Fact]
    """All of them, those as repeated that a later one overtakes."""
    clashes: list[tuple[Fact, Fact]]
    """Pairs of the person's statements that disagree, the later first; nothing tells which one holds."""


def settled(facts: Sequence[Fact], words: Sequence[Word]) -> Arc:
    """Return what the facts of a stretch are beside each other; `words` says whose each is.

    Only facts that would be stored are changed; one that the store has already may overtake them.
    """
    arc = Arc(list(facts), [])
    left = arc.facts
    stated = [at for at, fact in enumerate(facts) if fact.outcome in _SAID]
    for place, first in enumerate(stated):
        for second in stated[place + 1 :]:
            earlier, later = sorted((first, second), key=lambda at: (_offset(words[at]), at))
            if not _may_go(left[earlier], left[later]) or left[later].outcome is Outcome.REPEATED:
                continue
            if not overtakes(facts[later].candidate.text, facts[earlier].candidate.text):
                continue
            if words[later].voice is words[earlier].voice is Voice.PERSON and not _takes_the_place(
                facts[later], facts[earlier]
            ):
                arc.clashes.append((facts[later], facts[earlier]))
                continue
            gone = earlier if weighs(words[later], words[earlier]) else later
            if gone == later and left[later].outcome is not Outcome.NEW:
                continue
            left[gone] = replace(facts[gone], outcome=Outcome.REPEATED, target=None, why=SAID_FURTHER_ON)
    return arc


def _may_go(earlier: Fact, later: Fact) -> bool:
    """Say whether a fact may be left out because a later one overtakes it.

    A fact that conflicts with a memory may go if that memory says the same as the later fact: it was read
    before.
    """
    if earlier.outcome is not Outcome.CONFLICTS:
        return earlier.outcome is Outcome.NEW
    return later.outcome is Outcome.DUPLICATE and later.target == earlier.target


def _takes_the_place(later: Fact, earlier: Fact) -> bool:
    """Say whether a person's later word says itself that it replaces the earlier one, or repeats it."""
    if is_a_correction(later.candidate.quote):
        return True
    one, other = earlier.candidate.text, later.candidate.text
    if compare(one, other).is_duplicate() or _denies(other, one) or _takes_back(other, one):
        return True
    clash = disagreement(Side(one, MemoryType.SEMANTIC), Side(other, MemoryType.SEMANTIC))
    return clash is None or clash.newer == "right" or clash.over


def is_a_correction(quote: str) -> bool:
    """Say whether a sentence says itself that something else was said, or held, before."""
    return announces_change(quote) or begins_a_correction(quote)


def weighs(later: Word, earlier: Word) -> bool:
    """Say whether a later word may stand in for an earlier one."""
    return later.voice is Voice.PERSON or earlier.voice is not Voice.PERSON


def overtakes(later: str, earlier: str) -> bool:
    """Say whether a statement repeats an earlier one, or says its opposite."""
    if _takes_back(later, earlier):
        return True
    if not _about_the_same(later, earlier):
        return False
    if compare(earlier, later).is_duplicate() or _denies(later, earlier):
        return True
    clash = disagreement(Side(earlier, MemoryType.SEMANTIC), Side(later, MemoryType.SEMANTIC))
    return clash is not None and clash.newer != "left"


def _denies(later: str, earlier: str) -> bool:
    """Say whether a statement denies by name what an earlier one says: `is 7, not 5`."""
    earlier_words = {word.casefold() for word in _WORD.findall(earlier)}
    return any(match[1].casefold() in earlier_words for match in _NOT.finditer(later))


def _takes_back(later: str, earlier: str) -> bool:
    """Say whether a statement begins by taking back what an earlier one names: it may be all they share."""
    match = _TAKEN_BACK.match(later)
    return match is not None and match[1].casefold() in values(earlier)


def values(text: str) -> frozenset[str]:
    """Return what a text names, as it is written but for case."""
    return frozenset(token.text.casefold() for token in read(text).tokens if tells(token))


def _about_the_same(one: str, other: str) -> bool:
    first, second = _content(one), _content(other)
    shared = len(first & second)
    return shared >= max(_SHARED_WORDS, _SHARED * min(len(first), len(second)))


def _content(text: str) -> set[str]:
    return {token.key for token in read(text).content}


def _offset(word: Word) -> int:
    return 0 if word.turn is None else word.turn.offset
