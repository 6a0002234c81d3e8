"""Whose word a fact of a session is, and what may be stored on that word without asking.

Nobody is asked while a session is read. So only what the person stated themselves as a preference, a rule, a
correction, a decision, or told to be remembered, is stored at once; the rest waits for them. An agent repeats
what it reads, and what it reads may have been written to be repeated: its word weighs little, whatever it
claims, and so does what the person only passed on.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from memtui.capture.facts import Candidate
from memtui.capture.own_words import says
from memtui.capture.quotes import APART, locate
from memtui.capture.sentences import sentences
from memtui.capture.transcripts.turns import ASSISTANT, USER, Turn
from memtui.capture.worth.model import learned
from memtui.domain.memory import MemoryType
from memtui.language.phrases import phrases_in

MOST_OF_OTHERS = 0.7
"""The importance that is believed of what the person did not say themselves."""
_SPEAKER = re.compile(r"^(?:(?:User|Assistant): |[>›❯⏺●] )")
PHRASES = phrases_in(Path(__file__).with_name("word.toml"))
_LASTING = PHRASES["lasting"].pattern
"""Without one of these a sentence may be true and useful, and is no rule, wish, correction or decision."""
_EXPLICIT = PHRASES["explicit"].pattern
"""Says of itself that it holds beyond the message it stands in."""
_SURELY = 0.85
"""From this likelihood on a statement is shown though the message asks for something besides."""
_ASKED = re.compile(r"[?？]\W*$")
_REPORTED = PHRASES["reported"].pattern
"""Somebody else's rule that is only told of."""


class Voice(StrEnum):
    """Whose words a fact rests on."""

    PERSON = "you"
    PASSED_ON = "a text you passed on"
    AGENT = "the agent"
    TEXT = "a text"


@dataclass(frozen=True, slots=True)
class Word:
    """Who said a fact, and in which turn; None for a text without turns."""

    voice: Voice
    turn: Turn | None = None

    def may_be_stored(self, quote: str) -> bool:
        """Say whether the fact with this quote may be stored unasked."""
        quote = without_speaker(quote)
        if self.voice is not Voice.PERSON or not states_what_is_to_hold(quote):
            return False
        return _EXPLICIT.search(quote) is not None or not self._gives_a_task(quote)

    def _gives_a_task(self, quote: str) -> bool:
        """Say whether the message asks for something besides: then this may be part of what is asked for."""
        if self.turn is None:
            return False
        others = (sentence.text for sentence in sentences(self.turn.text))
        return any(text not in quote and not states_what_is_to_hold(text) for text in others)


class Heard:
    """The turns of a stretch, asked whose word a quote is."""

    def __init__(self, turns: Sequence[Turn]) -> None:
        self.turns = turns
        self._known: dict[str, Word] = {}

    def word(self, quote: str) -> Word:
        """Return whose word a quote is: the person's own first, where several say it."""
        quote = without_speaker(quote)
        if quote not in self._known:
            self._known[quote] = self._word_for(quote)
        return self._known[quote]

    def _word_for(self, quote: str) -> Word:
        parts = quote.split(APART)
        if len(parts) > 1:  # it is no more of the person's word than the least of its parts
            words = [self.word(part) for part in parts]
            return next((word for word in words if word.voice is not Voice.PERSON), words[-1])
        turns = [turn for turn in self.turns if quote in turn.text]
        turns = turns or [turn for turn in self.turns if locate(quote, turn.text) is not None]
        for turn in turns:
            if turn.role == USER and says(turn.text, quote):
                return Word(Voice.PERSON, turn)
        if turns:
            return Word(Voice.AGENT if turns[0].role == ASSISTANT else Voice.PASSED_ON, turns[0])
        return Word(Voice.AGENT, self.turns[-1]) if self.turns else Word(Voice.TEXT)


def states_what_is_to_hold(text: str) -> bool:
    """Say whether a person's sentence is a rule, a wish, a correction, a decision, or is to be remembered."""
    model = learned()  # without a sound file nothing is stored unasked
    if model is None or _ASKED.search(text) or _REPORTED.search(text) or not _LASTING.search(text):
        return False
    return model.is_standing(model.stands(text))


def surely_holds(text: str) -> bool:
    """Say whether a person's sentence is a rule or wish beyond the task that it stands beside."""
    model = learned()
    return model is not None and model.stands(text) >= _SURELY


def tempered(candidate: Candidate) -> Candidate:
    """Return a candidate that somebody else than the person said, with no more weight than that has."""
    return replace(
        candidate,
        type=MemoryType.SEMANTIC if candidate.type is MemoryType.CONSTITUTIONAL else candidate.type,
        importance=min(candidate.importance, MOST_OF_OTHERS),
    )


def without_speaker(quote: str) -> str:
    """Return a quote without the names, or the marks of a screen, that stand in front of its turns."""
    return APART.join(_SPEAKER.sub("", part) for part in quote.split(APART))
