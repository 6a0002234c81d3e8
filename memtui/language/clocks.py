"""Finds the times of day in a text, in six languages: `23:30`, `half past eleven`, `halb zehn`.

Each is given as the minutes of the day that it may mean: two when the half of the day is open. Read by the
gate against inventions.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from memtui.language.numerals import FRENCH_AND_SPANISH, NUMBER_WORDS, han_number
from memtui.phrases import lists_in, phrases_in

_HOUR_WORDS = {
    **{word: int(number) for word, number in NUMBER_WORDS.items() if 1 <= int(number) <= 12},
    **{word: int(number) for word, number in FRENCH_AND_SPANISH.items()},
    "midi": 12,
}
_WORD = "|".join(sorted(_HOUR_WORDS, key=len, reverse=True))
_HOUR = rf"\d{{1,2}}|{_WORD}"
_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="clocks")
_LISTS = lists_in(Path(__file__).with_name("words.toml"), "lists")
_LATE = _PHRASES["late"].pattern
_EARLY = _PHRASES["early"].pattern
_PAST = {"half": 30, "quarter": 15, "viertel": 15, "ten": 10, "five": 5, "twenty": 20}
_HAN_HOUR = r"[一二两三四五六七八九十]{1,3}|\d{1,2}"
_HALF_DAY = 720
"""Minutes."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day: its place in the text, and the minutes it may mean."""

    start: int
    end: int
    minutes: frozenset[int]
    """Minutes from midnight."""


def clocks(text: str) -> list[Clock]:
    """Return the times of day that a text names, in its order; of overlapping ones the longest."""
    every = sorted(_all(text), key=lambda each: (each.start, -each.end))
    kept: list[Clock] = []
    for each in every:
        if each.minutes and (not kept or each.start >= kept[-1].end):
            kept.append(each)
    return kept


def _all(text: str) -> Iterator[Clock]:
    for match in _FIGURES.finditer(text):
        yield _clock_of(text, match, int(match["h"]), int(match["m"]))
    for match in _BY_WORD.finditer(text):
        yield _clock_of(text, match, _hour(match["h"]), _minutes_named(match["rest"]))
    for match in _AROUND.finditer(text):
        off = _PAST[match["n"].lower()]
        before = match["way"].lower() in ("to", "vor")
        yield _clock_of(text, match, _hour(match["h"]), -off if before else off)
    for match in _HALF_TO.finditer(text):
        yield _clock_of(text, match, _hour(match["h"]), -30)
    for match in _WITH_HALF.finditer(text):
        yield _clock_of(text, match, _hour(match["h"]), _minutes_named(match["half"]))
    for match in _WITH_HALF_OF_DAY.finditer(text):
        yield _clock_of(text, match, _hour(match["h"]), 0)
    for match in _HAN.finditer(text):
        yield _han(match)
    for match in _BEFORE_A_TIME.finditer(text):
        yield _clock_of(text, match, _hour(match["h"]), 0)
    for match in _NAMED.finditer(text):
        minutes = {0, 1440} if match[0].lower() in _MIDNIGHT else {_HALF_DAY}
        yield Clock(match.start(), match.end(), frozenset(minutes))


_FIGURES = re.compile(
    r"(?<![\d.,:/-])(?P<h>[01]?\d|2[0-4])(?::|[.](?=[0-5]\d\s?(?:Uhr|h\b))|\s?h\s?)"
    r"(?P<m>[0-5]\d)(?![\d.,:]\d|\d)",
    re.IGNORECASE,
)
_BY_WORD = re.compile(
    rf"\b(?P<h>{_HOUR})(?:\s+o['’]clock|\s+uhr|\s?heures|\s+h(?=\W))(?P<rest>\s+(?:et demie|et quart|trente|"
    r"quinze|[0-5]\d)\b)?",
    re.IGNORECASE,
)
_AROUND = re.compile(
    rf"\b(?P<n>half|quarter|viertel|twenty|ten|five)\s+(?P<way>past|to|nach|vor)\s+(?P<h>{_HOUR})\b",
    re.IGNORECASE,
)
_HALF_TO = re.compile(rf"\bhalb\s+(?P<h>{_HOUR})\b", re.IGNORECASE)
_WITH_HALF = re.compile(rf"\blas?\s+(?P<h>{_HOUR})(?P<half>\s+y\s+(?:media|cuarto))?\b", re.IGNORECASE)
_WITH_HALF_OF_DAY = re.compile(
    rf"\b(?P<h>{_HOUR})(?=\s?(?:a\.?m\b|p\.?m\b|in the (?:morning|afternoon|evening)|abends|morgens))",
    re.IGNORECASE,
)
_HAN = re.compile(
    rf"(?P<part>凌晨|早上|上午|午前|今朝|朝|下午|午後|晚上?|今晚|昨晚|夜|傍晚)?の?\s?(?P<h>{_HAN_HOUR})[点點時时](?![间間])"
    rf"(?P<rest>半|[一三]刻|(?P<m>[〇零一二三四五六七八九十]{{1,3}}|\d{{1,2}})分?)?"
)
_BEFORE_A_TIME = re.compile(
    rf"(?:(?<=between )|(?<=from )|(?<=von )|(?<=zwischen ))(?P<h>{_HOUR})"
    r"(?=\s*(?:and|to|until|und|bis|-|–)\s*(?:(?:a )?(?:half|quarter|viertel|halb)\b|"
    r"(?:[01]?\d|2[0-4])(?::[0-5]\d|\s?(?:[ap]\.?m\b|o['’]clock|uhr))))",
    re.IGNORECASE,
)
"""The full hour that a range up to a time of day begins with: `between 8 and half past ten`."""
_NAMED = _PHRASES["named"].pattern
_MIDNIGHT = frozenset(_LISTS["midnight"].words)
_HAN_LATE = _LISTS["han_late"].words


def _hour(word: str) -> int:
    return int(word) if word.isdigit() else _HOUR_WORDS[word.lower()]


def _minutes_named(words: str | None) -> int:
    """Return the minutes that stand behind an hour: 30 for `et demie`, 15 for `y cuarto`, 20 for `20`."""
    named = (words or "").split()
    if not named:
        return 0
    if named[-1].isdigit():
        return int(named[-1])
    return 15 if named[-1].lower() in ("quart", "cuarto", "quinze") else 30


def _clock_of(text: str, match: re.Match[str], hour: int, minutes: int) -> Clock:
    late, early = _LATE.match(text, match.end()), _EARLY.match(text, match.end())
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
    minutes = {"半": 30, "一刻": 15, "三刻": 45}.get(rest)
    if minutes is None:
        minutes = _han_count(match["m"]) if match["m"] else 0
    time = _may_be(
        _han_count(match["h"]) * 60 + minutes,
        late=part in _HAN_LATE,
        early=bool(part) and part not in _HAN_LATE,
    )
    return Clock(match.start(), match.end(), time)


def _han_count(text: str) -> int:
    return int(text) if text.isascii() else han_number(text)
