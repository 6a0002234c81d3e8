"""When each line of a file was written, as git's history of the file tells it.

After a clone every file is as old as the clone; the commits know better.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from memtui.domain.instant import Instant
from memtui.projects.asking import answer
from memtui.projects.git import repository_around

_PATIENCE = 5.0
"""Seconds that git may take for one file; a file of a long history is left out rather than waited for."""
_COMMIT = re.compile(r"(?P<commit>[0-9a-f]{40,64}) \d+ (?P<line>\d+)(?: \d+)?$")
_NONE_YET = re.compile(r"0+$")


def line_times(file: Path) -> Sequence[Instant | None]:
    """Return when each line of a file was committed as it is; None for one that is not committed.

    Empty where git cannot say. Starts git once, for a file that lies in a checkout.
    """
    folder = str(file.parent)
    if repository_around(folder, "") is None:
        return ()
    output = answer(folder, "blame", "--line-porcelain", "--", file.name, patience=_PATIENCE)
    times: list[Instant | None] = []
    committed = False
    for line in output.split("\n"):
        if line.startswith("\t"):
            continue
        if match := _COMMIT.match(line):
            committed = not _NONE_YET.match(match["commit"])
        elif line.startswith("author-time "):
            seconds = line.partition(" ")[2]
            times.append(float(seconds) if committed and seconds.isdecimal() else None)
    return times
