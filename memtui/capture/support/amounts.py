"""Whether a statement's numbers are those of its quote.

Each function returns how strongly it speaks against a statement, from 0 (not at all) to 1. `figures` looks at
what a number is given for.
"""

import re
from pathlib import Path

from memtui.capture.content import coverage, shared_units
from memtui.capture.quantities import differences, in_other_measures
from memtui.capture.support.align import Pair, Part
from memtui.phrases import phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="amounts")
_AFTERNOON = _PHRASES["afternoon"].pattern
_DIGITS = re.compile(r"(?<![\d.])\d{1,9}(?![\d.]*\d)")
_CLOCK = re.compile(r"(?<!\d)(\d{1,2}):(\d{2})(?!\d)")
_MANY = 2
"""From so many numbers on that the quote lacks, more do not make it worse."""


def number_not_in_quote(pair: Pair) -> float:
    """Tell how many numbers the quote does not have, of two or more."""
    there = _values(pair)
    return min(sum(each.value not in there for each in pair.claim.quantities), _MANY) / _MANY


def number_replaced(pair: Pair) -> float:
    """Tell whether a statement has a number that its quote lacks, and lacks one that its quote has."""
    mine = {each.value for each in pair.claim.quantities}
    theirs = {each.value for each in pair.ground.quote.quantities}
    return float(bool(mine - _values(pair)) and bool(theirs - mine))


def _values(pair: Pair) -> set[float]:
    """Return the numbers of a quote, in the measures and by the clocks that a statement may use."""
    quote = pair.ground.quote
    numbers = {float(match[0]) for match in _DIGITS.finditer(quote.text)}
    if _AFTERNOON.search(quote.text):
        numbers |= {value + 12 for value in numbers if value <= 12}
    numbers |= {each.value for each in quote.quantities}
    numbers |= differences(quote.quantities)
    return numbers | {value for each in quote.quantities for value in in_other_measures(each)}


def other_clock(pair: Pair) -> float:
    """Tell whether a statement has a time of day that its quote lacks, and lacks one that its quote has."""
    mine = set(_CLOCK.findall(pair.claim.text))
    theirs = set(_CLOCK.findall(pair.ground.quote.text))
    return float(bool(mine - theirs) and bool(theirs - mine))


def bound_elsewhere(pair: Pair) -> float:
    """Tell how much better a clause fits another number of its quote than the one it has."""
    worst = 0.0
    for part in pair.parts:
        mine = [unit for unit in part.units if unit.key.startswith("#")]
        beside = [unit for unit in part.units if unit not in mine]
        if len(mine) != 1 or not beside:
            continue
        own = [each for each in pair.quoted if shared_units(mine, each.units)]
        others = [each for each in pair.quoted if each not in own and _has_other_number(each, pair)]
        if own and others:
            fits = [max(coverage(beside, each.units) for each in some) for some in (others, own)]
            worst = max(worst, fits[0] - fits[1])
    return max(worst, 0.0)


def _has_other_number(part: Part, pair: Pair) -> bool:
    """Say whether a clause has a number, and none that the statement has."""
    numbers = [unit for unit in part.units if unit.key.startswith("#")]
    return bool(numbers) and not shared_units(numbers, pair.content)
