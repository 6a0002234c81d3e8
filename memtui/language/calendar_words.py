"""The words of days, weeks, months, seasons and years in six languages, and the patterns that find them.

The words are in `calendar.toml`; `periods` says what they mean together.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from memtui.language.numerals import ARTICLES, FRENCH_AND_SPANISH, NUMBER_WORDS

_TABLES = tomllib.loads(Path(__file__).with_name("calendar.toml").read_text("utf-8"))


def by_word(rows: Mapping[str, str]) -> dict[str, str]:
    """Return what each word of a table means: the name of its row, in which `_` is a space within a word."""
    return {word.replace("_", " "): name for name, words in rows.items() for word in words.split()}


def month_and_day(text: str) -> tuple[int, int]:
    """Read `12-24` as month and day."""
    month, day = text.split("-")
    return int(month), int(day)


def _numbers(table: str) -> dict[str, int]:
    """Return the number that each word of a table means."""
    return {word: int(number) for word, number in by_word(_TABLES[table]).items()}


MONTHS = _numbers("months")
WEEKDAYS = _numbers("weekdays")
SHORT_WEEKDAYS = _numbers("short_weekdays")
HAN_WEEKDAYS = _numbers("han_weekdays")
DAYS = _numbers("days")
UNIT = by_word(_TABLES["units"])
SIDES = _numbers("sides")
HAN_SIDES = _numbers("han_sides")
HAN_YEARS = _numbers("han_years")
HOLIDAYS = {word: month_and_day(day) for word, day in by_word(_TABLES["holidays"]).items()}
"""Days with a name, as month and day; those that move with the moon or the week are not told."""
SEASONS = _numbers("seasons")
PARTS = _numbers("parts")
NTH = _numbers("ordinals")
PLACES = {word: nth - 1 for word, nth in NTH.items()} | _numbers("places")
"""Which weekday of a month is meant, the first being 0 and the last -1."""


def any_of(words: Iterable[str]) -> str:
    """Return a pattern for any of these words, the longest first."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


COUNT_WORDS = {
    **{word: number for word, number in NUMBER_WORDS.items() if int(number) <= 12},
    **{word: number for word, number in FRENCH_AND_SPANISH.items() if int(number) < 9},  # `neuf` is also new
    **ARTICLES,
}
_FIRST_HAN = "\u2e80"
"""Words from here on are written without spaces between, so no pattern asks for the end of one."""


def _latin(words: Iterable[str]) -> str:
    return any_of(word for word in words if word[0] < _FIRST_HAN)


def _han(words: Iterable[str]) -> str:
    return any_of(word for word in words if word[0] > _FIRST_HAN)


PATTERNS = {
    "COUNT": rf"\d{{1,3}}|{any_of(COUNT_WORDS)}",
    "DAY": any_of(DAYS),
    "HAN_DAY": _han(DAYS),
    "HAN_SEASON": _han(SEASONS),
    "HAN_SIDE": any_of(HAN_SIDES),
    "HAN_UNIT": _han(UNIT),
    "HAN_YEAR": any_of(HAN_YEARS),
    "HOLIDAY": any_of(HOLIDAYS),
    "MONTH": any_of(MONTHS),
    "NTH": any_of(NTH),
    "PLACE": any_of(PLACES),
    "SEASON": _latin(SEASONS),
    "SHORT_WEEKDAY": any_of(SHORT_WEEKDAYS),
    "SIDE": any_of(SIDES),
    "UNIT": _latin(UNIT),
    "WEEKDAY": any_of(WEEKDAYS),
}
"""For each sort of words a pattern that finds any of them, by the name it has in `periods.toml`."""
