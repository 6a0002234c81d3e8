"""Whether a statement is surer than its quote, or tells as done what its quote plans.

Each function returns how strongly it speaks against a statement, from 0 (not at all) to 1.
"""

import re
from pathlib import Path

from memtui.capture import signals
from memtui.capture.support.align import Pair
from memtui.capture.support.ground import Passage
from memtui.phrases import phrases_in

_QUESTION = re.compile(r"[^?？.。!！]*[?？]")
_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="sureness")
_PAST = _PHRASES["past"].pattern


def doubt_dropped(pair: Pair) -> float:
    """Tell whether the quote doubts and the statement does not."""
    return float(_doubts(pair.quote.plain, pair.claim) and not signals.HEDGED.search(pair.claim.text))


def doubt_dropped_in_clause(pair: Pair) -> float:
    """Tell how much of a clause that doubts is told as certain."""
    if signals.HEDGED.search(pair.claim.text):
        return 0.0
    shares = [each.share for each in pair.matches if _doubts(each.theirs.plain, pair.claim)]
    return max(shares, default=0.0)


def _doubts(sentence: str, claim: Passage) -> bool:
    """Say whether words doubt; a `may` that the statement takes for a permission does not."""
    sign = signals.DOUBT.search(sentence)
    return sign is not None and (
        sign[0].lower() != "may" or signals.MAY_BE_ALLOWED.search(claim.text) is None
    )


def question_told_as_fact(pair: Pair) -> float:
    """Tell whether the quote only asks."""
    is_question = _QUESTION.fullmatch(pair.ground.quote.text.strip()) is not None
    return float(is_question and not signals.HEDGED.search(pair.claim.text))


def doubt_added(pair: Pair) -> float:
    """Tell whether the statement doubts what the quote is sure of."""
    return float(bool(signals.DOUBT.search(pair.claim.text)) and not signals.HEDGED.search(pair.quote.text))


def plan_told_as_deed(pair: Pair) -> float:
    """Tell how much of a clause that plans or asks for something is told as done."""
    shares = [
        each.share
        for each in pair.matches
        if signals.PLANNED.search(each.theirs.text)
        and not signals.PLANNED.search(each.mine.text)
        and _told_as_done(each.mine.text)
        and not _told_as_done(each.theirs.text)
        and not signals.NEGATION.search(each.mine.plain)
    ]
    return max(shares, default=0.0)


def future_told_as_past(pair: Pair) -> float:
    """Tell whether a statement reports as done what its quote has happen on a day to come."""
    today = pair.ground.today
    ahead = today is not None and any(each.first > today for each in pair.quote.times)
    return float(ahead and _told_as_done(pair.claim.text) and not _told_as_done(pair.quote.text))


def _told_as_done(text: str) -> bool:
    return _PAST.search(text) is not None or signals.DONE.search(text) is not None


def condition_dropped(pair: Pair) -> float:
    """Tell whether the quote makes a condition, and the statement none."""
    return float(
        bool(signals.CONDITION.search(pair.quote.text))
        and not signals.CONDITION.search(pair.claim.text)
        and not signals.HEDGED.search(pair.claim.text)
    )
