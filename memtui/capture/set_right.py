"""What an agent says or does and the person sets right in their next turn: theirs is kept, the agent's not.

    Assistant: The settings say that the till listens on till-2.
    User: no, the till listens on till-5

The agent's statement is left out where the person's turn begins with a no and has a word in common with what
the agent said, also within a name: both speak of `till`. The person's is kept where it denies what the agent
said and says what is so instead, puts one thing against another, or had to be said before. The turns of
words are data (`set_right.toml`, `denials.toml`, `contrast.toml`). Called for what a person hands over, and
for sessions.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from memtui.capture import arc
from memtui.capture.asked import Request
from memtui.capture.contrast import CONTRAST
from memtui.capture.denials import AGAIN, DENIES, TAKING_BACK
from memtui.capture.facts import Fact, Outcome
from memtui.capture.own_words import says
from memtui.capture.quotes import APART
from memtui.capture.rules.reference import Leaning, leaning
from memtui.capture.rules.verbs import has_verb, is_an_order
from memtui.capture.rules.wording import finished
from memtui.capture.sentences import QUESTION, sentences
from memtui.capture.transcripts.turns import USER, Turn
from memtui.capture.word import Heard, Voice, Word, may_hold
from memtui.language.lexicon import LIGHT
from memtui.language.side import tells
from memtui.language.statement import read
from memtui.language.stems import stem
from memtui.phrases import phrases_in

_OF_THE_WORK = phrases_in(Path(__file__).with_name("set_right.toml"))["of_the_work"].pattern
_PART = re.compile(r"[^\W\d_]{3,}")
"""A word, or one of those that make up a name."""
_OF_ONE_OF_US = re.compile(r"(?:i|you|ich|du)\b", re.IGNORECASE)
"""Begins with one of the two who talk, as what is wanted or meant does."""
_OF_WHAT = re.compile(r"\b(?:it|them|this|that|these|those|das|es|ça)\W*$", re.IGNORECASE)
"""Ends with what only the agent named."""
_FEWEST = 3
"""Words of a statement that stands alone."""
_WHY = "you set it right in the next turn"
_REASON = "you set your agent right"


def settled(facts: Sequence[Fact], heard: Heard) -> arc.Arc:
    """Return what the facts of a talk are beside each other, without an agent's that were set right."""
    words = [heard.word(fact.candidate.quote) for fact in facts]
    return arc.settled(_without_what_was_set_right(facts, words, heard.turns), words)


def _without_what_was_set_right(
    facts: Sequence[Fact], words: Sequence[Word], turns: Sequence[Turn]
) -> list[Fact]:
    """Return facts, those of an agent as repeated that the person's next turn sets right."""
    answers = {
        id(turn): after.text
        for turn, after in pairwise(turns)
        if turn.role != USER and after.role == USER and DENIES.match(after.text)
    }
    return [
        replace(fact, outcome=Outcome.REPEATED, target=None, why=_WHY)
        if fact.outcome is not Outcome.DUPLICATE and _is_set_right(fact, word, answers)
        else fact
        for fact, word in zip(facts, words, strict=True)
    ]


def _is_set_right(fact: Fact, word: Word, answers: dict[int, str]) -> bool:
    answer = answers.get(id(word.turn), "") if word.voice is Voice.AGENT else ""
    if any(part in answer for part in fact.candidate.quote.split(APART)[1:]):
        return False  # it holds the answer, too
    return not telling_parts(fact.candidate.text).isdisjoint(telling_parts(answer))


def what_is_right(turns: Iterable[Turn], now: float) -> Iterator[Request]:
    """Yield what a person sets right in their turns, each held against what the agent said right before."""
    said: list[str] = []
    for turn in turns:
        if turn.role != USER:
            said.append(turn.text)
            continue
        for each in _statements(turn.text) if said else ():
            if each.sets_right("\n".join(said)) and says(turn.text, each.quote):
                yield Request(each.quote, each.text, turn.at or now, _REASON)
        said = []


@dataclass(frozen=True, slots=True)
class _Statement:
    """A sentence of a person's answer."""

    quote: str
    """With the words that deny what was said before it, also where they are a sentence of their own."""
    text: str
    denies: bool
    again: bool
    """They had to say it before."""

    def sets_right(self, said: str) -> bool:
        """Say whether it says what is so, or is to be, against what an agent `said`."""
        if len(self.text.split()) < _FEWEST or QUESTION.search(self.text) or _OF_THE_WORK.search(self.text):
            return False
        if self.again:
            return may_hold(self.text) and leaning(self.text, verb=True) is Leaning.NOT
        if not _says_what_is(self.text):
            return False
        return CONTRAST.search(self.text) is not None or (self.denies and _says_otherwise(self.text, said))


def _statements(answer: str) -> Iterator[_Statement]:
    """Yield the sentences of an answer without what opens them; a bare no belongs to the next."""
    start, denies, again = -1, False, False
    for sentence in sentences(answer):
        start = sentence.start if start < 0 else start
        text = sentence.text
        opening = AGAIN.match(text) or TAKING_BACK.match(text)
        if opening is not None:
            again, denies = again or opening.re is AGAIN, True
            text = text[opening.end() :]
        if opening is None or text:
            yield _Statement(answer[start : sentence.end], text, denies, again)
            start, denies, again = -1, False, False


def _says_what_is(text: str) -> bool:
    """Say whether a sentence states something of a thing that it names."""
    whole = finished(text, None)
    states = has_verb(whole) and not is_an_order(whole) and not _OF_ONE_OF_US.match(whole)
    return states and leaning(whole) is Leaning.NOT and _OF_WHAT.search(whole) is None


def _says_otherwise(text: str, said: str) -> bool:
    """Say whether a statement speaks of what was said, and has something that was not said."""
    of_the_same = not telling_parts(text).isdisjoint(telling_parts(said))
    return of_the_same and not arc.values(text) <= arc.values(said)


def telling_parts(text: str) -> frozenset[str]:
    """Return the words of a text that tell what it is about, also those within a name."""
    telling = (token.text for token in read(text).tokens if tells(token))
    return frozenset(stem(part.lower()) for each in telling for part in _PART.findall(each)) - LIGHT
