"""Everything that speaks against a statement, as figures between 0 and 1.

`scoring` weighs them by what `training.grounding` learned. A group is one thing that a person would say
against a statement: the sentence of the group that weighs most is what a person reads.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memtui.capture.support import (
    actor,
    amounts,
    denial,
    figures,
    modality,
    negation,
    reached,
    roles,
    sureness,
    topic,
    wording,
)
from memtui.capture.support.align import Pair
from memtui.capture.support.ground import Ground, Said

REASONS = {
    "topic": "its quote speaks of something else",
    "reason": "the reason or consequence is not in the text",
    "denied": "the text denies it",
    "affirmed": "its quote denies nothing",
    "opposite": "its quote says the opposite",
    "doubt": "the text only considers it",
    "plan": "the text only plans or asks for it",
    "condition": "the text says it under a condition only",
    "sure": "the text is sure of it",
    "actor": "the text says it of another",
    "roles": "the text has the two the other way round",
    "measure": "the text gives the number in another measure",
    "number": "its quote gives another number",
    "day": "its quote names another day",
    "nowhere": "the day is not in the text",
}
"""What a person reads, by group."""


@dataclass(frozen=True, slots=True)
class Sign:
    """One thing that is looked for."""

    name: str
    group: str
    """Of REASONS."""
    measure: Callable[[Pair], float]


def _found(check: Callable[[Said, Ground], str | None]) -> Callable[[Pair], float]:
    """Return a check as a sign: 1 where it finds something."""
    return lambda pair: float(check(pair.said, pair.ground) is not None)


SIGNS: Sequence[Sign] = (
    Sign("words from around it", "topic", wording.from_around),
    Sign("nothing of the quote", "topic", wording.nothing_of_the_quote),
    Sign("about something else", "topic", _found(topic.unrelated)),
    Sign("a new reason", "reason", wording.new_reason),
    Sign("an invented reason", "reason", _found(topic.invented_reason)),
    Sign("denies plainly", "affirmed", denial.denies_plainly),
    Sign("affirms plainly", "denied", denial.affirms_plainly),
    Sign("affirms alone", "denied", denial.affirms_alone),
    Sign("answered with no", "denied", denial.answered_no),
    Sign("a refusal told as a yes", "denied", denial.refusal_told_as_yes),
    Sign("turned", "denied", _found(negation.turned)),
    Sign("an opposite", "opposite", denial.opposite),
    Sign("an opposite anywhere", "opposite", denial.opposite_anywhere),
    Sign("an opposite beside the same word", "opposite", denial.opposite_beside_the_same),
    Sign("a doubt dropped", "doubt", sureness.doubt_dropped),
    Sign("a doubt dropped in its clause", "doubt", sureness.doubt_dropped_in_clause),
    Sign("a question told as a fact", "doubt", sureness.question_told_as_fact),
    Sign("a doubt added", "sure", sureness.doubt_added),
    Sign("a plan told as a deed", "plan", sureness.plan_told_as_deed),
    Sign("done only here", "plan", sureness.done_only_here),
    Sign("a condition dropped", "condition", sureness.condition_dropped),
    Sign("all of a condition dropped", "condition", _found(modality.unconditional)),
    Sign("said of another", "actor", _found(actor.other_actor)),
    Sign("another begins it", "actor", roles.lead_replaced),
    Sign("a name from elsewhere", "actor", roles.name_from_elsewhere),
    Sign("one thing replaced", "actor", roles.replaced),
    Sign("one's own words given away", "actor", roles.given_away),
    Sign("one's own part taken over", "roles", roles.taken_over),
    Sign("two clauses crossed", "roles", roles.crossed),
    Sign("clauses mixed", "roles", roles.mixed),
    Sign("clauses exchanged", "roles", roles.exchanged),
    Sign("turned round a word", "roles", roles.turned_round),
    Sign("two swapped", "roles", roles.two_swapped),
    Sign("turned about", "roles", _found(actor.turned_about)),
    Sign("another measure", "measure", _found(figures.other_measure)),
    Sign("another figure", "number", _found(figures.other_figure)),
    Sign("a number the quote lacks", "number", amounts.number_not_in_quote),
    Sign("a number replaced", "number", amounts.number_replaced),
    Sign("another clock", "number", amounts.other_clock),
    Sign("another time of day", "number", reached.clock_from_nowhere),
    Sign("another day", "day", _found(figures.other_day)),
    Sign("a day from nowhere", "nowhere", reached.day_from_nowhere),
)


def row(pair: Pair) -> list[float]:
    """Return what each of SIGNS says, then each again by how literal the statement is; all from 0 to 1.

    In a copy of the quote a changed order or a lost `not` means something; a paraphrase has them anyway.
    """
    told = [float(sign.measure(pair)) for sign in SIGNS]
    return [*told, *(pair.literal * each for each in told)]
