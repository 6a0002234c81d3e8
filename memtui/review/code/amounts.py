"""Amounts as people write them in sentences, and as code writes them: `30 s`, `half an hour`, `30_000` ms.

Both are told in the smallest unit of their sort, so that equal is equal. What code gives no unit, its name
does: `TIMEOUT_MS`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from memtui.language.lexicon import NEGATIONS, STOP_WORDS
from memtui.language.numerals import IN_COMPARISON, in_english

_SECOND, _MINUTE, _HOUR, _DAY = (Decimal(n) for n in (1_000, 60_000, 3_600_000, 86_400_000))
_K = Decimal(1024)
_SPELT: Sequence[tuple[str, str, Decimal]] = (
    ("ms millisecond milliseconds msec millis", "time", Decimal(1)),
    ("s sec secs second seconds", "time", _SECOND),
    ("min mins minute minutes", "time", _MINUTE),
    ("h hr hrs hour hours", "time", _HOUR),
    ("d day days", "time", _DAY),
    ("week weeks", "time", 7 * _DAY),
    ("byte bytes b", "bytes", Decimal(1)),
    ("kb kib ki kilobyte kilobytes", "bytes", _K),
    ("mb mib mi megabyte megabytes", "bytes", _K**2),
    ("gb gib gi gigabyte gigabytes", "bytes", _K**3),
    ("% percent pct percentage", "percent", Decimal(1)),
    ("kg", "kg", Decimal(1)),
    ("mm", "mm", Decimal(1)),
    ("cm", "mm", Decimal(10)),
    ("px", "px", Decimal(1)),
)
UNITS = {name: (sort, factor) for names, sort, factor in _SPELT for name in names.split()}
"""The sort of each unit and how many of the smallest one it is."""
_BY_LENGTH = "|".join(sorted(map(re.escape, UNITS), key=len, reverse=True))
_PER = r"(?:\s?/\s?|\s+(?:per|an?|each)\s+)(?P<per>second|sec|s|minute|min|hour|h|day|d)\b"
_SPELT_OUT = "|".join(sorted(IN_COMPARISON, key=len, reverse=True))
_SMALLER = {"week": "day", "day": "hour", "hour": "minute", "minute": "second"}
_PARTS = {
    "one": Decimal(1),
    "half": Decimal("0.5"),
    "quarter": Decimal("0.25"),
    "quarters": Decimal("0.75"),
}
_QUOTED = re.compile(
    r"(?<![\w.,:/#@$€£-])(?:(?:(?P<part>one|half)(?:\s+an?)?|(?:an?|three)\s+(?P<parts>quarters?)\s+of\s+an?)"
    rf"\s+(?P<of>{'|'.join(_SMALLER)})\b(?!-)"
    rf"|(?P<figure>\d[\d_]*(?:,\d{{3}})*(?:\.\d+)?|(?:{_SPELT_OUT})(?:[ -](?:{_SPELT_OUT}|one))*)"
    rf"(?:[ -]?(?P<unit>{_BY_LENGTH})(?![\w]))?(?![\w]|[.,:/-]\w|\s?[-–]\s?\d))",
    re.IGNORECASE,
)
_BEHIND = re.compile(rf"\s+(?P<noun>[A-Za-z][\w-]*)(?:\s+(?P<unit>{_BY_LENGTH})(?![\w%]))?", re.IGNORECASE)
_RATE = re.compile(rf"(?:\s+[A-Za-z][\w-]*)?{_PER}", re.IGNORECASE)
_NEXT = re.compile(r" ([a-z][\w-]+)")
_BOUNDS = frozenset(
    {"max", "maximum", "min", "minimum", "total", "time", "times", "more", "further", "other"}
)
_PLURAL = ("seconds", "minutes", "hours", "days", "weeks", "bytes")
"""Units that tell how much, never which: `twenty seconds pass`, but `a 20 second pause`."""
_JOINING = frozenset({"unless", "until", "when", "while", "if", "before", "after", "because"})
_PERS = {"sec": "s", "second": "s", "minute": "min", "hour": "h", "day": "d"}


@dataclass(frozen=True, slots=True)
class Amount:
    """How much, and of which sort."""

    value: Decimal
    """In the smallest unit of its sort."""
    sort: str
    """Empty for a bare figure."""
    bare: Decimal
    """The figure as it is written."""


def is_like(one: Amount, other: Amount) -> bool:
    """Say whether two amounts are one, or have one figure where not both say of which sort it is."""
    if one.sort and other.sort:
        return one.sort == other.sort and one.value == other.value
    return one.bare == other.bare


@dataclass(frozen=True, slots=True)
class Quoted:
    """An amount that a sentence gives, and where its figure stands."""

    amount: Amount
    start: int
    end: int
    unit: Decimal
    """How many of the smallest unit the written one is."""
    per: str
    """Of a rate, the unit of time: `min`."""
    with_unit: int
    """Where its unit ends; the end of the figure where it has none."""
    names: bool
    """It only tells which: `a 30 minute window`."""
    smaller: str = ""
    """The unit in which another value is given where this one is a part of one, with a blank before it."""

    def written(self, value: Decimal) -> str:
        """Return how the sentence would give another value in the same unit; empty for none that is round."""
        figure = value / self.unit
        return f"{figure.normalize():f}{self.smaller}" if figure == round(figure, 2) else ""


def quoted(text: str) -> Iterator[Quoted]:
    """Yield the amounts that a text gives."""
    for match in _QUOTED.finditer(text):
        unit = (match["of"] or match["unit"] or "").lower()
        end = match.end("figure")
        if part := match["part"] or match["parts"]:
            # Written anew it is given in the next smaller unit, since a part of one is seldom said of others.
            smaller = _SMALLER[unit]
            sort, factor = UNITS[unit]
            value = factor * _PARTS[part.lower()]
            amount = Amount(value, sort, value / UNITS[smaller][1])
            yield Quoted(
                amount, match.start(), match.end(), UNITS[smaller][1], "", match.end(), False, f" {smaller}s"
            )
            continue
        spelt = match["figure"].lower()
        number = in_english(spelt)
        figure = Decimal(spelt.replace("_", "").replace(",", "") if number is None else number)
        behind = _BEHIND.match(text, match.end())
        if not unit and behind is not None:
            unit = (behind["unit"] or "").lower() or _as_unit(behind["noun"])
        sort, factor = UNITS.get(unit, ("", Decimal(1)))
        rate = _RATE.match(text, match.end())
        one_of = match["unit"] is not None and not match["unit"].lower().endswith(_PLURAL)
        following = _NEXT.match(text, match.end()) if one_of else None
        if match["unit"] is None:
            following = _second(text, match.end())
        names = rate is None and following is not None and _says_something(following[1])
        per = _PERS.get(rate["per"].lower(), rate["per"].lower()) if rate else ""
        amount = Amount(figure * factor, sort, figure)
        yield Quoted(amount, match.start(), end, factor, per, match.end(), names=names)


def _as_unit(noun: str) -> str:
    return noun.lower() if noun.lower() in UNITS else ""


def _second(text: str, end: int) -> re.Match[str] | None:
    """Return the second word behind a figure."""
    first = _NEXT.match(text, end)
    return None if first is None or first[1] in STOP_WORDS else _NEXT.match(text, first.end())


def _says_something(word: str) -> bool:
    return word not in STOP_WORDS | NEGATIONS | _BOUNDS | _JOINING and word not in UNITS


# -- in code -------------------------------------------------------------------------------------------

LITERAL = (
    r"(?P<before>[A-Za-z][\w.:]*\s*[*(]\s*(?:[a-z]+\s*=\s*)?)?[\"'`]?(?P<figure>\d[\d_]*(?:\.\d+)?)(?P<suffix>%|[A-Za-z]{0,3})"
    r"(?P<times>(?:\s*(?:\*|<<)\s*[\w.]+)*)(?![\w.:*-])"
)
_TIMES = re.compile(r"(\*|<<)\s*([\w.]+)")
_IN_GO = {"millisecond": "ms", "second": "s", "minute": "min", "hour": "h"}
_MINUTES = "m"
_APART = re.compile(r"[A-Z]?[a-z]+")
_CALLED = re.compile(r"(?:int|float|number|parseint|long|u?int\d+)\(", re.IGNORECASE)
_MOST_BITS = 64


def in_code(match: re.Match[str], words: Sequence[str], comment: str) -> Amount | None:
    """Return the amount of a match of `LITERAL` that code gives a name of these words; None for no amount."""
    value = bare = Decimal(match["figure"].replace("_", ""))
    suffix = match["suffix"].lower()
    if suffix == _MINUTES:
        suffix = "min"
    unit = suffix
    steps = _TIMES.findall(match["times"])
    if match["before"]:
        called = [word.lower() for word in _APART.findall(match["before"])]
        unit = next((word for word in reversed(called) if word in UNITS), unit)
        if not unit and _CALLED.match(match["before"]) is None:
            return None  # what a function makes of it is another value
    for sign, factor in steps:
        named = _IN_GO.get(factor.rpartition(".")[2].lower())
        if named is not None:
            unit = named
        elif factor.replace("_", "").isdigit():
            number = Decimal(factor.replace("_", ""))
            value = value * number if sign == "*" else value * 2 ** min(int(number), _MOST_BITS)
            bare = value
        else:
            return None
    if unit and unit not in UNITS:
        return None
    if not unit:
        unit = words[-1] if words and words[-1] in UNITS else _first_unit(comment)
    sort, times = UNITS.get(unit, ("", Decimal(1)))
    return Amount(value * times, sort, bare)


def _first_unit(comment: str) -> str:
    word = re.match(r"\W*([A-Za-z]+)", comment)
    return word[1].lower() if word is not None and word[1].lower() in UNITS else ""
