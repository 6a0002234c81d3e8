"""Tells whose word a fact of a session is, and whether that word is enough to store it unasked.

Nobody is there to ask while a session is read. So only the person's own preferences, rules, corrections,
decisions and requests to remember are stored at once; the rest waits for them. An agent repeats what it
reads, and some texts are written to be repeated: so its word weighs little, and so does anything the person
only passed on.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from memtui.capture.denials import SAID_BEFORE
from memtui.capture.facts import Candidate
from memtui.capture.own_words import says
from memtui.capture.quotes import APART, locate
from memtui.capture.remember import request_in
from memtui.capture.sentences import QUESTION, sentences
from memtui.capture.tasks import may_set_a_task
from memtui.capture.transcripts.turns import ASSISTANT, USER, Turn
from memtui.capture.worth import orders
from memtui.capture.worth.model import shipped
from memtui.domain.memory import MemoryType
from memtui.domain.proposal import THE_USER
from memtui.language.verbs_of_change import PATTERNS as VERBS
from memtui.phrases import phrases_in

MOST_OF_OTHERS = 0.7
"""The most importance for what the person did not say themselves."""
_SPEAKER = re.compile(r"^(?:(?:User|Assistant): |[>›❯⏺●] )")
PHRASES = phrases_in(Path(__file__).with_name("word.toml"), VERBS)
_LASTING = PHRASES["lasting"].pattern
"""A sentence without one of these is no rule, wish, correction or decision, however useful."""
_EXPLICIT = PHRASES["explicit"].pattern
"""Words by which a sentence claims to hold beyond its message."""
_WISHED = 0.5
"""From this likelihood on what had to be said before may hold for good."""
_PASSING = PHRASES["passing"].pattern
"""Words by which a sentence limits itself to the moment."""
_SETTLED = PHRASES["settled"].pattern
"""A decision on what is to change, or not: to the learned model it sounds like a task."""
_REPORTED = PHRASES["reported"].pattern
"""Somebody else's rule, only reported."""


class Voice(StrEnum):
    """The speaker of the words that a fact rests on."""

    PERSON = THE_USER
    PASSED_ON = "a text you passed on"
    AGENT = "the agent"
    TEXT = "a text"


@dataclass(frozen=True, slots=True)
class Word:
    """The speaker of a fact and its turn; None for a text without turns."""

    voice: Voice
    turn: Turn | None = None

    def may_be_stored(self, quote: str) -> bool:
        """Say whether the fact with this quote may be stored unasked."""
        quote = without_speaker(quote)
        if self.voice is not Voice.PERSON or not states_what_is_to_hold(quote):
            return False
        return _EXPLICIT.search(quote) is not None or not self._gives_a_task(quote)

    def _gives_a_task(self, quote: str) -> bool:
        """Say whether the message asks for something else; then this may be part of that task."""
        if self.turn is None:
            return False
        others = [sentence.text for sentence in sentences(self.turn.text)]
        return not any(map(SAID_BEFORE.search, others)) and any(
            text not in quote and _asks_for_something(text) for text in others
        )


class Heard:
    """The turns of a stretch; tells the speaker of a quote."""

    def __init__(self, turns: Sequence[Turn]) -> None:
        self.turns = turns
        self._known: dict[str, Word] = {}

    def word(self, quote: str) -> Word:
        """Return the speaker of a quote: the person, where several say it."""
        quote = without_speaker(quote)
        if quote not in self._known:
            self._known[quote] = self._word_for(quote)
        return self._known[quote]

    def _word_for(self, quote: str) -> Word:
        parts = quote.split(APART)
        if len(parts) > 1:  # it is no more of the person's word than the least of its parts
            voices = [self.word(part) for part in parts]
            return next((word for word in voices if word.voice is not Voice.PERSON), voices[-1])
        turns = [turn for turn in self.turns if quote in turn.text]
        turns = turns or [turn for turn in self.turns if locate(quote, turn.text) is not None]
        for turn in turns:
            if turn.role == USER and says(turn.text, quote):
                return Word(Voice.PERSON, turn)
        if turns:
            return Word(Voice.AGENT if turns[0].role == ASSISTANT else Voice.PASSED_ON, turns[0])
        return Word(Voice.AGENT, self.turns[-1]) if self.turns else Word(Voice.TEXT)


def _asks_for_something(text: str) -> bool:
    """Say whether a sentence may set a task, and neither states a rule nor asks to remember one."""
    return request_in(text) is None and not states_what_is_to_hold(text) and may_set_a_task(text)


def states_what_is_to_hold(text: str) -> bool:
    """Say whether a person's sentence is a rule, wish, correction, decision or request to remember."""
    model = shipped.usable()  # without a sound file nothing is stored unasked
    if model is None or QUESTION.search(text) or _REPORTED.search(text) or not _LASTING.search(text):
        return False
    if _PASSING.search(text) and not _EXPLICIT.search(text):
        return False
    if _SETTLED.search(text):
        return not _PASSING.search(text)
    return model.is_standing(orders.likely_lasting(model, text))


def may_hold(text: str) -> bool:
    """Say whether a sentence seems to state what is to hold, to one who knows that it was said before."""
    model = shipped.usable()
    return model is not None and orders.likely_lasting(model, text) >= _WISHED


def tempered(candidate: Candidate) -> Candidate:
    """Return a candidate that somebody other than the person said, with its importance lowered to fit."""
    return replace(
        candidate,
        type=MemoryType.SEMANTIC if candidate.type is MemoryType.CONSTITUTIONAL else candidate.type,
        importance=min(candidate.importance, MOST_OF_OTHERS),
    )


def without_speaker(quote: str) -> str:
    """Return a quote without the speakers' names or screen marks before its turns."""
    return APART.join(_SPEAKER.sub("", part) for part in quote.split(APART))
