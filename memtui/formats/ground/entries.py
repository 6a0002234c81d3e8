"""Lists that a person keeps or pastes into one file: each entry is a memory, known by its text.

Used by the formats of ChatGPT and of plain lists.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from memtui.domain.instant import Instant
from memtui.domain.text import well_formed
from memtui.formats.ground.drafting import imported
from memtui.formats.ground.files import fault, text_of
from memtui.formats.ground.naming import record_key
from memtui.formats.ground.wording import Sort
from memtui.formats.protocol import Record, Skipped, unread

MARKER = re.compile(r"^\s*(?:[-*+•–]|\d{1,4}[.)])\s+(?=\S)")
"""The bullet or number before an entry."""

Entry = tuple[int, str, Instant | None]
"""The number of its line, from 1, its text, and when it was written, where it says so."""


def memories_of(
    path: Path,
    entries: Callable[[str], Iterable[Entry]],
    *,
    source: str,
    scope: str,
    sort: Callable[[str], Sort],
) -> Iterator[Record]:
    """Yield a draft for each of the `entries` of the file at `path`; `sort` says what sort a text is.

    An entry without a date is as old as the file. A key is the file's name and a hash of the text.
    """
    text = text_of(path)
    if isinstance(text, Skipped):
        yield text
        return
    file, modified = path.resolve(), path.stat().st_mtime
    for line, entry, written in entries(text):
        if wrong := fault(entry):
            yield unread(f"line {line}", wrong)
        elif statement := well_formed(entry):
            yield imported(
                statement,
                sort(statement),
                source=source,
                path=file,
                record=record_key(file.name, statement),
                scope=scope,
                created_at=written or modified,
                more={},
            )
