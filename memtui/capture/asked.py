"""What a person asked their agent to remember, in a session or in a text they hand over: none of it is lost.

An extractor may have found such a fact, in the person's words or its own; what it left out, or a gate held
back, is added. `Capture` stores those of a session at once; one that holds a secret, or reads like what is
planted for agents, waits on a card.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from memtui.capture import gates
from memtui.capture.dates import day_of
from memtui.capture.facts import Candidate, Fact, Outcome
from memtui.capture.own_words import says
from memtui.capture.quotes import locate
from memtui.capture.remember import requests_in
from memtui.capture.rules.cues import BY_NAME, cue
from memtui.capture.rules.reference import of_the_user
from memtui.capture.rules.wording import abstract, finished, without_taking_back
from memtui.capture.transcripts.turns import USER, Turn
from memtui.poison import suspicion

_IMPORTANCE = 0.8
"""High: whoever asks to remember something has decided that it matters."""
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


@dataclass(frozen=True, slots=True)
class Request:
    """What a person asked to be remembered, or stated so that it is."""

    quote: str
    says: str
    at: float
    """When it was said: a UTC instant."""
    reason: str = "you said to remember it"
    kind: str = ""
    """The name of its kind (`rules.cues`); empty where its words show it."""


def requested(turns: Iterable[Turn], now: float) -> Iterator[Request]:
    """Yield what a person asked for in their turns, in their own words, leaving out what they quote."""
    for turn in turns:
        if turn.role == USER:
            for quote, request in requests_in(turn.text):
                if says(turn.text, quote):
                    yield Request(quote, request, turn.at or now)


def with_what_was_asked(
    facts: Sequence[Fact],
    requests: Iterable[Request],
    insist: Callable[[Candidate], Fact],
    *,
    reworded: bool,
) -> list[Fact]:
    """Mark the facts that the person asked for, and add the requests that no fact covers.

    `insist` makes a fact of such a request. `reworded` tells that the extractor uses its own words; a fact
    it found stays in those.
    """
    result = list(facts)
    for request in requests:
        mine = [fact for fact in result if _on(fact, request.quote)]
        good = [fact for fact in mine if fact.outcome in _IN_HAND and (reworded or _says_more(fact, request))]
        requested = [replace(fact, candidate=replace(fact.candidate, asked=True)) for fact in good]
        others = [fact for fact in result if fact not in mine]
        result = others + (requested or [insist(candidate_of(request))])
    return result


def may_be_stored(fact: Fact) -> bool:
    """Say whether what was asked for is stored at once: no secret, and nothing that reads as if planted."""
    candidate = fact.candidate
    return candidate.asked and gates.holds_secret(candidate) is None and suspicion(candidate.text) is None


def _says_more(fact: Fact, request: Request) -> bool:
    return len(fact.candidate.quote) > len(request.quote) + _MORE


def _on(fact: Fact, quote: str) -> bool:
    """Say whether a fact rests on the words of an order."""
    theirs = fact.candidate.quote
    return locate(theirs, quote) is not None or locate(quote, theirs) is not None


def candidate_of(request: Request) -> Candidate:
    """Return what a person stated as a candidate, in their own words."""
    sign = None if request.kind else cue(request.says)
    kind = BY_NAME[request.kind or "finding"] if sign is None else sign.kind
    text = finished(of_the_user(without_taking_back(request.says)), day_of(request.at))
    return Candidate(
        text,
        request.quote,
        abstract=abstract(text),
        type=kind.type,
        categories=kind.categories,
        importance=_IMPORTANCE,
        reason=request.reason,
        by_the_user=True,
    )
