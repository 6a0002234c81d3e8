"""Everything that speaks against a statement, as figures between 0 and 1.

`scoring` weighs them by what `training.grounding` learned. A group is one thing that a person would say
against a statement: the sentence of the group that weighs most is what a person reads.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from memtui.capture.support import (
    actor,
    added,
    amounts,
    attribution,
    denial,
    extent,
    figures,
    governed,
    markers,
    modality,
    negation,
    reached,
    roles,
    sureness,
    topic,
    wording,
)
from memtui.capture.support.align import Pair
from memtui.capture.support.ground import Ground, Passage

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
    "extent": "the text says it of fewer",
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


def _as_sign(check: Callable[[Passage, Ground], str | None]) -> Callable[[Pair], float]:
    """Return a check as a sign: 1 where it finds something."""
    return lambda pair: float(check(pair.claim, pair.ground) is not None)


_MEASURES: Mapping[str, Mapping[str, Callable[[Pair], float]]] = {
    "topic": {
        "words from around it": wording.from_around,
        "nothing of the quote": wording.nothing_of_the_quote,
        "about something else": _as_sign(topic.unrelated),
    },
    "reason": {
        "a new reason": wording.new_reason,
        "an invented reason": _as_sign(topic.invented_reason),
        "a reason of its own": added.reason_of_its_own,
        "a reason where there is none": added.reason_without_any,
    },
    "affirmed": {
        "denies plainly": denial.denies_plainly,
    },
    "denied": {
        "affirms plainly": denial.affirms_plainly,
        "affirms alone": denial.affirms_alone,
        "affirms what is denied": governed.affirms_the_denied,
        "answered with no": denial.answered_no,
        "a refusal told as a yes": denial.refusal_told_as_yes,
        "turned": _as_sign(negation.turned),
    },
    "opposite": {
        "an opposite": denial.opposite,
        "a negative prefix": denial.prefix,
        "an opposite anywhere": denial.opposite_anywhere,
        "an opposite beside the same word": denial.opposite_beside_the_same,
    },
    "doubt": {
        "a doubt dropped": sureness.doubt_dropped,
        "a doubt dropped in its clause": sureness.doubt_dropped_in_clause,
        "a question told as a fact": sureness.question_told_as_fact,
    },
    "sure": {
        "a doubt added": sureness.doubt_added,
    },
    "plan": {
        "a plan told as a deed": sureness.plan_told_as_deed,
        "a day to come told as past": sureness.future_told_as_past,
    },
    "condition": {
        "a condition dropped": sureness.condition_dropped,
        "all of a condition dropped": _as_sign(modality.unconditional),
    },
    "extent": {
        "widened": extent.widened,
        "a limit dropped": extent.limit_dropped,
    },
    "actor": {
        "said of another": _as_sign(actor.other_actor),
        "another begins it": roles.lead_replaced,
        "a name from elsewhere": roles.name_from_elsewhere,
        "given to another": attribution.given_to_another,
        "one thing replaced": roles.replaced,
        "one thing from elsewhere": roles.from_elsewhere,
        "one's own words given away": roles.given_away,
    },
    "roles": {
        "one's own part taken over": roles.taken_over,
        "two clauses crossed": roles.crossed,
        "clauses exchanged": roles.exchanged,
        "turned round a word": roles.turned_round,
        "two swapped": roles.two_swapped,
        "nothing but two swapped": added.only_swapped,
        "parts exchanged": markers.exchanged,
        "turned about": _as_sign(actor.turned_about),
    },
    "measure": {
        "another measure": _as_sign(figures.other_measure),
    },
    "number": {
        "another figure": _as_sign(figures.other_figure),
        "a step turned back": figures.step_turned_back,
        "a number the quote lacks": amounts.number_not_in_quote,
        "a number replaced": amounts.number_replaced,
        "a number from another clause": amounts.bound_elsewhere,
        "another clock": amounts.other_clock,
        "another time of day": reached.clock_from_nowhere,
    },
    "day": {
        "another day": _as_sign(figures.other_day),
    },
    "nowhere": {
        "a day from nowhere": reached.day_from_nowhere,
    },
}
"""What is looked for, by group and name. What was learned goes by this order."""

SIGNS: Sequence[Sign] = tuple(
    Sign(name, group, measure) for group, named in _MEASURES.items() for name, measure in named.items()
)


def row(pair: Pair) -> list[float]:
    """Return what each of SIGNS says, then each again by how literal the statement is; all from 0 to 1.

    In a copy of the quote a changed order or a lost `not` means something; a paraphrase has them anyway.
    """
    values = [float(sign.measure(pair)) for sign in SIGNS]
    return [*values, *(pair.literal * each for each in values)]
