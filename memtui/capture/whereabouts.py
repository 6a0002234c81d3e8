"""Where a person says that something is to be found, also where they name it by a pronoun: `it's at … now`.

An address says nothing without what is there. Where the person's sentence does not name it, what the agent
said right before does: then both stand in the fact, and as half of it is the agent's word a card asks. The
agent's sentence is the one with an address, or else the last one.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from memtui.capture.denials import TAKING_BACK
from memtui.capture.facts import Candidate, Fact
from memtui.capture.own_words import says
from memtui.capture.quotes import APART, locate
from memtui.capture.rules.cues import BY_NAME
from memtui.capture.rules.reference import begins_with_it, points_back
from memtui.capture.rules.verbs import is_an_order
from memtui.capture.rules.wording import abstract, finished
from memtui.capture.sentences import QUESTION, sentences
from memtui.capture.transcripts.turns import ASSISTANT, USER, Turn
from memtui.phrases import phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("whereabouts.toml"))
_AT_ADDRESS, _OF_THE_MOMENT = (_PHRASES[name].pattern for name in ("at_address", "of_the_moment"))
_SCHEME = "://"
"""Stands in every address, and in few turns."""
_IMPORTANCE = 0.6
"""As much as the rules give a fact of a project's setup."""


@dataclass(frozen=True, slots=True)
class _Told:
    """An address that a person gave, with the agent's words that say of what; empty where theirs do."""

    quote: str
    text: str
    ground: str


def with_addresses(
    facts: Sequence[Fact], turns: Sequence[Turn], insist: Callable[[Candidate], Fact]
) -> list[Fact]:
    """Return facts and those that say where something is, as far as no fact rests on the words for it."""
    found = list(facts)
    for told in _told(turns):
        if not any(locate(told.quote, fact.candidate.quote) for fact in facts):
            fact = insist(_candidate(told))
            found.append(replace(fact, candidate=replace(fact.candidate, asked=False)))
    return found


def _told(turns: Sequence[Turn]) -> Iterator[_Told]:
    said: list[str] = []
    for turn in turns:
        if turn.role == ASSISTANT:
            said.append(turn.text)
        elif turn.role == USER:
            if _SCHEME in turn.text:
                yield from _told_in(turn.text, said)
            said = []


def _told_in(turn: str, said: Sequence[str]) -> Iterator[_Told]:
    """Yield the addresses that a person's turn gives; `said` is what the agent said since their last one."""
    for sentence in sentences(turn):
        text = sentence.text
        if _tells_an_address(text) and says(turn, text):
            bare = TAKING_BACK.sub("", text)
            leans = points_back(bare) or begins_with_it(bare)
            ground = next(filter(None, map(_ground_in, reversed(said))), "") if leans else ""
            if ground or not leans:
                yield _Told(text, bare, ground)


def _tells_an_address(text: str) -> bool:
    if QUESTION.search(text) or is_an_order(text) or _OF_THE_MOMENT.search(text):
        return False
    return _AT_ADDRESS.search(text) is not None


def _ground_in(said: str) -> str:
    """Return the sentence of an agent that a pronoun behind it speaks of: the one with an address, or the
    last one that asks nothing.
    """
    each = [one.text for one in sentences(said) if not QUESTION.search(one.text)]
    return next((one for one in each if _SCHEME in one), each[-1] if each else "")


def _candidate(told: _Told) -> Candidate:
    parts = [each for each in (told.ground, told.text) if each]
    text = " ".join(finished(each, None) for each in parts)
    kind = BY_NAME["finding"]
    return Candidate(
        text,
        APART.join(each for each in (told.ground, told.quote) if each),
        abstract=abstract(text),
        type=kind.type,
        categories=kind.categories,
        importance=_IMPORTANCE,
        reason="you said where it is",
        by_the_user=not told.ground,
    )
