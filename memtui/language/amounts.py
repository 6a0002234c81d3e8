"""How much a figure with a unit gives, in the smallest unit of its sort: exact, so that equal is equal.

`48 hours` are `two days`, `1.5 s` are `1500 ms` and `1 GB` is `1024 MB`. A month has no fixed number of days,
so months are only held against years. Called by `statement` and `difference`.
"""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal

from memtui.language.lexicon import LEXICON

_SECOND, _DAY = 1_000, 86_400_000
MILLISECONDS = {
    "ms": 1,
    "s": _SECOND,
    "minute": 60 * _SECOND,
    "h": 3_600 * _SECOND,
    "d": _DAY,
    "week": 7 * _DAY,
}
"""How long each unit of time is that is always as long, by its name in the lexicon."""
_SORTS: Sequence[Mapping[str, int]] = (
    MILLISECONDS,
    {"month": 1, "year": 12},
    {"b": 1} | {f"{sign}{i}b": 1_024**power for power, sign in enumerate("kmgt", 1) for i in ("", "i")},
    {"mm": 1, "cm": 10, "km": 1_000_000},
)
"""Of each sort the units by their names in the lexicon, the smallest first, and how many of that each is."""
_IN_SMALLEST = {unit: (times, next(iter(units))) for units in _SORTS for unit, times in units.items()}
_UNIT = re.compile(
    r"[ -](millisecond|second|minute|hour|day|week|month|year|(?:kilo|mega|giga|tera)?byte)s?\b(?![\w-])",
    re.IGNORECASE,
)
"""A unit as a word behind a number in words; with figures it is a part of the number."""
_IN_SHORT = {"kilobyte": "kb", "megabyte": "mb", "gigabyte": "gb", "terabyte": "tb", "millisecond": "ms"}


def smallest(key: str) -> str:
    """Return a number with its unit in the smallest unit of its sort; empty for what has no such unit."""
    number, _, unit = key.partition(" ")
    if unit not in _IN_SMALLEST:
        return ""
    times, least = _IN_SMALLEST[unit]
    return f"{(Decimal(number) * times).normalize():f} {least}"


def in_words(number: str, text: str, end: int) -> str:
    """Return the same of a number in words that ends somewhere in a text, with its unit behind it."""
    match = _UNIT.match(text, end)
    if match is None:
        return ""
    unit = match[1].lower()
    return smallest(f"{number} {_IN_SHORT.get(unit) or LEXICON.units.get(unit, unit)}")
