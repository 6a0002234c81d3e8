"""Whether a changed memory would still give a value that the statement of the change gives otherwise.

`We switched from Telia to Bahnhof, 1 Gbit/s` changes the provider in `The provider is Telia with 500 Mbit/s`,
and would leave the old speed beside the new name. Whether the other value is of the same thing, or tells how
long the change took, only a person can say. Called by `renewed`.
"""

import re
from collections.abc import Iterable, Iterator

from memtui.language.told_change import Change

_FIGURE = re.compile(r"(?<![\w.,:/-])(?P<value>\d+(?:[.,]\d+)*)\s?(?P<unit>[^\W\d_]+(?:/[^\W\d_]+)?|%)")
_PREFIX = re.compile(r"^[kKMGT](?=(?:i?B|bit|b(?:ps)?|Hz|W|Wh|V|m|g)(?:/|$))")
"""What makes a unit a thousand times as large."""


def leaves_another_value(now: str, known: str, told: Iterable[Change]) -> bool:
    """Say whether a memory that said `known`, and would say `now`, keeps a figure that a change gives beside
    what it changes with another value, in the same measure.
    """
    stand = set(_figures(known)) & set(_figures(now))
    beside = {figure for change in told for figure in _beside(change)}
    return any(
        unit == other and value != figure
        for value, unit in stand - beside
        for figure, other in beside - set(_figures(known))
    )


def _beside(change: Change) -> Iterator[tuple[str, str]]:
    """Yield the figures of the statement that are no part of what was so and what is so now."""
    text = change.text
    for start, end in (change.old, change.new):
        text = text[:start] + " " * (end - start) + text[end:]
    return _figures(text)


def _figures(text: str) -> Iterator[tuple[str, str]]:
    """Yield each figure with the measure that it is in: of `500 Mbit/s` and `1 Gbit/s` that is one."""
    for match in _FIGURE.finditer(text):
        yield match[0], _PREFIX.sub("", match["unit"]).lower()
