"""A plain first line that names a text and its day: `Data weekly, 26 November 2026. Present: Nadia, Jo.`

It is told from a statement with a day in it, `The lease ends on 26 November 2026.`, by having no verb, and by
what stands before the day: nothing that makes it the day of something else. So it dates the text, and is no
fact. `dates` and the rules ask.
"""

import re
from datetime import date
from pathlib import Path

from memtui.capture.rules.verbs import has_verb
from memtui.language.periods import Mention, mentions
from memtui.phrases import phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("head_lines.toml"))
_RECORD, _OF_SOMETHING_ELSE, _MEETS = (
    _PHRASES[name].pattern for name in ("record", "of_something_else", "meets")
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_ANY_DAY = date(2000, 1, 1)
"""A day with its year is the same, whenever it is read."""
_LONGEST = 90
"""Characters up to the end of the day."""
_BREAK = re.compile(r"[.!?。！？:：](?=\s|$)(?<!\d\.)")
"""What ends a sentence or a label."""
_SIGNS = " .:;,。：()[]*_-–—|"
_ENDS = re.compile(r"[\s*_)\]]*(?:$|[.:;。：](?!\d)|,\s|[–—|(-])")
"""What follows on the day of a text."""


def is_head(line: str) -> bool:
    """Say whether the first line of a text, or its first sentence, names the text and its day."""
    return _day_of(line) is not None


def is_of_a_meeting(line: str) -> bool:
    """Say whether a title names a text in which people met or reported, such as minutes."""
    day = _day_of(line.lstrip("# "))
    return day is not None and _MEETS.match(line) is not None


def says_nothing_else(sentence: str) -> bool:
    """Say whether the first sentence of a text names it and its day, and at most who was there."""
    day = _day_of(sentence)
    if day is None:
        return False
    return not sentence[day.end :].strip(_SIGNS) or _RECORD.match(sentence[: day.start]) is not None


def _day_of(line: str) -> Mention | None:
    """Return where a line gives the day of its text."""
    day = next((each for each in mentions(line, _ANY_DAY) if _is_a_day_with_its_year(each, line)), None)
    if day is None or day.end > _LONGEST or not _ENDS.match(line, day.end):
        return None
    before = line[: day.start]
    if has_verb(before) or _BREAK.search(before):
        return None
    is_its_own = _RECORD.match(before) is not None or not _OF_SOMETHING_ELSE.search(before)
    return day if is_its_own else None


def _is_a_day_with_its_year(mention: Mention, line: str) -> bool:
    written = _YEAR.search(line, mention.start, mention.end)
    return mention.absolute and mention.first == mention.last and written is not None
