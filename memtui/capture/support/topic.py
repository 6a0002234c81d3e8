"""Whether a statement is about what its quote is about, and whether its reasons stand in the text."""

from collections.abc import Sequence

from memtui.capture import signals
from memtui.capture.content import Unit, coverage, shared_units, units
from memtui.capture.support.ground import Ground, Passage

_RELATED = 0.3
"""Share of a statement's content that has to stand around its quote."""
_RELATED_WIDE = 0.35
"""The same where each character counts: some of them meet by chance."""
_WELL_COVERED = 0.6
"""From this share on the quote itself may say nothing of it: `No, those stay.`"""
_REASONED = 0.3
"""Share of a reason's or a consequence's content that has to stand there."""
_REASONED_TOO = 0.2
"""The same where the quote gives a reason itself."""
_FEW = 2
"""Words from which on a statement is about something: of one alone nobody can tell whether the quote has
it.
"""


def unrelated(claim: Passage, ground: Ground) -> str | None:
    """Return why a statement is about something else than its quote; None if it is about the same."""
    wanted = claim.units
    if not wanted:
        return None
    wide = sum(unit.wide for unit in wanted) > len(wanted) / 2
    figures = _figures(claim, ground.around)
    share = (_weight(shared_units(wanted, ground.around.units), wide) + sum(figures)) / (
        _weight(wanted, wide) + len(figures)
    )
    elsewhere = (
        len(ground.quote.units) > _FEW
        and share < _WELL_COVERED
        and not shared_units(wanted, ground.quoted_units)
        and not any(_figures(claim, ground.quote))
    )
    if elsewhere or share < (_RELATED_WIDE if wide else _RELATED):
        return "its quote speaks of something else"
    return None


def _weight(content: Sequence[Unit], wide: bool) -> int:
    """Return how much content there is: beside single characters a whole word counts twice."""
    return sum(2 if wide and unit.end - unit.start > 1 else 1 for unit in content)


def _figures(claim: Passage, there: Passage) -> list[bool]:
    """Return for each number and date of a statement whether a text has it."""
    values = {each.value for each in there.quantities}
    times: dict[tuple[int, int], bool] = {}
    for mine in claim.times:
        span = mine.start, mine.end
        times[span] = times.get(span, False) or any(each.allows(mine) for each in there.times)
    return [each.value in values for each in claim.quantities] + list(times.values())


def invented_reason(claim: Passage, ground: Ground) -> str | None:
    """Find a reason or a consequence whose content the text does not have."""
    least = _REASONED_TOO if signals.REASON.search(ground.quote.plain) else _REASONED
    parts = [claim.plain[match.end() :] for match in signals.REASON.finditer(claim.plain)]
    for match in signals.REASON_BEFORE.finditer(claim.plain):
        parts += [claim.plain[: match.start()], claim.plain[match.end() :]]
        least = _REASONED_TOO if signals.REASON_BEFORE.search(ground.quote.plain) else least
    for part in parts:
        content = units(part)
        if len(content) >= _FEW and coverage(content, ground.around.units) < least:
            return "the reason or consequence is not in the text"
    return None
