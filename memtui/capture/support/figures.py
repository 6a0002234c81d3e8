"""Whether a statement's numbers and days are those that its quote gives for the same thing, in the
same measure."""

import re
from collections.abc import Sequence
from pathlib import Path

from memtui.capture import signals
from memtui.capture.content import Unit, coverage
from memtui.capture.quantities import Quantity, differences, in_other_measures, rates
from memtui.capture.support.align import Pair
from memtui.capture.support.ground import Ground, Passage, Span
from memtui.capture.support.reached import absolute_days, told_otherwise, worked_out
from memtui.language.periods import Mention
from memtui.phrases import phrases_in

_MOST = 0.6
"""The share of a statement's words that must stand beside another figure for it to be about that one."""
_FORMER_BEFORE = re.compile(rf"(?:{signals.FORMER.pattern})[^\W\d]{{0,4}}\s*$", re.IGNORECASE)
_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="figures")
_FORMER_AFTER = _PHRASES["former_after"].pattern
_FROM_TO = _PHRASES["from_to"].pattern


def other_measure(claim: Passage, ground: Ground) -> str | None:
    """Find a number that the text gives in another measure, or a rate by another stretch of time."""
    for mine in claim.quantities:
        same = [each for each in ground.around.quantities if each.value == mine.value and each.measure]
        if mine.measure == "times" or _in_other_words(mine, ground):
            continue
        if mine.measure and same and all(each.measure != mine.measure for each in same):
            return "the text gives the number in another measure"
    by, theirs = rates(claim.text), rates(ground.around.text)
    known = theirs | {each.measure for each in ground.around.quantities}
    return "the text counts by another measure" if by and theirs and not by <= known else None


def _in_other_words(mine: Quantity, ground: Ground) -> bool:
    """Say whether the text gives a stretch of time in another measure: `a week` for `seven days`."""
    return not {each.value for each in ground.around.quantities}.isdisjoint(in_other_measures(mine))


def other_figure(claim: Passage, ground: Ground) -> str | None:
    """Find a number that the quote gives for something else, or in whose place it gives another."""
    for mine in claim.quantities:
        there = [each for each in ground.quote.quantities if each.value == mine.value]
        others = [each for each in ground.quote.quantities if each.value != mine.value]
        others = [each for each in others if bool(each.measure) == bool(mine.measure)]
        if not there and _replaced(mine, others, claim, ground):
            return "its quote gives another number"
        if there and others and not _stands_for(claim, ground, mine, there, others):
            return "its quote gives this number for something else"
    return None


def _replaced(mine: Quantity, others: Sequence[Quantity], claim: Passage, ground: Ground) -> bool:
    """Say whether a number replaces another of the same measure in the quote, and is nowhere near it."""
    rivals = [each for each in others if mine.measure and each.measure == mine.measure]
    near = {each.value for each in ground.around.quantities if each.measure in ("", mine.measure)}
    near |= {value for each in ground.around.quantities for value in in_other_measures(each)}
    near |= differences(ground.quote.quantities)
    shared = {each.value for each in claim.quantities} & {each.value for each in rivals}
    return bool(rivals) and mine.value not in near and not shared


def _stands_for(
    claim: Passage, ground: Ground, mine: Quantity, there: Sequence[Quantity], others: Sequence[Quantity]
) -> bool:
    """Say whether a number is given for what the statement gives it for."""
    rivals = {each.value for each in others if each.measure == mine.measure}
    shared = rivals & {each.value for each in claim.quantities}
    if _former(ground.quote, there) and not _former(claim, [mine]) and not shared:
        return False
    if _turned_back(claim, ground.quote):
        return False
    apart = [
        each for each in others if all(_clause(ground.quote, each) != _clause(ground.quote, t) for t in there)
    ]
    return _fits_best(claim, ground, (mine.start, mine.end), _spans(there), _spans(apart))


def step_turned_back(pair: Pair) -> float:
    """Tell whether a statement goes from the one number to the other where its quote goes the other way."""
    return float(_turned_back(pair.claim, pair.ground.quote))


def _turned_back(claim: Passage, quote: Passage) -> bool:
    mine, theirs = _step(claim), _step(quote)
    return bool(mine) and mine[0] != mine[1] and mine == theirs[::-1]


def _former(claim: Passage, figures: Sequence[Quantity]) -> bool:
    """Say whether every one of these numbers is told as one that no longer holds."""
    return all(
        _FORMER_BEFORE.search(claim.text[: each.start]) or _FORMER_AFTER.match(claim.text, each.end)
        for each in figures
    )


def _step(claim: Passage) -> tuple[float, ...]:
    """Return the two numbers of a step `from … to …`, or nothing."""
    match = _FROM_TO.search(claim.text)
    if match is None:
        return ()
    inside = [each.value for each in claim.quantities if match.start() <= each.start < match.end()]
    return tuple(inside[:2]) if len(inside) >= 2 else ()


def other_day(claim: Passage, ground: Ground) -> str | None:
    """Find a day that is not the one the quote names, or that it names for something else."""
    quoted = ground.quote.times
    own = {
        span: meant
        for span, meant in absolute_days(claim).items()
        if not (worked_out(meant, ground) or told_otherwise(meant, ground))
    }
    there = {span: _spans([one for one in quoted if _may_be(one, meant)]) for span, meant in own.items()}
    if own and not any(there.values()) and _names_days(quoted):
        return "its quote names another day"
    for span, places in there.items():
        others = [place for place in _spans(quoted) if place not in places]
        if places and others and not _fits_best(claim, ground, span, places, others):
            return "its quote gives this day for something else"
    return None


def _may_be(quoted: Mention, meant: Sequence[Mention]) -> bool:
    """Say whether a quote's date is one of these, or a wider one that such a date is put together with."""
    return any(
        quoted.allows(each) or quoted.first <= each.first <= each.last <= quoted.last for each in meant
    )


def _names_days(times: Sequence[Mention]) -> bool:
    return any(each.first == each.last for each in times)


def _spans(figures: Sequence[Quantity] | Sequence[Mention]) -> list[Span]:
    return list(dict.fromkeys((each.start, each.end) for each in figures))


def _fits_best(
    claim: Passage, ground: Ground, mine: Span, there: Sequence[Span], others: Sequence[Span]
) -> bool:
    """Say whether the words beside a figure in the statement fit that figure's part of the quote best."""
    beside = _beside(claim, mine, [*_spans(claim.quantities), *_spans(claim.times)])
    every = [*there, *others]
    fit = max(_fit(beside, _beside(ground.quote, span, every)) for span in there)
    rival = max((_fit(beside, _beside(ground.quote, span, every)) for span in others), default=0.0)
    return not beside or rival < _MOST or rival <= fit


def _fit(beside: list[Unit], part: list[Unit]) -> float:
    return coverage(part, beside) if part else 0.0


def _beside(claim: Passage, span: Span, every: Sequence[Span]) -> list[Unit]:
    """Return the content of the clause that a figure stands in, from the figure before on."""
    start, end = _clause(claim, span)
    start = max([start, *(other[1] for other in every if start <= other[0] < span[0])])
    return [unit for unit in claim.units if start <= unit.start < end]


def _clause(claim: Passage, figure: Quantity | Span) -> Span:
    place = figure[0] if isinstance(figure, tuple) else figure.start
    for clause in claim.clauses:
        if clause.start <= place < clause.start + len(clause.text):
            return clause.start, clause.start + len(clause.text)
    return 0, len(claim.text)
