"""Titles that open as those of entries do: with a day, or with an identifier such as `ADR-7` or `D004`."""

import re
from collections.abc import Sequence

from memtui.formats.ground.dates import date_above, opening_date
from memtui.formats.ground.frontmatter import Head, flat

_IDENTIFIER = re.compile(r"\W{0,5}(?:[A-Z]{2,10}[-_ ]?\d[\d-]*|[A-Z]-?\d{2,})(?!\w)")
"""Two letters or two digits at least: `Q3` and `P0` name parts of a plan."""
_NUMBER = re.compile(r"\d{1,4}(?=[.:) ])")
_COUNT = re.compile(
    r"[*_]{0,3}(?:[^\W\d_]{2,12}\s{0,2}|第\s?)?\d{1,3}[^\W\d_\x00-\u024f]{0,2}(?:[.):]\s|\s?[、．：]\s?|\s[-–—]\s)(?=\S)"
)
"""A word may stand before the number: `Step 1:`, `Phase 2 —`."""
_MONTH = re.compile(r"\W{0,3}\d{4}-(?:0[1-9]|1[0-2])(?![\w-])")
_SAYS = re.compile(r"[^\W\d_]{2}\W{1,8}[^\W\d_]{2}|[^\W\d_\x00-\u024f]{4}")
"""Two words, or four signs of a script without blanks: `Tuesday` alone says the day again."""
_IN_BRACKETS_AT_END = re.compile(r"\w.{0,200}?[(\[]([^()\[\]]{6,60})[)\]]\W{0,3}$")
_TEXT = re.compile(r"[\[(]{0,2}(?:\*\*|__)?[\[(]{0,2}\w")
"""Begins a line that is no heading, bullet, quotation or row of a table."""
_MOST_SECTIONS = 7
"""Of a decision: what it is about, what was weighed, and what came of it, as templates have it."""
_OF_A_DECISION = ({"status"}, {"date", "deciders", "decision-makers", "decided"})
"""One of each, in the frontmatter of a record of a decision."""


def opens_an_entry(title: str) -> bool:
    """Say whether a title is that of an entry: a day or month and what was then, or an identifier."""
    dated = opening_date(title)
    month = _MONTH.match(title)
    behind = dated[1] if dated is not None else month.end() if month is not None else -1
    named = _IDENTIFIER.match(title, max(behind, 0)) is not None
    return named or (behind >= 0 and bool(_SAYS.search(title, behind)))


def closes_with_a_day(title: str) -> bool:
    """Say whether a title ends with a day in brackets, as in `Tin lids (2026-02-03, again 2026-02-04)`."""
    match = _IN_BRACKETS_AT_END.search(title)
    return match is not None and opening_date(match[1]) is not None


def logs(line: str) -> bool:
    """Say whether a line of text is or begins an entry of a log: `[2026-02-03 10:11] - Tin lids`."""
    dated = opening_date(line) if _TEXT.match(line) else None
    return dated is not None and bool(_SAYS.search(line, dated[1]))


def counts(title: str) -> bool:
    """Say whether a title is one of a count: `1. Rinse`, `Step 1: Rinse`, `步骤 1：…`, `第1步：…`."""
    return _COUNT.match(title) is not None


def is_numbered(title: str) -> bool:
    """Say whether a title opens with a day, a number or an identifier."""
    return bool(_IDENTIFIER.match(title) or _NUMBER.match(title)) or opening_date(title) is not None


def names_a_document(lines: Sequence[str], title: str, head: Head, sections: int) -> bool:
    """Say whether a document is one record: by an identifier in its title, a number in it and a day below,
    or by the status and the day in its frontmatter.

    A page of many sections without a day is called after its project: `SPEC-1: what it is made of`.
    """
    keys = {key.casefold() for key, _ in flat(head)}
    number, dated = _NUMBER.match(title), date_above(lines) is not None
    numbered = number is not None and (number[0].startswith("0") or dated)
    identified = _IDENTIFIER.match(title) is not None and (dated or sections <= _MOST_SECTIONS)
    return identified or numbered or all(one & keys for one in _OF_A_DECISION)
