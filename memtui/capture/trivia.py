"""Recognises by their form texts that nobody would want to remember.

The gate against trivia uses it on every candidate, the rule-based extractor on every sentence.
"""

import re
from pathlib import Path

from memtui.domain.small_talk import PATTERN
from memtui.phrases import phrases_in

KINDS = phrases_in(Path(__file__).with_name("trivia.toml"), {"SMALL_TALK": PATTERN})
"""The beginnings of such texts, by why they are not worth remembering."""
_TRIVIAL = re.compile("|".join(f"({kind.pattern.pattern})" for kind in KINDS.values()), re.IGNORECASE)
_REASONS = tuple(KINDS)
_OUTPUT = re.compile(r"[\"'](?:text|quote|importance|facts|memories|candidates|abstract)[\"']\s*:")
_DAY = re.compile(r"\b\d{4}-\d\d(?:-\d\d)?\b|\b\d{1,2}[./]\d{1,2}[./]\d{4}\b|\b\d{1,2}:\d\d\b")
"""Days and times in figures: beside words they are no mere signs."""


def trivial(text: str) -> str | None:
    """Return why `text` is not worth remembering, as the end of a sentence, or None when it may be."""
    words = text.split()
    wide = not text.isascii() and any(character > "\u2e7f" for character in text)
    if (len(words) < 3 and not wide) or len(text) < (5 if wide else 10):
        return "it is too short to stand alone"
    if _OUTPUT.search(text):
        return "it is the extractor's own output"
    if text[0] in "{[" and text[-1] in "}]":
        return "it is data, not a statement"
    match = _TRIVIAL.match(text.lstrip("\"'“*_- "))
    if match is not None and match.lastindex is not None:
        return _REASONS[match.lastindex - 1]
    beside_days = _DAY.sub("", text).split()
    words = beside_days if len(beside_days) >= 3 else words
    if sum(map(str.isalnum if wide else str.isalpha, text)) * 2 < sum(map(len, words)):
        return "it is mostly signs, not words"
    return None
