"""Checks that a statement gives words to the same person as its quote, and keeps two things in their
places.

Clauses are compared by how they begin, since in all languages checked the beginning says whom they are
about.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from memtui.capture import signals
from memtui.capture.content import Clause, Unit, shared_units, units
from memtui.capture.support.ground import Ground, Passage, focus
from memtui.phrases import lists_in, phrases_in

_MOST = 0.6
"""The share of a clause's words that the quote says of somebody else, from which on it took them from
there. Chosen.
"""
_FEW = 2
"""Words that two clauses share at least: one alone is often chance."""
_GAPPED = 2
"""Words of a clause that has its verb from the one before: `Wim talks to Anna, Pritha to Bo`."""
_NEAR = 2
"""Words on each side of `over` or `instead of` that are compared."""
_NAME = 2
"""Characters of a Chinese or Japanese name that are compared."""
_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="actor")
_LISTS = lists_in(Path(__file__).with_name("words.toml"), "lists")
SURNAMES = frozenset(_LISTS["surnames"].words)
_BEFORE_NAMES = _LISTS["before_names"].words
_AFTER_NAMES = _LISTS["after_names"].words
_TOPIC = ("は", "が")
_ADDRESSED = _PHRASES["addressed"].pattern
_ALONE = _PHRASES["alone"].pattern
"""Words that may come before a name at the beginning of a clause; above all, no article."""
VERB = _PHRASES["verb"].pattern
_POSSESSIVE = ("'s", "’s")


def other_actor(claim: Passage, ground: Ground) -> str | None:
    """Find a statement that gives to one what the quote says of another."""
    quote = focus(claim, ground.quote)
    for place, clause in enumerate(claim.clauses):
        lead = _lead(clause)
        behind = claim.text[lead[0].end :] if lead else ""
        if not lead or _speaks(lead, ground) or behind.startswith(_POSSESSIVE):
            continue
        why = None
        if any(shared_units(lead, each.units) for each in quote.clauses):
            why = _said_of_another(lead, clause, claim, quote)
        elif place == 0 and _is_name(lead, clause):
            why = _not_said_of(claim, quote, ground.speaker)
        if why is not None:
            return why
    return _addressed_otherwise(claim, ground)


def _lead(clause: Clause) -> list[Unit]:
    """Return what a clause begins with: one word, or the first characters in a row."""
    lead = list(clause.units[:1])
    if lead and lead[0].wide:
        for unit in clause.units[1:_NAME]:
            if unit.start != lead[-1].end or not unit.wide:
                break
            lead.append(unit)
    return lead


def _said_of_another(lead: list[Unit], clause: Clause, claim: Passage, quote: Passage) -> str | None:
    """Find a clause about somebody else that says what the clauses about this one do not."""
    rest = [unit for unit in clause.units if unit not in lead]
    own = [each for each in quote.clauses if shared_units(lead, _lead(each))]
    mine = [unit for each in own for unit in each.units]
    if own and len(mine) <= _GAPPED and own[0] is not quote.clauses[0]:
        mine += quote.clauses[quote.clauses.index(own[0]) - 1].units
    named = _is_name(lead, clause) or _is_topic(lead, clause)
    for each in quote.clauses if own else ():
        other = _lead(each)
        if (
            shared_units(lead, each.units)
            or not other
            or shared_units(other, clause.units)
            or _only_named(other, claim)
        ):
            continue
        theirs = [unit for unit in shared_units(rest, each.units) if not shared_units([unit], mine)]
        least = _FEW if lead[0].wide else 1
        if (
            len(theirs) >= least
            and named
            and (other[0].capital or _is_name(other, each) or _is_topic(other, each))
        ):
            return "the text says it of another"
        if not lead[0].wide and not shared_units(rest, mine) and len(theirs) >= max(_MOST * len(rest), _FEW):
            return "the text says it of another"
    return None


def _only_named(other: list[Unit], claim: Passage) -> bool:
    """Say whether a statement speaks of another without beginning a clause with it."""
    return bool(shared_units(other, claim.units)) and not any(
        shared_units(other, _lead(each)) for each in claim.clauses
    )


def _not_said_of(claim: Passage, quote: Passage, speaker: str) -> str | None:
    """Find a name that took the place of the one the quote begins with, or of who says it."""
    if speaker and signals.FIRST_PERSON.search(quote.text):
        about = signals.SECOND_PERSON.search(quote.text) or shared_units(units(speaker), claim.units)
        return None if about else f"{speaker} says it"
    for each in quote.clauses:
        other = _lead(each)
        if not other or shared_units(other, claim.units) or not _is_name(other, each):
            continue
        if not signals.PRONOUN.search(each.text[: other[0].start - each.start]):
            return "the text says it of another"
    return None


def _addressed_otherwise(claim: Passage, ground: Ground) -> str | None:
    """Find a person who is addressed by name in the statement and not around the quote, where another is."""
    mine, theirs = (set(_ADDRESSED.findall(each.text)) for each in (claim, ground.quote))
    return "the text says it of another" if mine - theirs and theirs - mine and not mine & theirs else None


def _speaks(lead: list[Unit], ground: Ground) -> bool:
    return bool(ground.speaker) and bool(shared_units(lead, units(ground.speaker)))


def _is_name(lead: list[Unit], clause: Clause) -> bool:
    """Say whether the beginning of a clause is a person's name, as far as its script and its verb tell."""
    first, last = lead[0].start - clause.start, lead[-1].end - clause.start
    if not lead[0].wide:
        return (
            lead[0].capital
            and _ALONE.search(clause.text[:first]) is not None
            and VERB.match(clause.text, last) is not None
        )
    return (
        lead[0].key in SURNAMES or lead[0].key in _BEFORE_NAMES or clause.text[last:].startswith(_AFTER_NAMES)
    )


def _is_topic(lead: list[Unit], clause: Clause) -> bool:
    """Say whether Japanese marks the beginning of a clause as what it is about."""
    return clause.text.startswith(_TOPIC, lead[-1].end - clause.start)


def turned_about(claim: Passage, ground: Ground) -> str | None:
    """Find two things that changed places around `over`, `instead of`, `statt`, `より`."""
    mine, theirs = signals.TURNS.search(claim.plain), signals.TURNS.search(ground.quote.plain)
    if mine is None or theirs is None or mine[0].lower() != theirs[0].lower():
        return None
    before, after = _sides(claim, mine)
    text_before, text_after = _sides(ground.quote, theirs)
    straight = len(shared_units(before, text_before)) + len(shared_units(after, text_after))
    first, second = shared_units(before, text_after), shared_units(after, text_before)
    moved = first and second and len(first) + len(second) > straight
    return "the text has the two the other way round" if moved else None


def _sides(claim: Passage, match: re.Match[str]) -> tuple[Sequence[Unit], Sequence[Unit]]:
    return (
        [unit for unit in claim.units if unit.end <= match.start()][-_NEAR:],
        [unit for unit in claim.units if unit.start >= match.end()][:_NEAR],
    )
