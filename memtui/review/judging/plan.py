"""How many memories, questions and tokens it takes to have a model read a store: shown before a person says
yes. Reads two sums, no memory.
"""

from dataclasses import dataclass

from memtui.domain.counting import plural
from memtui.domain.tokens import CHARACTERS_A_TOKEN
from memtui.review.judging import windows
from memtui.store import judged
from memtui.store.database import Store

_INSTRUCTIONS = 1_500
"""Tokens of a question besides the memories: the prompt, the neighbours, the cards."""
_ANSWER = 12
"""Tokens of an answer for each memory that was shown."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a model has not read yet."""

    memories: int
    questions: int
    tokens: int
    """About, questions and answers together."""

    @property
    def summary(self) -> str:
        """The plan in a few words: `499 memories, about 31,000 tokens`."""
        count = plural(self.memories)
        about = round(self.tokens, -3 if self.tokens >= 10_000 else -2)
        return f"{count}, about {about:,} tokens"


def plan(store: Store) -> Plan:
    """Return what there is to read."""
    count, characters = judged.count_unread(store, windows.LONGEST)
    tokens = characters // CHARACTERS_A_TOKEN + count * windows.LINE_TOKENS
    questions = max(-(-tokens // windows.TOKENS), -(-count // windows.LINES))
    return Plan(count, questions, tokens + questions * _INSTRUCTIONS + count * _ANSWER)
