"""Finds the times of day in a text, in six languages: `23:30`, `half past eleven`, `halb zehn`.

Each is given as the minutes of the day that it may mean: two when the half of the day is open. Read by the
gate against inventions. The ways to write a time are in `clocks.toml`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from memtui.language.calendar_words import any_of, by_word
from memtui.language.numerals import FRENCH_AND_SPANISH, NUMBER_WORDS, han_count
from memtui.language.remembered import remembered
from memtui.phrases import lists_in, phrases_in, table

_FILE = Path(__file__).with_name("clocks.toml")
_HOURS = {
    **{word: int(number) for word, number in NUMBER_WORDS.items() if 1 <= int(number) <= 12},
    **{word: int(number) for word, number in FRENCH_AND_SPANISH.items()},
    "midi": 12,
}
_PARTS = {"HOUR": rf"\d{{1,2}}|{any_of(_HOURS)}"}
FORMS = phrases_in(_FILE, _PARTS, within="forms")
_BEHIND = phrases_in(_FILE, within="behind")
_LISTS = lists_in(_FILE, "lists")
_MINUTES = {word: int(number) for word, number in by_word(table(_FILE, "minutes")).items()}
_BEFORE = frozenset(_LISTS["before"].words)
_MIDNIGHT = frozenset(_LISTS["midnight"].words)
_HAN_LATE = frozenset(_LISTS["han_late"].words)
_HALF_DAY = 720
"""Minutes."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day: its place in the text, and the minutes it may mean."""

    start: int
    end: int
    minutes: frozenset[int]
    """Minutes from midnight."""


@remembered
def clocks(text: str) -> list[Clock]:
    """Return the times of day that a text names, in its order; of overlapping ones the longest."""
    every = sorted(_all(text), key=lambda each: (each.start, -each.end))
    kept: list[Clock] = []
    for each in every:
        if each.minutes and (not kept or each.start >= kept[-1].end):
            kept.append(each)
    return kept


def _all(text: str) -> Iterator[Clock]:
    for form, phrase in FORMS.items():
        for match in phrase.pattern.finditer(text):
            if form == "named":
                minutes = {0, 2 * _HALF_DAY} if match[0].lower() in _MIDNIGHT else {_HALF_DAY}
                yield Clock(match.start(), match.end(), frozenset(minutes))
            elif form == "han":
                yield _han(match)
            else:
                yield _clock_of(text, match, _hour(match["h"]), _minutes_from_the_hour(match))


def _hour(word: str) -> int:
    return int(word) if word.isdecimal() else _HOURS[word.lower()]


def _minutes_from_the_hour(match: re.Match[str]) -> int:
    """Return the minutes beside an hour: 30 for `et demie`, 20 for `:20`, -30 for `halb`; without any, 0."""
    groups = match.groupdict()
    if named := groups.get("n"):
        before = (groups.get("way") or named).lower() in _BEFORE
        return -_MINUTES[named.lower()] if before else _MINUTES[named.lower()]
    last = (groups.get("m") or groups.get("rest") or "0").split()[-1].lower()
    return int(last) if last.isdecimal() else _MINUTES[last]


def _clock_of(text: str, match: re.Match[str], hour: int, minutes: int) -> Clock:
    late, early = (_BEHIND[half].pattern.match(text, match.end()) for half in ("late", "early"))
    end = (late or early or match).end()
    return Clock(match.start(), end, _may_be(hour * 60 + minutes, late=bool(late), early=bool(early)))


def _may_be(minutes: int, *, late: bool, early: bool) -> frozenset[int]:
    if not 0 <= minutes <= 2 * _HALF_DAY:
        return frozenset()
    if minutes >= _HALF_DAY + 60 or early:
        return frozenset([minutes])
    if late:
        return frozenset([minutes % _HALF_DAY + _HALF_DAY])
    return frozenset([minutes, (minutes + _HALF_DAY) % (2 * _HALF_DAY)])


def _han(match: re.Match[str]) -> Clock:
    rest, part = match["rest"] or "", match["part"] or ""
    minutes = han_count(match["m"]) if match["m"] else _MINUTES.get(rest, 0)
    late = part in _HAN_LATE
    time = _may_be(han_count(match["h"]) * 60 + minutes, late=late, early=bool(part) and not late)
    return Clock(match.start(), match.end(), time)
