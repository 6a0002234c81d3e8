"""What a person told their agent to remember, found in their own words in the languages people write in.

Who says "remember that …" has decided already. So what stands behind such words becomes a memory whatever
the rules or a model make of it: `request_in` adds to a session's facts what its extractor left out.
The ways of saying it are data (`remember.toml`), each with an example and a sentence that only looks like it.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from memtui.capture.sentences import Sentence, sentences
from memtui.language.phrases import phrases_in

_BEFORE = (
    r"^(?:(?:ok(?:ay)?|so|and|also|oh|btw|please|by the way|und|bitte|ach|et|y|aussi|además|por favor)"
    r"[,!.:]?\s+){0,3}"
)
_BETWEEN = r"\s*[:：,，、–—-]?\s*"
ORDERS = phrases_in(Path(__file__).with_name("remember.toml"), {"before": _BEFORE, "between": _BETWEEN})
"""The ways to tell an agent to remember something, by language."""
_BEHIND = re.compile(
    r"(?:(?:と|を|のを)?覚えておいて(?:ください|下さい|ね)?|って覚えて(?:て|おいて)?)[。.!！]?$"
)
"""Japanese says it behind what is to be remembered."""
_LONGEST_BEFORE = 400
"""Characters of what such an order can mean, at most: it is a sentence."""
_LEAST_BEFORE = 6
_QUESTION = re.compile(r"[?？]\W*$")
_MARK = re.compile(r"\s*(?:[-*+•–]|\d{1,2}[.)])\s+")
_LEAST = 4
"""Characters that have to be left to remember."""


def requests_in(message: str) -> Iterator[tuple[str, str]]:
    """Yield what a message asks to be remembered: the words it rests on, and what they say.

    A list that the order ends with is taken line by line.
    """
    listed = False
    for sentence in sentences(message):
        item = _MARK.match(sentence.text)
        if listed and item is not None:
            yield sentence.text, sentence.text[item.end() :]
            continue
        request = request_in(sentence.text)
        listed = request == ""
        if request:
            yield _quote(message, sentence), request


def request_in(sentence: str) -> str | None:
    """Return what a sentence asks to be remembered, empty when that follows, None when it asks nothing."""
    if _QUESTION.search(sentence):
        return None
    mark = _MARK.match(sentence)
    text = sentence[mark.end() :] if mark is not None else sentence
    for order in ORDERS.values():
        match = order.pattern.match(text)
        if match is not None:
            request = text[match.end() :].strip()
            return request if len(request) >= _LEAST else "" if not request.strip(".:：。!！") else None
    behind = _BEHIND.search(text)
    if behind is None:
        return None
    before = text[: behind.start()].rstrip().rstrip("、,，").rstrip()
    return before if _LEAST_BEFORE <= len(before) <= _LONGEST_BEFORE else None


def _quote(message: str, sentence: Sentence) -> str:
    return message[sentence.start : sentence.end]
