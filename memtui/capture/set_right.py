"""What an agent says and the person sets right in the very next turn: it is not kept as the agent said it.

    Assistant: The settings say that the till listens on till-2.
    User: no, it is till-5 now

The person's turn begins with a no (`set_right.toml`) and has a word in common with what the agent said, also
within a name: both speak of `till`. Called for texts that a person hands over, and for sessions.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from memtui.capture.facts import Fact, Outcome
from memtui.capture.transcripts.turns import USER, Turn
from memtui.capture.word import Voice, Word
from memtui.language.lexicon import LIGHT
from memtui.language.side import tells
from memtui.language.statement import read
from memtui.language.stems import stem
from memtui.phrases import phrases_in

_NO = phrases_in(Path(__file__).with_name("set_right.toml"))["no"].pattern
_PART = re.compile(r"[^\W\d_]{3,}")
"""A word, or one of those that make up a name."""
_WHY = "you set it right in the next turn"


def without_what_was_set_right(
    facts: Sequence[Fact], words: Sequence[Word], turns: Sequence[Turn]
) -> list[Fact]:
    """Return facts, those of an agent as repeated that the person's next turn sets right."""
    answers = {
        id(turn): after.text
        for turn, after in pairwise(turns)
        if turn.role != USER and after.role == USER and _NO.match(after.text)
    }
    return [
        replace(fact, outcome=Outcome.REPEATED, target=None, why=_WHY)
        if fact.outcome is not Outcome.DUPLICATE and _is_set_right(fact, word, answers)
        else fact
        for fact, word in zip(facts, words, strict=True)
    ]


def _is_set_right(fact: Fact, word: Word, answers: dict[int, str]) -> bool:
    answer = answers.get(id(word.turn), "") if word.voice is Voice.AGENT else ""
    return not _parts(fact.candidate.text).isdisjoint(_parts(answer))


def _parts(text: str) -> frozenset[str]:
    telling = (token.text for token in read(text).tokens if tells(token))
    return frozenset(stem(part.lower()) for each in telling for part in _PART.findall(each)) - LIGHT
