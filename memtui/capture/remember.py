"""Finds what a person told their agent to remember, in several languages.

Whoever says "remember that …" has already decided. So the words that follow become a memory, whatever the
rules or a model make of them: `request_in` adds to a session's facts what its extractor missed. The phrases
are data (`remember.toml`), each with an example and a sentence that only looks like one.
"""

import re
from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from memtui.capture.sentences import QUESTION, Sentence, sentences
from memtui.phrases import phrases_in

FILE = Path(__file__).with_name("remember.toml")
ORDERS = phrases_in(FILE, within="orders")
"""The ways to tell an agent to remember something, by language."""
BEHIND = phrases_in(FILE, within="behind")
"""The ways to say it behind what to remember, by language."""
_LONGEST_BEFORE = 400
"""The most characters before such a request: it is about one sentence."""
_LEAST_BEFORE = 6
"""Fewer characters before it say nothing to remember."""
_MARK = re.compile(r"\s*(?:[-*+•–]|\d{1,2}[.)])\s+")
_LEAST = 4
"""Fewer characters than this are nothing to remember."""
_ASKED = "_asked"
"""The ending of phrase names that are questions."""
_ENDS = " .:：。!！"
_FULL_STOPS = (".", "!", "。", "！")
_POINTS_BACK = re.compile(r"\w[.!。！]+$")
"""The end of an order that is about what was said before it: `Remember that.`"""
_BLANK_LINE = re.compile(r"\n[ \t]*\n")


def requests_in(message: str) -> Iterator[tuple[str, str]]:
    """Yield what a message asks to be remembered: the words it rests on, and what they say.

    When the request ends without saying what, a list or the next paragraph does.
    """
    order: Sentence | None = None
    """The order that still waits for what it is about, or what was last taken for that."""
    listed: bool | None = None
    for _, group in groupby(sentences(message), attrgetter("paragraph")):
        paragraph = list(group)
        requests = [request_in(each.text) for each in paragraph]
        item = _MARK.match(paragraph[0].text)
        if order is not None and not any(requests) and _belongs(message, order, paragraph[0], listed):
            quote = message[paragraph[0].start : paragraph[-1].end]
            yield quote, " ".join(quote[item.end() if item is not None else 0 :].split())
            order, listed = paragraph[-1], item is not None
            continue
        for at, (sentence, request) in enumerate(zip(paragraph, requests, strict=True)):
            if request:
                yield message[sentence.start : sentence.end], request
            elif request == "" and at and _points_back(message, sentence) and not requests[at - 1]:
                yield message[paragraph[at - 1].start : sentence.end], paragraph[at - 1].text
        order, listed = paragraph[-1] if requests[-1] == "" else None, None


def _points_back(message: str, order: Sentence) -> bool:
    """Say whether an order without what to remember is about what stands before it: it has ended, with a
    full stop or with the message.
    """
    if _POINTS_BACK.search(order.text):
        return True
    return order.text[-1:].isalnum() and not message[order.end :].strip()


def _belongs(message: str, order: Sentence, following: Sentence, listed: bool | None) -> bool:
    """Say whether a paragraph belongs to a request; `listed` says whether the paragraph before it was a
    list item.
    """
    item = _MARK.match(following.text) is not None
    if listed is None:
        return item or not order.text.endswith(_FULL_STOPS)
    apart = _BLANK_LINE.search(message, order.end, following.start) is not None
    return item is listed and not (apart and not listed)


def request_in(sentence: str) -> str | None:
    """Return the text that a sentence asks to remember, without the asking; None if it asks nothing.

    It is empty where the text only follows: `Remember this:`.
    """
    question = QUESTION.search(sentence)
    mark = _MARK.match(sentence)
    text = sentence[mark.end() if mark is not None else 0 : question.start() if question else len(sentence)]
    for name, order in ORDERS.items():
        match = order.pattern.match(text) if question is None or name.endswith(_ASKED) else None
        if match is not None:
            request = text[match.end() :].strip()
            return request if len(request) >= _LEAST else "" if not request.strip(_ENDS) else None
    found = (each.pattern.search(text) for each in BEHIND.values())
    behind = next(filter(None, found), None) if question is None else None
    if behind is None:
        return None
    before = text[: behind.start()].rstrip().rstrip("、,，").rstrip()
    return before if _LEAST_BEFORE <= len(before) <= _LONGEST_BEFORE else None
