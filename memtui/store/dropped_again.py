"""Which lines of files a person wants out of them whose memories were dropped before: read from the journal.

Such a memory changes no state by it, so its provenance says which lines went, with their words. An undo takes
that back, and the words say what is to be in the file again.
"""

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from memtui.store.database import Store

AGAIN = "dropped_again"
"""The key of a provenance."""


class Line(NamedTuple):
    """A line of a file, as a provenance holds it."""

    key: str
    file: str
    text: str


def noted(provenance: Mapping[str, object], lines: Sequence[Line]) -> dict[str, object]:
    """Return the provenance of a dropped memory whose lines go out of their files, once more than before."""
    times, _ = _read(provenance)
    return {**provenance, AGAIN: {"times": times + 1, "lines": [list(line) for line in lines]}}


def since(store: Store, op_id: int) -> dict[int, dict[tuple[str, str], str | None]]:
    """Return by memory the lines that ops after one took out, None for each, or put back, with their words.

    A line is known by the key and the file of its record.
    """
    wanted: dict[int, dict[tuple[str, str], str | None]] = {}
    for memory_id, *provenances in store.query(
        "SELECT memory_id, before, after FROM op_changes WHERE op_id > ? AND field = 'provenance' "
        "AND (instr(before, ?) OR instr(after, ?)) ORDER BY op_id",
        (op_id, AGAIN, AGAIN),
    ):
        (before, were), (after, are) = (_read(json.loads(known or "{}")) for known in provenances)
        places = wanted.setdefault(memory_id, {})
        if after > before:
            places |= {(line.key, line.file): None for line in are}
        elif after < before:
            places |= {(line.key, line.file): line.text for line in were}
    return wanted


def _read(provenance: Mapping[str, object]) -> tuple[int, list[Line]]:
    """Return how often lines went out of files, and those that did so last."""
    known = provenance.get(AGAIN)
    if not isinstance(known, dict):
        return 0, []
    return int(known["times"]), [Line(*line) for line in known["lines"]]
