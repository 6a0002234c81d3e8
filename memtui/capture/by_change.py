"""What a statement that tells of a change, or of what stays as it is, means for a memory.

Such a statement says of itself what it is to what is known, so it is not left to how alike the two are.
Called by consolidation before anything else is compared.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memtui.capture.facts import Candidate, Fact, Outcome
from memtui.domain.memory import Memory
from memtui.language.confirmed import besides_what_stays, confirms
from memtui.language.list_change import list_change
from memtui.language.renewed import Effect, renewal
from memtui.language.told_change import is_for_a_while

_OF_A_LIST = "it says what came to a list, or went from it"
_SAID_BEFORE = "it says that this has changed, but was itself said earlier than this"
_CHANGING = frozenset({Outcome.UPDATES, Outcome.MERGES, Outcome.DELETES})
"""What a change of something else cannot be to a memory, nor what says that all stays as it is."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A statement held against a memory by what it says of change."""

    settled: bool
    """`fact` is all that it is to the memory, also where it is nothing."""
    fact: Fact | None = None
    rest: str = ""
    """What of the statement is left to compare."""
    of_another: bool = False
    """It tells of a change of something that the memory does not have, or of none that has come about."""
    confirms: bool = False
    """All of it says that something stays as it is."""
    for_a_while: bool = False
    """It says how things are for a day or a while only, which overtakes nothing."""

    def bounded(self, fact: Fact | None) -> Fact | None:
        """Return what comparing the rest came to, within what the statement says of change."""
        if self.for_a_while and fact is not None and fact.outcome is not Outcome.DUPLICATE:
            return None
        if fact is None or fact.outcome not in _CHANGING:
            return fact
        if self.confirms:
            return None if fact.outcome is Outcome.DELETES else replace(fact, outcome=Outcome.DUPLICATE)
        return None if self.of_another else fact


def read_change(candidate: Candidate, memory: Memory, known: str, statement: str, *, older: bool) -> Reading:
    """Return what a statement is to what a memory says, by the change that it tells.

    `older` says that the statement was made before the memory.
    """
    effect = renewal(known, statement).effect
    if effect in {Effect.RENEWED, Effect.OVERTAKEN}:
        if older:
            return Reading(True, Fact(candidate, Outcome.CONFLICTS, _SAID_BEFORE, memory))
        why = _OF_A_LIST if list_change(statement) else "it names what this says, and what is so now"
        return Reading(True, Fact(candidate, Outcome.UPDATES, why, memory, names_what_was=True))
    if effect is Effect.UNSURE:
        why = "it tells of a change, and this may be out of date since"
        why = f"{_OF_A_LIST}, if it is this one" if list_change(statement) else why
        return Reading(True, Fact(candidate, Outcome.CONFLICTS, why, memory))
    if effect in {Effect.OPEN, Effect.ELSEWHERE}:
        return Reading(True)
    rest = besides_what_stays(statement, known)
    if confirms(statement, known):
        same = Fact(candidate, Outcome.DUPLICATE, "it says that this stays as it is", memory)
        return Reading(True, None if rest else same)
    return Reading(
        False,
        rest=rest or statement,
        of_another=effect is Effect.ABSENT,
        confirms=not rest,
        for_a_while=is_for_a_while(statement) and not is_for_a_while(known),
    )


def of_several(facts: Sequence[Fact]) -> list[Fact]:
    """Return what a statement is to its memories; which of several a change means, only a person can tell."""
    if sum(fact.names_what_was for fact in facts) < 2:
        return list(facts)
    why = "it names what this says, and what another memory says as well"
    return [
        replace(fact, outcome=Outcome.CONFLICTS, why=why) if fact.names_what_was else fact for fact in facts
    ]
