"""Whether a statement is as sure as its quote: no doubt became a fact, no plan a deed, no condition
was dropped."""

import re

from memtui.capture import signals
from memtui.capture.content import shared_units, units
from memtui.capture.support.ground import Ground, Passage, focus
from memtui.capture.support.negation import denied_and_affirmed

_FEW = 2
"""Words that a condition has at least, and shares with the statement: one alone is often chance."""


def stronger(claim: Passage, ground: Ground) -> str | None:
    """Find a doubt that became certain, a plan that became a deed, a condition that was dropped."""
    if signals.HEDGED.search(claim.text):
        return None
    quote = focus(claim, ground.quote)
    certain, doubtful = 0, 0
    for place, clause in enumerate(quote.clauses):
        shared = len(shared_units(claim.units, clause.units))
        if doubts(_with_small_neighbours(quote, place), claim):
            doubtful = max(doubtful, shared)
        else:
            certain = max(certain, shared)
    if doubtful > certain:
        return "the text only considers it"
    if signals.PLANNED.search(quote.text) and _tells_a_deed(claim, quote):
        return "the text only plans or asks for it"
    return unconditional(claim, ground)


def _tells_a_deed(claim: Passage, quote: Passage) -> bool:
    """Say whether a statement tells that something has happened, in a form that the quote does not have."""
    if signals.PLANNED.search(claim.plain) or denied_and_affirmed(claim.clauses)[0]:
        return False
    there = quote.text.lower()
    changed = [unit for unit in shared_units(claim.units, quote.units) if not unit.wide]
    words = [claim.text[unit.start : unit.end].lower() for unit in changed]
    if any(word.endswith("ed") and word not in there and not _passive(claim, word) for word in words):
        return True
    return signals.DONE.search(claim.text) is not None and signals.DONE.search(quote.text) is None


def _passive(claim: Passage, word: str) -> bool:
    return (
        re.search(rf"\b(?:is|are|be|being|get)(?: not)? {re.escape(word)}", claim.text, re.IGNORECASE)
        is not None
    )


def doubts(sentence: str, claim: Passage) -> bool:
    """Say whether words doubt or ask; a `may` that the statement takes for a permission does neither."""
    sign = signals.DOUBT.search(sentence)
    if sign is None:
        return "?" in sentence or "？" in sentence
    return sign[0].lower() != "may" or signals.MAY_BE_ALLOWED.search(claim.text) is None


def _with_small_neighbours(claim: Passage, place: int) -> str:
    """Return a clause with those beside it that have hardly any content: `…, but nothing is decided`."""
    parts = claim.clauses
    beside = [
        parts[other].text
        for other in (place - 1, place + 1)
        if 0 <= other < len(parts) and len(parts[other].units) <= _FEW
    ]
    end = parts[place].start + len(parts[place].text)
    return " ".join([parts[place].text + claim.text[end : end + 1], *beside])


def unconditional(claim: Passage, ground: Ground) -> str | None:
    """Find a statement that leaves out the condition its quote makes."""
    if signals.HEDGED.search(claim.text):
        return None
    quote = focus(claim, ground.quote)
    match = signals.CONDITION.search(quote.text)
    if match is None or signals.CONDITION.search(claim.text):
        return None
    condition = units(match["after"] or match["zh"] or match["ja"] or "")
    rest = [unit for unit in quote.units if not match.start() <= unit.start < match.end()]
    if (
        len(condition) >= _FEW
        and not shared_units(condition, claim.units)
        and len(shared_units(rest, claim.units)) >= _FEW
    ):
        return "the text says it under a condition only"
    return None
