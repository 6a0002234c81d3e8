"""Titles that open as those of entries do: with a day, or with an identifier such as `ADR-7` or `D004`."""

import re
from collections.abc import Sequence

from memtui.formats.ground.dates import date_above, opening_date
from memtui.formats.ground.frontmatter import Head, flat

_IDENTIFIER = re.compile(r"\W{0,3}(?:[A-Z]{2,10}[-_ ]?\d[\d-]*|[A-Z]-?\d{2,})(?!\w)")
"""Two letters or two digits at least: `Q3` and `P0` name parts of a plan."""
_NUMBER = re.compile(r"\d{1,4}(?=[.:) ])")
_MONTH = re.compile(r"\W{0,3}\d{4}-(?:0[1-9]|1[0-2])(?![\w-])")
_SAYS = re.compile(r"[^\W\d_]{2}\W{1,8}[^\W\d_]{2}|[^\W\d_\x00-\u024f]{4}")
"""Two words, or four signs of a script without blanks: `Tuesday` alone says the day again."""
_TEXT = re.compile(r"[\[(]{0,2}(?:\*\*|__)?[\[(]{0,2}\w")
"""Begins a line that is no heading, bullet, quotation or row of a table."""
_OF_A_DECISION = ({"status"}, {"date", "deciders", "decision-makers", "decided"})
"""One of each, in the frontmatter of a record of a decision."""


def opens_an_entry(title: str) -> bool:
    """Say whether a title is that of an entry: a day or month and what was then, or an identifier."""
    dated = opening_date(title)
    month = _MONTH.match(title)
    behind = dated[1] if dated is not None else month.end() if month is not None else -1
    return (behind >= 0 and bool(_SAYS.search(title, behind))) or bool(_IDENTIFIER.match(title))


def logs(line: str) -> bool:
    """Say whether a line of text is or begins an entry of a log: `[2026-02-03 10:11] - Tin lids`."""
    dated = opening_date(line) if _TEXT.match(line) else None
    return dated is not None and bool(_SAYS.search(line, dated[1]))


def names_a_document(lines: Sequence[str], title: str, head: Head) -> bool:
    """Say whether a document is one record: by an identifier in its title, a number in it and a day below,
    or by the status and the day in its frontmatter.
    """
    keys = {key.casefold() for key, _ in flat(head)}
    number = _NUMBER.match(title)
    numbered = number is not None and (number[0].startswith("0") or date_above(lines) is not None)
    return bool(_IDENTIFIER.match(title)) or numbered or all(one & keys for one in _OF_A_DECISION)
