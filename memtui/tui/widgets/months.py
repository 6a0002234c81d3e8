"""The names of the months, over columns of a week each."""

from collections.abc import Sequence
from datetime import date

_NAME, _NAME_AND_YEAR = 3, 8
"""Cells that a name takes, and one with its year."""


def month_names(weeks: Sequence[date], *, years: bool = False) -> str:
    """Return the names of the months over the weeks in which they begin, each week told by its first day.

    With `years`, the first name and each January have theirs.
    """
    room = _NAME_AND_YEAR if years else _NAME
    line = ""
    for at, monday in enumerate(weeks):
        if monday.day <= 7 and len(line) <= at and at + room <= len(weeks):
            with_year = years and (monday.month == 1 or not line.strip())
            line = line.ljust(at) + (f"{monday:%b %Y} " if with_year else f"{monday:%b} ")
    return line
