"""The reasons of several proposals in a few sentences: each wording once, its numbers as a range."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

_NUMBER = re.compile(r"(?<![\w.,/:-])(\d[\d,]*(?:\.\d+)?)(?![\w/:-])((?: days?)?)")
"""A number that stands alone, with its days; not a part of a date, a version, a path or a name."""
_TOLD = 2
"""Wordings that are told; the rest are counted."""


@dataclass(slots=True)
class _Wording:
    """Reasons that differ in their numbers alone."""

    numbers: list[list[str]] = field(default_factory=list)
    """The numbers of each, as they were written, each with its days."""

    def told(self, parts: Sequence[str]) -> str:
        """Return the wording with each number, or how far it goes from the least to the most."""
        sentence = parts[0]
        for at, after in enumerate(parts[1:]):
            spread = sorted({each[at] for each in self.numbers}, key=_value)
            least, most = spread[0], spread[-1]
            sentence += (least if least == most else f"{least.split()[0]} to {most}") + after
        return sentence


def together(reasons: Sequence[str]) -> list[tuple[int, str]]:
    """Return what several reasons say, each wording with how many have it: `never used in 185 to 345 days`.

    The two commonest are told, the others counted together.
    """
    wordings: dict[tuple[str, ...], _Wording] = {}
    for reason in reasons:
        parts, end, numbers = [], 0, []
        for match in _NUMBER.finditer(reason):
            parts.append(reason[end : match.start()])
            numbers.append(match[0])
            end = match.end()
        wordings.setdefault((*parts, reason[end:]), _Wording()).numbers.append(numbers)
    commonest = sorted(wordings.items(), key=lambda item: -len(item[1].numbers))
    told = [(len(each.numbers), each.told(parts)) for parts, each in commonest[:_TOLD]]
    left = sum(len(each.numbers) for _, each in commonest[_TOLD:])
    return [*told, (left, "for other reasons")] if left else told


def _value(number: str) -> float:
    return float(number.split()[0].replace(",", ""))
