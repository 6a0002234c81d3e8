"""The numbers of a text with what they count, in four languages: `40 minutes`, `二十歳`, `800万円`.

The words for measures are in `quantities.toml`. Read by `grounding` and `support`.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from memtui.language.numerals import CERTAIN, HAN, NUMBER_WORDS, han_number
from memtui.language.remembered import remembered
from memtui.phrases import phrases_in

_TABLES = tomllib.loads(Path(__file__).with_name("quantities.toml").read_text("utf-8"))
_MEASURE = {word: name for name, words in _TABLES["measures"].items() for word in words.split()}
_WORDS = "|".join(sorted(map(re.escape, _MEASURE), key=len, reverse=True))
_PHRASES = phrases_in(Path(__file__).with_name("in_figures.toml"), within="quantities")
_ARTICLES = _PHRASES["articles"].pattern.pattern
_CERTAIN = "|".join(sorted(CERTAIN))
_QUANTITY = re.compile(
    rf"(?P<before>[€$£¥])?\s?(?P<n>{HAN.pattern}|(?<![A-Za-z0-9_.,])\d(?:[\d,.]*\d)?|"
    rf"\b(?:{_CERTAIN})\b|{_ARTICLES})"
    rf"(?P<k>k\b)?[ -]?(?:(?P<unit>{_WORDS})(?![a-zäöü]))?",
    re.IGNORECASE,
)
_SHARE = re.compile(
    rf"百分之(?P<hundredths>{HAN.pattern}|\d+(?:\.\d+)?)|"
    rf"(?P<tenths>[一二两三四五六七八九\d])(?:成(?![为果功员本立熟长])|割(?![引り]))"
)
_RATE = _PHRASES["rate"].pattern
_IN_HALVES = ("second", "minute", "hour", "day", "month", "year")
_HALVED = "|".join(
    sorted((re.escape(word) for word, name in _MEASURE.items() if name in _IN_HALVES), key=len, reverse=True)
)
_HALVES = re.compile(
    rf"\b(?:half (?:an? )?|halbe[mnrs]? )(?P<half>{_HALVED})(?![a-zäöü])|"
    rf"(?<![上下个個\d前后後])半(?P<han_half>{_HALVED})|"
    rf"\b(?P<n>(?:{_CERTAIN}|one|\d+)(?= and)|anderthalb|(?:{_CERTAIN}|ein)(?=einhalb))"
    rf"(?: and a half|einhalb)?\s(?P<unit>{_HALVED})(?![a-zäöü])|"
    rf"\ban? (?P<one>{_HALVED}) and a half\b|"
    rf"(?P<han>{HAN.pattern}|(?<!\d)\d+)(?:[个個か]半(?P<behind>小时|月)|(?P<before>年|時間|小时)半)",
    re.IGNORECASE,
)
"""Halves: `half an hour`, `anderthalb Jahre`, `一个半小时`."""
_NEAR = 60
"""Characters between two numbers of which one is set against the other."""
_MOST = 8
"""Numbers behind one that it is set against."""
_TIMES = frozenset(_TABLES["times"]["words"].split())
_SINGLE = frozenset(("anderthalb", "ein", "one"))
"""What stands for a single one before a half."""
_RATES = {"分": "minute", "日": "day", "月": "month", "年": "year", "週": "week"}
_LARGER = (
    ("second", "minute", 60),
    ("minute", "hour", 60),
    ("hour", "day", 24),
    ("day", "week", 7),
    ("month", "year", 12),
)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number and its measure."""

    value: float
    measure: str
    """The name of a row of `quantities.toml`, or empty."""
    start: int
    end: int


@remembered
def quantities(text: str) -> list[Quantity]:
    """Return the numbers of a text in their order."""
    amounts = [_share(match) for match in _SHARE.finditer(text)]
    amounts += [_half(match) for match in _HALVES.finditer(text)]
    taken = [(each.start, each.end) for each in amounts]
    for match in _QUANTITY.finditer(text):
        quantity = _quantity(match)
        if quantity and not any(start < match.end() and match.start() < end for start, end in taken):
            amounts.append(quantity)
    return sorted(amounts, key=lambda each: each.start)


def _share(match: re.Match[str]) -> Quantity:
    """Read `两成`, `三割`, `百分之二十` as the per cent that they are."""
    tenths = match["tenths"]
    value = _value(tenths) if tenths else _value(match["hundredths"])
    return Quantity((value or 0.0) * (10 if tenths else 1), "%", match.start(), match.end())


def _half(match: re.Match[str]) -> Quantity:
    """Read a whole number and a half of a measure of time, or half of one."""
    named = match["half"] or match["han_half"] or match["unit"] or match["one"] or match["before"]
    whole = match["n"] or match["han"]
    single = match["one"] or (whole and whole.lower() in _SINGLE)
    count = 1.0 if single else (_value(whole) or 0.0 if whole else 0.0)
    measure = _MEASURE.get((named or "").lower(), "month" if match["behind"] == "月" else "hour")
    return Quantity(count + 0.5, measure, match.start(), match.end())


def _quantity(match: re.Match[str]) -> Quantity | None:
    value = _value(match["n"])
    measure = _MEASURE.get((match["unit"] or match["before"] or "").lower(), "")
    counted = match["unit"] and len(match["n"]) > 0
    if value is None or (match["n"][0] in "一〇零" and len(match["n"]) == 1 and not counted):
        return None
    measure = measure or ("times" if match["n"].lower() in _TIMES else "")
    return Quantity(value * (1000 if match["k"] else 1), measure, match.start(), match.end())


def _value(text: str) -> float | None:
    lower = text.lower()
    if lower in NUMBER_WORDS:
        return float(NUMBER_WORDS[lower])
    if lower[0].isalpha() and lower.isascii():
        return 1.0
    if HAN.fullmatch(text):
        return float(han_number(text))
    plain = text.replace(",", "").rstrip(".")
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+", plain):
        plain = plain.replace(".", "")
    try:
        return float(plain)
    except ValueError:
        return None


def is_measure(word: str) -> bool:
    """Say whether a word, in lower case, is a measure: `mb`."""
    return word in _MEASURE


def rates(text: str) -> set[str]:
    """Return the measures of time that a text counts by: `a minute`, `每秒`."""
    return {
        _MEASURE.get(u, _RATES.get(u, u)) for match in _RATE.finditer(text) for u in [match["unit"].lower()]
    }


def differences(amounts: Sequence[Quantity]) -> set[float]:
    """Return by how much any two of these, in one measure and near each other, are apart.

    `The fee rose from 30 to 36 euros` says that it rose by six.
    """
    return {
        round(abs(one.value - other.value), 6)
        for place, one in enumerate(amounts)
        for other in amounts[place + 1 : place + 1 + _MOST]
        if other.start - one.end <= _NEAR and (one.measure == other.measure or not one.measure)
    }


def in_other_measures(quantity: Quantity) -> Iterator[float]:
    """Yield what a stretch of time is in the next smaller and the next larger measure."""
    for small, large, times in _LARGER:
        if quantity.measure == large:
            yield quantity.value * times
        if quantity.measure == small and 2 * quantity.value % times == 0:
            yield quantity.value / times
