"""Whether a statement says yes where its quote says no, or the reverse, or the opposite of a word of it.

Each function returns how strongly it speaks against a statement, from 0 (not at all) to 1. Clauses are
compared one by one: an odd number of denials on one side only turns what is said about.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from memtui.capture import signals
from memtui.capture.content import Unit, coverage, shared_units
from memtui.capture.support.align import Match, Pair, Part
from memtui.capture.support.ground import Span
from memtui.capture.support.wording import from_around
from memtui.language.opposites import Opposed, opposed
from memtui.language.stems import stem
from memtui.phrases import phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="denial")
_NO = _PHRASES["no"].pattern
_OF_ONE_DEED = 0.75
"""The share of a statement's words that its quote has where both are about one deed."""
_LACKING = _PHRASES["lacking"].pattern
_OPPOSITE_ALONE = 0.4
"""What an opposite says by itself, from 0 to 1; the rest comes with how much else the two clauses share."""


def denies_plainly(pair: Pair) -> float:
    """Return how much of a denying clause comes from one that denies nothing, 0…1."""
    return _turned(pair, stated=True)


def affirms_plainly(pair: Pair) -> float:
    """Return how much of an affirming clause comes from one that denies, 0…1."""
    return _turned(pair, stated=False)


def _turned(pair: Pair, *, stated: bool) -> float:
    """Return how alike two clauses are of which only one denies, unless an opposite word makes up for it."""
    worst = 0.0
    for each in pair.matches:
        opposites = opposed(each.mine.text, each.theirs.text, pair.language)
        if opposites or (_denials(each.mine.plain) % 2 == 1) != stated:
            continue
        if _denials(each.mine.plain) % 2 != _denials(each.theirs.plain) % 2 and not _excused(each):
            worst = max(worst, each.share * (0.5 + each.back / 2))
    return worst


def _denials(text: str) -> int:
    return sum(1 for _ in signals.NEGATION.finditer(text))


def _excused(match: Match) -> bool:
    """Say whether one of two clauses has a word of its own that denies without a `not`."""
    return _reversals(match.mine.plain) != _reversals(match.theirs.plain)


def affirms_alone(pair: Pair) -> float:
    """Return how much of a statement repeats its quote word for word, if the quote denies and it does not,
    0…1.
    """
    if _denials(pair.claim.plain) or not any(_denials(each.theirs.plain) for each in pair.matches):
        return 0.0
    return pair.literal


def refusal_told_as_yes(pair: Pair) -> float:
    """Tell how much of a clause that refuses, forbids or gives up is told as if it did not."""
    claim = pair.claim
    if signals.REFUSAL.search(claim.text) or signals.REVERSAL.search(claim.text) or _denials(claim.plain):
        return 0.0
    return max((each.share for each in pair.matches if signals.REFUSAL.search(each.theirs.text)), default=0.0)


def allows_the_forbidden(pair: Pair) -> bool:
    """Say whether a statement allows what a sentence of its quote forbids.

    What both lack is a part of the deed: `Never merge without review`, `Merging without review is fine`.
    """
    mine, theirs = pair.claim.plain, pair.quote.plain
    forbids = _denials(_LACKING.sub("", theirs)) or signals.REFUSAL.search(theirs)
    if not forbids or not signals.ALLOWANCE.search(mine):
        return False
    if _denials(_LACKING.sub("", mine)) or _reversals(mine) - _reversals(theirs):
        return False
    allowed_there = (
        signals.ALLOWANCE.search(each.theirs.plain) and not _denials(each.theirs.plain)
        for each in pair.matches
    )
    return not any(allowed_there) and coverage(pair.content, pair.quoted_content) >= _OF_ONE_DEED


def _reversals(text: str) -> set[str]:
    return {match[0].lower() for match in signals.REVERSAL.finditer(text)}


def answered_no(pair: Pair) -> float:
    """Return how much of a statement comes from the text before a quote that answers no, 0…1."""
    if not _NO.match(pair.ground.quote.text) or _denials(pair.claim.plain):
        return 0.0
    return from_around(pair)


def opposite(pair: Pair) -> float:
    """Return how much two clauses share besides a word and its opposite, when neither is denied."""
    worst = 0.0
    for match, opposites in pair.opposites:
        if _one_is_denied(match.mine.text, match.theirs.text, opposites[0]):
            continue
        rest = [unit for unit in match.mine.units if not any(_within(match.mine, unit, o) for o in opposites)]
        worst = max(worst, _OPPOSITE_ALONE + (1 - _OPPOSITE_ALONE) * coverage(rest, match.theirs.units))
    return worst


def _one_is_denied(mine: str, theirs: str, opposites: Opposed) -> bool:
    """Say whether one of two texts denies; a word that is itself an opposite, as `不要`, does not."""
    in_mine = _denials(mine) - _denials(mine[slice(*opposites.mine)])
    in_theirs = _denials(theirs) - _denials(theirs[slice(*opposites.theirs)])
    return in_mine % 2 != in_theirs % 2


def _within(part: Part, unit: Unit, word: Opposed) -> bool:
    return word.mine[0] <= unit.start - part.start < word.mine[1]


def opposite_anywhere(pair: Pair) -> float:
    """Tell how literal a statement is that has an opposite anywhere in the sentence it rests on."""
    opposites = pair.opposites_anywhere
    if not opposites or _one_is_denied(pair.claim.text, pair.quote.text, opposites[0]):
        return 0.0
    if not any(_shares_a_clause(pair, each) for each in opposites):
        return 0.0
    spans = [each.mine for each in opposites]
    return pair.literal_without(spans)


def _shares_a_clause(pair: Pair, word: Opposed) -> bool:
    """Say whether the clause of the quote that has the opposite has more of the statement."""
    place = word.theirs[0] + pair.shift
    return any(part.holds(place) and shared_units(pair.content, part.units) for part in pair.quoted)


def opposite_beside_the_same(pair: Pair) -> float:
    """Tell whether a word and its opposite have the same neighbour on one side."""
    if opposite_anywhere(pair) == 0.0:
        return 0.0
    for each in pair.opposites_anywhere:
        mine = _neighbours(pair.content, each.mine)
        theirs = _neighbours(pair.quoted_content, each.theirs, shift=pair.shift)
        if any(shared_units([one], theirs) for one in mine):
            return 1.0
    return 0.0


def _neighbours(content: Sequence[Unit], span: Span, shift: int = 0) -> list[Unit]:
    before = [unit for unit in content if unit.end <= span[0] + shift]
    after = [unit for unit in content if unit.start >= span[1] + shift]
    return before[-1:] + after[:1]


_PREFIX = _PHRASES["prefix"].pattern
_LATIN = re.compile(r"[^\W\d_\u3040-\u9fff]{4,}")


def prefix(pair: Pair) -> float:
    """Tell whether a word has a prefix that denies it on one side only: `dicht` and `undicht`."""
    mine, theirs = ({word.lower() for word in _LATIN.findall(p.plain)} for p in (pair.claim, pair.quote))
    met = _prefixed(mine - theirs, theirs - mine) or _prefixed(theirs - mine, mine - theirs)
    return float(met and _denials(pair.claim.plain) % 2 == _denials(pair.quote.plain) % 2)


def _prefixed(changed: set[str], plain: set[str]) -> bool:
    """Say whether one of `changed` is a denying prefix and a form of one of `plain`."""
    bare = [_PREFIX.sub("", word, count=1) for word in changed if _PREFIX.match(word)]
    return any(stem(one) == stem(other) for one in bare for other in plain)
