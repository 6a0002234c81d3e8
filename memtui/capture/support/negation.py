"""Checks that a statement denies and affirms the same as its quote.

A `not` denies the words behind it, or the whole clause in German and in languages with the verb last. Other
words deny as well (`stopped`, `instead`, `unable`): when only one side has such a word, nothing is
concluded.
"""

from collections.abc import Sequence
from pathlib import Path

from memtui.capture import signals
from memtui.capture.content import Clause, Unit, coverage, shared_units, units
from memtui.capture.support.ground import Ground, Passage, focus
from memtui.phrases import lists_in

_SCOPE = 0.75
"""Share of what the quote denies that a statement has to affirm."""
_VERBATIM = 0.9
"""The share of a statement's words in the quote from which on it is a copy: one word may be inflected.
Chosen.
"""
_FEW = 2
_KANA = frozenset("なまずぬ")
"""A Japanese verb is denied at its end: what is denied stands before."""
_LISTS = lists_in(Path(__file__).with_name("words.toml"), "lists")
_ANYWHERE = frozenset(_LISTS["anywhere"].words)
"""These stand behind what they deny."""


def turned(claim: Passage, ground: Ground) -> str | None:
    """Find what the quote denies and the statement affirms, or the reverse."""
    if signals.CONDITIONAL.search(focus(claim, ground.quote).text):
        return None
    no, yes = denied_and_affirmed(claim.clauses)
    if no:
        return _denied_without_ground(no, yes, claim, ground)
    if signals.DOUBT.search(claim.text) or _reverses(claim, ground):
        return None
    return _affirmed_against_ground(claim, ground)


def denied_and_affirmed(parts: Sequence[Clause]) -> tuple[list[Unit], list[Unit]]:
    """Return the content that clauses deny, and the rest of it."""
    no: list[Unit] = []
    yes: list[Unit] = []
    for clause in parts:
        denied = _denied(clause)
        no += denied
        yes += [unit for unit in clause.units if unit not in denied]
    return no, yes


def _denied(clause: Clause) -> list[Unit]:
    sign = signals.NEGATION.search(clause.text)
    if sign is None:
        return []
    at = clause.start + sign.start()
    after = [unit for unit in clause.units if unit.start >= at]
    wide = sum(unit.wide for unit in clause.units) > len(clause.units) / 2
    if sign[0].lower() in _ANYWHERE or (wide and len(after) < _FEW):
        return list(clause.units)
    if sign[0][0] in _KANA:
        return [unit for unit in clause.units if unit not in after] or list(clause.units)
    return after or list(clause.units)


def _word_for_word(claim: Passage, ground: Ground) -> bool:
    """Say whether a statement is made of the quote's own words: then a turn of them is no paraphrase."""
    return coverage(claim.units, ground.quote.units) >= _VERBATIM


def _reverses(claim: Passage, ground: Ground) -> bool:
    """Say whether a statement has words of its own that deny without a `not`."""
    return bool(_reversals(claim) - _reversals(ground.quote))


def _reversals(claim: Passage) -> set[str]:
    return {match[0].lower() for match in signals.REVERSAL.finditer(claim.plain)}


def _denied_without_ground(no: list[Unit], yes: list[Unit], claim: Passage, ground: Ground) -> str | None:
    if not denied_and_affirmed(ground.around.clauses)[0]:
        other_words = [word for word in _reversals(ground.quote) if not shared_units(units(word), no)]
        return None if other_words or _reverses(claim, ground) else "its quote denies nothing"
    text_no, text_yes = denied_and_affirmed(focus(claim, ground.quote).clauses)
    only_no = [unit for unit in shared_units(no, text_yes) if not shared_units([unit], text_no)]
    only_yes = [unit for unit in shared_units(yes, text_no) if not shared_units([unit], [*no, *text_yes])]
    least = _FEW if any(unit.wide for unit in only_no) else 1
    if (
        min(len(only_no), len(only_yes)) >= least
        and _word_for_word(claim, ground)
        and not _reverses(claim, ground)
    ):
        return "the text denies the one and affirms the other"
    return None


def _affirmed_against_ground(claim: Passage, ground: Ground) -> str | None:
    quote = focus(claim, ground.quote)
    text_no, text_yes = denied_and_affirmed(quote.clauses)
    for clause in quote.clauses:
        denied = _denied(clause)
        own = [unit for unit in denied if not shared_units([unit], text_yes)]
        enough = len(denied) >= _FEW or _word_for_word(claim, ground)
        if own and enough and coverage(denied, claim.units) >= _SCOPE and shared_units(own, claim.units):
            return "the text denies it"
    subject = claim.units[:1]
    if subject and not shared_units(claim.units, text_yes) and shared_units(subject, text_no):
        return "the text denies it"
    return None
