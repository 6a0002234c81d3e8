"""The facts of a session that the person asked their agent to remember: none of them is lost.

An extractor may have found such a fact, in the person's words or its own; what it left out, or a gate held
back, is added. `Capture` stores them at once; one that holds a secret, or reads like what is planted for
agents, waits on the card of the session.
"""

from collections.abc import Sequence
from dataclasses import replace

from memtui.capture import gates
from memtui.capture.dates import day_of
from memtui.capture.facts import Candidate, Fact, Outcome
from memtui.capture.own_words import says
from memtui.capture.pipeline import Run
from memtui.capture.quotes import locate
from memtui.capture.remember import requests_in
from memtui.capture.rules.cues import BY_NAME, cue
from memtui.capture.rules.reference import of_the_user
from memtui.capture.rules.wording import abstract, finished
from memtui.capture.transcripts.turns import USER, Turn
from memtui.poison import suspicion

_IMPORTANCE = 0.8
_IN_HAND = frozenset(Outcome) - {
    Outcome.NO_QUOTE,
    Outcome.INVENTED,
    Outcome.UNIMPORTANT,
    Outcome.TRIVIAL,
    Outcome.SECRET,
    Outcome.MALFORMED,
    Outcome.REPEATED,
}
"""What becomes of a fact that is not lost."""
_MORE = 10
"""Characters by which the words of a fact go beyond those of the order: it says what belongs to it, too."""


def with_what_was_asked(run: Run, turns: Sequence[Turn], now: float, *, reworded: bool) -> list[Fact]:
    """Return the facts of a run, those marked that the person asked for, with those added that it left out.

    `reworded` tells that the extractor puts things in its own words, which are kept where it found them.
    """
    facts = list(run.facts)
    for turn in turns:
        if turn.role != USER:
            continue
        for quote, request in requests_in(turn.text):
            if says(turn.text, quote):
                facts = _asked_for(
                    run, facts, quote, _candidate(quote, request, turn.at or now), reworded=reworded
                )
    return facts


def may_be_stored(fact: Fact) -> bool:
    """Say whether what was asked for is stored at once: no secret, and nothing that reads as if planted."""
    candidate = fact.candidate
    return (
        fact.candidate.asked and gates.holds_secret(candidate) is None and suspicion(candidate.text) is None
    )


def _asked_for(
    run: Run, facts: list[Fact], quote: str, candidate: Candidate, *, reworded: bool
) -> list[Fact]:
    mine = [fact for fact in facts if _on(fact, quote)]
    good = [
        fact
        for fact in mine
        if fact.outcome in _IN_HAND and (reworded or len(fact.candidate.quote) > len(quote) + _MORE)
    ]
    asked = [replace(fact, candidate=replace(fact.candidate, asked=True)) for fact in good]
    return [fact for fact in facts if fact not in mine] + (asked or [run.insist(candidate)])


def _on(fact: Fact, quote: str) -> bool:
    """Say whether a fact rests on the words of an order."""
    theirs = fact.candidate.quote
    return locate(theirs, quote) is not None or locate(quote, theirs) is not None


def _candidate(quote: str, request: str, at: float) -> Candidate:
    found = cue(request) or cue("", label=BY_NAME["finding"])
    kind = BY_NAME["finding"] if found is None else found.kind
    text = finished(of_the_user(request), day_of(at))
    return Candidate(
        text,
        quote,
        abstract=abstract(text),
        type=kind.type,
        categories=kind.categories,
        importance=_IMPORTANCE,
        reason="you said to remember it",
    )
