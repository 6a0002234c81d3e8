"""When an entry of a log was noted, in front of what it says: `[2026-04-18] The api listens on 80`.

The day is no part of the statement: agents keep logs, and note the same again on another day.
"""

import re
from pathlib import Path

from memtui.phrases import phrases_in

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
_CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?(?:\ ?[ap]m)?Z?"
_DAY = (
    rf"(?:\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}|\d{{1,2}}[./]\d{{1,2}}[./]\d{{4}}"
    rf"|{_MONTH}\ \d{{1,2}},?\ \d{{4}}|\d{{1,2}}\.?\ {_MONTH},?\ \d{{4}})(?:(?:T|,?\ ){_CLOCK})?"
)
_STAMP = re.compile(
    rf"""
    (?:[-*•]\ |\#{{1,6}}\ )?
    (?:
        (?P<strong>\*\*|__)?[\[(](?:{_DAY}|{_CLOCK})[\])](?(strong)(?P=strong))
      | (?P<bold>\*\*|__){_DAY}:?(?P=bold)
      | {_DAY}(?=:\s|\ [-–—|]\s)
    )
    (?::|\ [-–—|](?=\s))?\s+(?=\S)
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""`[2026-04-18 10:31]`, `(10:31)`, `**2026-04-18**`, `2026-04-18:`. A clock alone in front of something may
be a time-table: `09:00: standup`.
"""
_DONE = phrases_in(Path(__file__).with_name("words.toml"), within="measures")["past"].pattern


def said_from(text: str, start: int = 0) -> int:
    """Return where what a text says begins: behind when it was noted, where that stands at `start`."""
    match = _STAMP.match(text, start)
    return match.end() if match else start


def done_again(one: str, other: str) -> bool:
    """Say whether a log says one thing of two days: `2026-04-02: Deployed`, `2026-04-09: Deployed`.

    What was done once is noted again in other words.
    """
    left, right = said_from(one), said_from(other)
    if not (left and right) or one[:left] == other[:right]:
        return False
    return one[left:] == other[right:] and _DONE.match(one, left) is not None
