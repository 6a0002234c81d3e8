"""What a person says and takes back at once: `line length 100`, and two lines on `no wait, 88`.

The second says nothing by itself and the first no longer holds. So the new value is put where the old one
stood, and what is learned rests on both. The ways of saying it are data (`taking_back.toml`).
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import log
from pathlib import Path

from memtui.capture.rules.reading import Line
from memtui.phrases import phrases_in

_FIGURE = r"\d+(?:[.,:]\d+)*"
_NAME = r"(?-i:[A-Z])[\w.+#-]*\w(?: (?-i:[A-Z\d])[\w.+#-]*\w){0,2}"
_VALUE = rf"(?P<figure>{_FIGURE})(?:\s?(?P<unit>[^\W\d_]{{1,12}}|%))?|(?P<name>{_NAME})"
_PARTS = {"start": r"^(?:User: )?\W*", "value": f"(?:{_VALUE})"}
FILE = Path(__file__).with_name("taking_back.toml")
BEGINS = phrases_in(FILE, _PARTS, within="begins")
"""How a person begins who takes back what they said, by language."""
WAYS = phrases_in(FILE, _PARTS, within="gives")
"""The ways to correct a value, by language."""
_FIGURES = re.compile(rf"(?<![\w.,:-]){_FIGURE}(?![\w:]|[.,]\d)")
_WITH_UNIT = re.compile(rf"(?<![\w.,:-])(?P<figure>{_FIGURE})\s?(?P<unit>[^\W\d_]{{1,12}}|%)")
_NAMES = re.compile(rf"(?<=[a-zß-ÿ,:] ){_NAME}")
_ENDS = " .!。！"
_LONGEST = 120
"""Characters of a correction that says nothing but the new value."""
_FAR = 12
"""A value is corrected within so many of its speaker's lines, or not at all."""


def settled(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield the lines of a text, with each value as its speaker corrected it, and without the corrections."""
    kept: list[Line] = []
    for line in lines:
        value = correction(line.text)
        if value is None:
            kept.append(line)
            continue
        at = next((at for at in _spoken_before(kept, line) if _replaced(kept[at].text, value)), None)
        if at is not None:
            earlier = kept[at]
            kept[at] = replace(
                earlier,
                text=_replaced(earlier.text, value),
                taken_back=(*earlier.taken_back, line.sentence),
            )
    yield from kept


def correction(text: str) -> "re.Match[str] | None":
    """Return the value that a sentence puts in the place of another one, None when it says more or less."""
    bare = text.strip().rstrip(_ENDS)
    if len(bare) > _LONGEST:
        return None
    return next((match for way in WAYS.values() if (match := way.pattern.fullmatch(bare))), None)


def begins_a_correction(quote: str) -> bool:
    """Say whether a sentence begins with words that take back what its speaker said before."""
    return any(each.pattern.search(quote) for each in BEGINS.values())


def _spoken_before(lines: list[Line], line: Line) -> Iterator[int]:
    """Yield the indices of the current speaker's earlier lines, the latest first."""
    left = _FAR
    for at in range(len(lines) - 1, -1, -1):
        if lines[at].speaker == line.speaker and left:
            left -= 1
            yield at


def _replaced(text: str, value: "re.Match[str]") -> str:
    """Return a statement with the new value in it; empty when it has none of the sort."""
    if value["name"]:
        spans = [match.span() for match in _NAMES.finditer(text)]
        new = value["name"]
        span = spans[0] if len(spans) == 1 and text[slice(*spans[0])] != new else None
    else:
        new, span = value["figure"], _nearest(text, value)
    return "" if span is None else text[: span[0]] + new + text[span[1] :]


def _nearest(text: str, value: "re.Match[str]") -> tuple[int, int] | None:
    """Return the span of the figure most like a new one: in unit, form and size."""
    unit = (value["unit"] or "").lower()
    figures = [match.span() for match in _FIGURES.finditer(text)]
    if unit:
        of_unit = [each.span("figure") for each in _WITH_UNIT.finditer(text) if each["unit"].lower() == unit]
        figures = of_unit or [span for span in figures if not _WITH_UNIT.match(text, span[0])]
    if not figures:
        return None
    return min(figures, key=lambda span: _unlike(text[slice(*span)], value["figure"]))


def _unlike(one: str, other: str) -> tuple[bool, float]:
    form = [re.sub(r"\d+", "", figure) for figure in (one, other)]
    size = [log(float(re.sub(r"\D", "", figure)) + 1) for figure in (one, other)]
    return form[0] != form[1], abs(size[0] - size[1])
