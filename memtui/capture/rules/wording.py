"""The words of a memory: a sentence made whole, its short form, and the reason for its importance."""

import re
from datetime import date
from pathlib import Path

from memtui.capture.dates import absolute
from memtui.capture.denials import TAKING_BACK
from memtui.capture.rules.cues import Cue
from memtui.capture.rules.reference import points_back
from memtui.domain.text import capitalised
from memtui.phrases import phrases_in

_ABSTRACT = 100
"""Characters of an abstract: one line of a list."""
_PHRASES = phrases_in(Path(__file__).with_name("wording.toml"))
_SENTENCE_END = re.compile(r"(?<=[.!?])(?<!\.\.)\s+(?=[A-Z\"“])")
_FEWEST_LEFT = 3
"""Words that make what is left a sentence; else the text stays as it is."""
_TAIL = _PHRASES["tail"].pattern
_ATTRIBUTE = _PHRASES["attribute"].pattern
_OBJECT = _PHRASES["object"].pattern


def object_of(sentence: str) -> str:
    """Return what a sentence decides on or recommends, for a later sentence that leaves it out."""
    match = _OBJECT.search(sentence)
    return match[1].rstrip(".,;:") if match is not None else ""


def whole(sentence: str, topic: str) -> str:
    """Return a sentence with its unnamed subject completed: `Cost is $5` becomes `Cost of Redis is $5`."""
    match = _ATTRIBUTE.match(sentence) if topic else None
    if match is None:
        return sentence
    return f"{match[1]} of {topic}{sentence[match.end() :]}"


def finished(text: str, today: date | None) -> str:
    """Return a statement with absolute dates, a capital first letter and a full stop.

    Without the day of the text its `tomorrow` stays as it is.
    """
    text = (text if today is None else absolute(text, today)).strip(" ,;")
    text = capitalised(text)
    return (
        text
        if text.endswith((".", "!", "?", "。", "！", "？", "…", '"', "”", ")"))
        else f"{text.rstrip(':')}."
    )


def without_taking_back(text: str) -> str:
    """Return what a person says without the words that correct somebody, such as `No, actually`.

    What then begins with a word for what was named before stays whole: `No, it` shows that it answers.
    """
    rest = TAKING_BACK.sub("", text)
    stands = len(rest.split()) >= _FEWEST_LEFT and not points_back(rest)
    return capitalised(rest) if rest != text and stands else text


def abstract(text: str) -> str:
    """Return the main clause of a statement's first sentence, on one line; empty if it says no more."""
    ends = (end.start() for end in _SENTENCE_END.finditer(text))
    first = text[: next((end for end in ends if text.count("`", 0, end) % 2 == 0), len(text))].rstrip(".")
    shorter = _TAIL.sub("", first)
    if len(shorter.split()) >= 4:
        first = shorter
    if len(first) <= _ABSTRACT:
        return "" if first == text.rstrip(".") else first
    return first[:_ABSTRACT].rsplit(" ", 1)[0].rstrip(",;:") + "…"


def reason(cue: Cue, joined: int) -> str:
    """Return why a statement is as important as it is."""
    sign = f" (“{cue.words}”)" if cue.words.lower() not in {"", cue.kind.name} else ""
    return f"{cue.kind.reason}{sign}" + (", with what explains it" if joined else "")
