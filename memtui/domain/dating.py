"""When what a memory says was said, and how well that is known."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from memtui.domain.instant import Instant, from_iso
from memtui.domain.memory import Memory
from memtui.domain.text import filled_lines

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
"""What is in nearly every date that a text states."""

DATED = "dated"
"""The key of a provenance that says so."""
AT_THE_LATEST = "at the latest"
"""A line without a day of its own was written before its file was changed last, nobody knows when."""


SAID_AT = "said_at"
"""The key of a provenance for when the words were said that a memory was given later, in ISO 8601."""


def said_at(memory: Memory) -> Instant:
    """Return when what a memory says was said: it may have said something else when it was created."""
    told = memory.provenance.get(SAID_AT)
    try:
        return from_iso(told) if isinstance(told, str) else memory.created_at
    except ValueError:
        return memory.created_at


def is_undated(memory: Memory) -> bool:
    """Say whether what a memory says may be older than the time at which it was said as far as is known."""
    return memory.provenance.get(DATED) == AT_THE_LATEST and SAID_AT not in memory.provenance


def said_before(instant: Instant, memory: Memory) -> bool:
    """Say whether something was said before a memory was written, as far as that is known."""
    return instant < memory.created_at and not is_undated(memory)


def dated(together: Sequence[Memory]) -> list[str]:
    """Return the texts of memories with the day each was said, as in `The port is 8080 (as of 2026-03-01).`

    None where that would be untrue of one of them: it states a date itself, says many things, or may be older
    than its file; or both are of one day, which tells nothing. With a date in one text only, the two would
    be asked about again.
    """
    if any(is_undated(each) or _YEAR.search(each.text) or filled_lines(each.text) > 1 for each in together):
        return []
    days = [f"{datetime.fromtimestamp(said_at(each), UTC):%Y-%m-%d}" for each in together]
    return list(map(_with_day, together, days)) if len(set(days)) > 1 else []


def _with_day(memory: Memory, day: str) -> str:
    text = memory.text.rstrip()
    stop = "." if text.endswith(".") else ""
    return f"{text.removesuffix('.')} (as of {day}){stop}"
