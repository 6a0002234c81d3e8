"""Whether a text reports where something stood on a day that it names: `Status 2025-01-10: waiting`.

Two things have to be in it: a day that is given as the day of the report (behind `as of`, `status` or
`updated`, or as the first words), and words of what was not finished then. A decision, a release, an event or
a rule with a date has one of them at most, and stays. The words are data (`dated_status.toml`).
"""

import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from memtui.language.periods import Mention, mentions
from memtui.phrases import phrases_in

LONGEST = 600
"""Characters. A longer text holds more than the report."""
_PHRASES = phrases_in(Path(__file__).with_name("dated_status.toml"))
_HEADS = _PHRASES["heads"].pattern
_BEHIND = _PHRASES["behind"].pattern
_GOING = _PHRASES["going"].pattern
_LASTING = _PHRASES["lasting"].pattern
_YEAR = re.compile(r"(?:19|20)\d\d")
_OPENING = re.compile(r"[\s#*_\[(>-]*\Z")
_SET_OFF = re.compile(r"[ *_]{0,3}[:\])—–,-]")
_NEAR = 60
"""Characters before and behind a day in which stands what the day is of."""
_REFERENCE = date(1, 1, 1)
"""Stands in for a year that is not written, so that those days are told apart."""


@dataclass(frozen=True, slots=True)
class Report:
    """The last day that a report of where something stood names as its own, and where the text does."""

    day: date
    span: tuple[int, int]


def report_in(text: str) -> Report | None:
    """Return the day of which a text reports where something stood, or None."""
    if len(text) > LONGEST or _YEAR.search(text) is None or _GOING.search(text) is None:
        return None
    if _LASTING.search(text):
        return None
    days = [each for each in mentions(text, _REFERENCE) if each.absolute and each.first.year > 1]
    of_report = [each for each in days if _is_of_report(text, each)]
    if not of_report:
        return None
    shown = of_report[0]
    return Report(max(each.last for each in days), (shown.start, shown.end))


def _is_of_report(text: str, day: Mention) -> bool:
    """Say whether a day is the one on which the text was so: it opens it, or such words lead to it."""
    before, behind = text[max(day.start - _NEAR, 0) : day.start], text[day.end : day.end + _NEAR]
    if _HEADS.search(before) or _BEHIND.match(behind) or _told_under_way(before):
        return True
    return day.start <= _NEAR and bool(_OPENING.fullmatch(before) and _SET_OFF.match(behind))


def _told_under_way(before: str) -> bool:
    """Say whether a day in brackets stands right behind words of what goes on: `In progress (2025-03-04)`."""
    said = before.rstrip("([ *_")
    return "(" in before[len(said) :] and any(match.end() == len(said) for match in _GOING.finditer(said))
