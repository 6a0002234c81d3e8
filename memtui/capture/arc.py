"""What a whole session says in the end: of two statements about the same thing, the later one.

A session is read in windows and in stretches, and people change their mind in it. So before anything is
stored or shown, what is said again, or otherwise, further on is left out where it was said first. A later
word of somebody else never stands in for what the person said themselves.
"""

from collections.abc import Sequence
from dataclasses import replace

from memtui.capture.facts import Fact, Outcome
from memtui.capture.word import Voice, Word
from memtui.domain.memory import MemoryType
from memtui.language.difference import compare
from memtui.language.disagreement import Said, disagreement
from memtui.language.statement import read

_SHARED_WORDS, _SHARED = 2, 0.5
"""With fewer words in common, or a smaller share of the shorter one's, two are not about the same thing."""
SAID_FURTHER_ON = "the session says this, or otherwise, further on"


def settled(facts: Sequence[Fact], words: Sequence[Word]) -> list[Fact]:
    """Return the facts of a stretch, those as repeated that a later one overtakes.

    `words` says whose each is. Only facts that are new are looked at; the others are settled already.
    """
    left = list(facts)
    new = [at for at, fact in enumerate(facts) if fact.outcome is Outcome.NEW]
    for place, first in enumerate(new):
        for second in new[place + 1 :]:
            earlier, later = sorted((first, second), key=lambda at: (_offset(words[at]), at))
            if left[earlier].outcome is not Outcome.NEW or left[later].outcome is not Outcome.NEW:
                continue
            if not overtakes(facts[later].candidate.text, facts[earlier].candidate.text):
                continue
            gone = earlier if weighs(words[later], words[earlier]) else later
            left[gone] = replace(facts[gone], outcome=Outcome.REPEATED, target=None, why=SAID_FURTHER_ON)
    return left


def weighs(later: Word, earlier: Word) -> bool:
    """Say whether a later word may stand in for an earlier one."""
    return later.voice is Voice.PERSON or earlier.voice is not Voice.PERSON


def overtakes(later: str, earlier: str) -> bool:
    """Say whether a statement says again what an earlier one said, or the opposite."""
    if not _about_the_same(later, earlier):
        return False
    if compare(earlier, later).is_duplicate():
        return True
    found = disagreement(Said(earlier, MemoryType.SEMANTIC), Said(later, MemoryType.SEMANTIC))
    return found is not None and found.newer != "left"


def _about_the_same(one: str, other: str) -> bool:
    first, second = _content(one), _content(other)
    shared = len(first & second)
    return shared >= max(_SHARED_WORDS, _SHARED * min(len(first), len(second)))


def _content(text: str) -> set[str]:
    return {token.key for token in read(text).content}


def _offset(word: Word) -> int:
    return 0 if word.turn is None else word.turn.offset
