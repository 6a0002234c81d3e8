"""Whether a sentence of a person's turn may ask for something to be done now.

What they state beside such a sentence may hold for that task alone, so it is not stored unasked. Beside
`Great!` or something told it holds as it would by itself. What is neither counts as a task.
"""

import re

from memtui.capture.rules.stating import asks_of_the_agent
from memtui.capture.rules.verbs import begins_with_a_subject, is_an_order
from memtui.capture.sentences import QUESTION
from memtui.domain.small_talk import is_small_talk

_CLAUSE = re.compile(r"[,;:]\s+|\s[-–—]\s")
_AT_HAND = re.compile(r"\s(?:it|them|this|that|es|das|\S*[./_`]\w\S*)\W*$", re.IGNORECASE)
"""Ends with what is at hand, a word for it or a file: `fix it`."""
_ANSWER = 2
"""Words up to which a clause only answers: `Great!`, `all good`."""


def may_set_a_task(sentence: str) -> bool:
    """Say whether a sentence may ask for something to be done now."""
    if is_small_talk(sentence):
        return False
    return asks_of_the_agent(sentence) or any(map(_may_order, _CLAUSE.split(sentence)))


def _may_order(clause: str) -> bool:
    if is_an_order(clause):
        return True
    if len(clause.split()) <= _ANSWER:
        return _AT_HAND.search(clause) is not None
    return QUESTION.search(clause) is not None or not begins_with_a_subject(clause)
