"""The reasons of several proposals in a few sentences: each wording once, with what differs in it.

Numbers are told as a range, and paths one after the other.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from memtui.domain.counting import listed

_VARIES = re.compile(
    r"(?P<path>(?<![\w./~@-])(?=\S*[^\W\d])[\w.~@-]*/[\w./~@-]*[\w/])"
    r"|(?<![\w.,/:-])(?P<number>\d[\d,]*(?:\.\d+)?)(?![\w/:-])(?: days?)?"
)
"""A path, or a number that stands alone, with its days; not a part of a date, a version or a name."""
_TOLD = 2
"""Wordings that are told where there is little room; the rest are counted, if they are several."""
_PATHS = 3
"""Paths of one wording that are told."""


@dataclass(slots=True)
class _Wording:
    """Reasons that differ in their numbers and paths alone."""

    differing: list[list[str]] = field(default_factory=list)
    """What differs in each, as it was written; a number with its days."""

    def told(self, parts: Sequence[str]) -> str:
        """Return the wording with each number, or how far it goes from least to most, and its paths."""
        sentence = parts[0]
        for at, after in enumerate(parts[1:]):
            each = list(dict.fromkeys(one[at] for one in self.differing))
            sentence += (_paths(each) if "/" in each[0] else _range(each)) + after
        return sentence


def _paths(paths: Sequence[str]) -> str:
    more = len(paths) - _PATHS
    return listed([*paths[:_PATHS], f"{more:,} more"] if more > 0 else paths, "or")


def _range(numbers: Sequence[str]) -> str:
    spread = sorted(numbers, key=_value)
    least, most = spread[0], spread[-1]
    return least if least == most else f"{least.split()[0]} to {most}"


def together(reasons: Sequence[str], most: int = _TOLD) -> list[tuple[int, str]]:
    """Return what several reasons say, each wording with how many have it: `never used in 185 to 345 days`.

    The commonest, `most` of them, are told, the others counted together; one that is left is told as well.
    """
    wordings: dict[tuple[str, ...], _Wording] = {}
    for reason in reasons:
        parts, end, differing = [], 0, []
        for match in _VARIES.finditer(reason):
            sign = "/" if match["path"] else "#"
            parts.append(reason[end : match.start()])
            parts.append(sign)
            differing.append(match[0])
            end = match.end()
        wordings.setdefault((*parts, reason[end:]), _Wording()).differing.append(differing)
    commonest = sorted(wordings.items(), key=lambda item: -len(item[1].differing))
    if len(commonest) == most + 1:
        most += 1
    told = [(len(each.differing), each.told(parts[::2])) for parts, each in commonest[:most]]
    left = sum(len(each.differing) for _, each in commonest[most:])
    return [*told, (left, "for other reasons")] if left else told


def _value(number: str) -> float:
    return float(number.split()[0].replace(",", ""))
