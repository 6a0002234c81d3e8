"""Whether a statement denies or affirms the very word that its quote affirms or denies.

A denial governs one word: `not` the one after it, German `nicht` at the end of a clause the verb before it,
Japanese `ない` the verb that it ends. Each function returns how strongly it speaks against a statement,
from 0 (not at all) to 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from memtui.capture import signals
from memtui.capture.content import Unit, alike
from memtui.capture.support.align import Pair
from memtui.capture.support.ground import Passage

_WORD = 2
"""Characters of a Chinese or Japanese word that are compared."""
_NEAR = 12
"""Characters between a denial and the word it governs, at most."""

Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Governed:
    """The words of a passage, parted by whether a denial governs them."""

    denied: frozenset[Key]
    affirmed: frozenset[Key]


def governed(passage: Passage) -> Governed:
    """Return which words of a passage are denied, and which are not."""
    places: set[int] = set()
    denied: set[Key] = set()
    for clause in passage.clauses:
        for match in signals.NEGATION.finditer(clause.text):
            word = _word_of(clause.units, clause.start + match.start(), clause.start + match.end(), match[0])
            if word:
                denied.add(tuple(unit.key for unit in word))
                places |= {unit.start for unit in word}
    rest = [unit for unit in passage.units if unit.start not in places]
    return Governed(frozenset(denied), frozenset(_keys(rest)))


def _word_of(content: Sequence[Unit], start: int, end: int, denial: str) -> list[Unit]:
    """Return the word that a denial at `start` to `end` governs, or nothing."""
    before = [unit for unit in content if unit.end <= start and start - unit.end <= _NEAR]
    after = [unit for unit in content if unit.start >= end and unit.start - end <= _NEAR]
    if _ends_a_verb(denial) or not after:
        return _last(before)
    return _first(after)


def _ends_a_verb(denial: str) -> bool:
    return "\u3041" <= denial[0] <= "\u3096"


def _first(content: Sequence[Unit]) -> list[Unit]:
    run = list(content[:1])
    for unit in content[1:_WORD] if run and run[0].is_character else ():
        if unit.start == run[-1].end and unit.is_character:
            run.append(unit)
    return run


def _last(content: Sequence[Unit]) -> list[Unit]:
    run = list(content[-1:])
    for unit in content[-_WORD:-1] if run and run[0].is_character else ():
        if unit.end == run[0].start and unit.is_character:
            run.insert(0, unit)
    return run


def _keys(content: Sequence[Unit]) -> set[Key]:
    """Return the words, and every two characters that stand side by side."""
    keys: set[Key] = {(unit.key,) for unit in content}
    for one, other in pairwise(content):
        if one.is_character and other.is_character and one.end == other.start:
            keys.add((one.key, other.key))
    return keys


def affirms_the_denied(pair: Pair) -> float:
    """Tell whether a statement that denies nothing affirms a word that its quote denies."""
    mine, theirs = governed(pair.claim), governed(pair.quote)
    if mine.denied or _says_no_otherwise(pair.claim, pair.quote):
        return 0.0
    return float(bool(_met(theirs.denied - theirs.affirmed, mine.affirmed)))


def _says_no_otherwise(passage: Passage, other: Passage) -> bool:
    """Say whether a passage has a word that denies without a `not`, and that the other lacks."""
    mine, theirs = (
        {match[0].lower() for match in signals.REVERSAL.finditer(each.plain)} for each in (passage, other)
    )
    return bool(mine - theirs)


def _met(denied: frozenset[Key], affirmed: frozenset[Key]) -> list[Key]:
    """Return the denied words that are affirmed."""
    return [word for word in sorted(denied) if _among(word, affirmed)]


def _among(word: Key, words: frozenset[Key]) -> bool:
    return any(len(word) == len(each) and all(map(alike, word, each)) for each in words)
