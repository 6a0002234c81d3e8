"""Measures what a statement adds: a reason that the text lacks, or the same words with two turned round.

Each function that measures returns how strongly that speaks against a statement, from 0 (not at all) to 1.
"""

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import takewhile
from pathlib import Path

from memtui.capture import signals
from memtui.capture.content import Unit, coverage, shared_units
from memtui.capture.support import markers, roles
from memtui.capture.support.align import Pair
from memtui.capture.support.ground import Passage
from memtui.phrases import phrases_in

_WHOLE = 0.95
"""The share of a clause that another has to hold to have all of it."""
_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="added")
_APART_BEFORE = _PHRASES["apart_before"].pattern
_APART_BEHIND = _PHRASES["apart_behind"].pattern
_MOSTLY = 0.6
"""The share of the rest of a statement that the text has, from which on that rest is told there."""
_WORD_FOR_WORD = 0.6
"""The share of a quote from which on a statement with so long a stretch of it repeats it."""
_STEM = 5
"""Letters by which forms of a word are the same."""
_WHOLE_QUOTE = 0.8
"""The share of a quote that a statement repeats which says all of it."""
_FEW = 2
"""Words of a clause that says something by itself."""


def reason_of_its_own(pair: Pair) -> float:
    """Tell how much is new in the clause of a statement with a reason that is furthest from the text."""
    if not _gives_reason(pair.claim):
        return 0.0
    clauses = [part for part in pair.parts if len(part.units) >= _FEW]
    return max((1 - coverage(part.units, pair.around_content) for part in clauses), default=0.0)


def reason_without_any(pair: Pair) -> float:
    """Tell whether a statement gives a reason or a consequence where the text around its quote gives none."""
    return float(_gives_reason(pair.claim) and not _gives_reason(pair.ground.around))


def invented_beside_all(pair: Pair, whole: str) -> bool:
    """Say whether a statement repeats its quote word for word and has words before or behind it that stand
    nowhere in the text, `whole` without letter case: an effect, a purpose, a cause.
    """
    beside = _beside_all(pair)
    if not _count(beside) or not _repeats(pair):
        return False
    told = [(each.start, each.end) for each in pair.claim.times]
    told += [(each.start, each.end) for each in pair.claim.quantities]
    new = [
        unit
        for unit in beside
        if pair.claim.text[unit.start : unit.end].casefold()[:_STEM] not in whole
        and not any(start <= unit.start < end for start, end in told)
    ]
    return _count(new) >= _FEW and _stand_apart(pair.claim.text, beside)


def _stand_apart(text: str, beside: Sequence[Unit]) -> bool:
    """Say whether words at either end of a text are a clause of their own: a comma parts them, or a `to`."""
    first, last = min(unit.start for unit in beside), max(unit.end for unit in beside)
    return bool(_APART_BEFORE.search(text[:first]) or _APART_BEHIND.match(text[last:]))


def _repeats(pair: Pair) -> bool:
    mine, theirs = pair.claim.text.casefold(), pair.quote.text.casefold()
    longest = SequenceMatcher(None, mine, theirs, autojunk=False).find_longest_match()
    return longest.size >= _WORD_FOR_WORD * len(theirs) > 0


def _beside_all(pair: Pair) -> list[Unit]:
    """Return the words of a statement before or behind all that its quote says; of two runs the longer.

    Where the quote has an `it` that the statement has not, they may say what that is.
    """
    mine, theirs = (len(signals.PRONOUN.findall(each.plain)) for each in (pair.claim, pair.quote))
    if theirs > mine:
        return []
    runs = [_new_beside(pair, content) for content in (pair.content, pair.content[::-1])]
    return max(runs, key=_count)


def _new_beside(pair: Pair, content: Sequence[Unit]) -> list[Unit]:
    """Return the words with which `content` begins and that the text lacks, where the rest is the quote."""
    shared = {unit.start for unit in shared_units(content, pair.around_content)}
    run = list(takewhile(lambda unit: unit.start not in shared, content))
    rest = content[len(run) :]
    if len(rest) < _FEW or coverage(rest, pair.around_content) < _MOSTLY:
        return []
    return run if coverage(pair.quote.units, rest) >= _WHOLE_QUOTE else []


def _count(words: Sequence[Unit]) -> float:
    """Return how many words there are; two characters of a script without spaces are one."""
    return sum(0.5 if unit.is_character else 1.0 for unit in words)


def _gives_reason(passage: Passage) -> bool:
    return bool(signals.REASON.search(passage.plain) or signals.REASON_BEFORE.search(passage.plain))


def only_swapped(pair: Pair) -> float:
    """Tell whether a clause has just the words of one of its quote, and two of them changed places.

    A passive says the same with the two changed round.
    """
    if roles.is_passive(pair.claim.text) != roles.is_passive(pair.quote.text):
        return 0.0
    whole = [match for match in pair.matches if match.share >= _WHOLE and len(match.mine.units) >= _FEW]
    if not whole:
        return 0.0
    swapped = max(roles.swapped_in(pair, match.mine) for match in whole)
    return 1.0 if swapped == 1.0 or markers.exchanged(pair) else 0.0
