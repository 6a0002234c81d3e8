"""Reads the end that a memory's own words set to it and that lies ahead: "until Easter", "bis Ende März".

`protection` asks: what is still to hold is spared by all that goes by age or disuse. Whether an end has
passed is another question, and `expired` asks it of full dates only: a memory is not proposed for the
archive because of a day that somebody named loosely.
"""

import re
from pathlib import Path

from memtui.capture.dates import day_of, noon
from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import Memory
from memtui.language.periods import is_mentioned_at, mentions
from memtui.phrases import phrases_in

_UNTIL = phrases_in(Path(__file__).with_name("own_end.toml"))["until"].pattern
_LONGEST = 400
"""Characters. In a longer text a date is the end of a part of it."""
_BESIDE = re.compile(r"\W*(?:(?:the|around|about|at|least|der|dem|zum|le|la|el)\W+)*")
"""What may stand between the word and the day."""


def end_ahead(memory: Memory) -> Instant | None:
    """Return when the last day is over up to which a memory says it holds, read as of the day it was made.

    None when its words set no end, or one that had passed even then.
    """
    if len(memory.text) > _LONGEST or not (cues := list(_UNTIL.finditer(memory.text))):
        return None
    starts = {beside.end() for cue in cues if (beside := _BESIDE.match(memory.text, cue.end()))}
    if not any(is_mentioned_at(memory.text, start) for start in starts):
        return None
    made = day_of(memory.created_at)
    ends: dict[int, list[Instant]] = {}
    for day in mentions(memory.text, made):
        if day.start in starts and day.last >= made:
            ends.setdefault(day.start, []).append(noon(day.last) + DAY)
    return max((min(each) for each in ends.values()), default=None)
