"""What `undo N` and `redo N` show and ask before they take back, or do again, several changes at once."""

from collections.abc import Sequence
from typing import NamedTuple

from memtui.cli import output
from memtui.cli.asking import agree_to
from memtui.cli.telling import op_line
from memtui.config.places import from_home
from memtui.domain.counting import listed, plural
from memtui.store import journal, sources
from memtui.store.database import Store
from memtui.store.journal import Op

_SHOWN = 10
"""Changes that are listed: they fit above the question on a small terminal."""
_FILES = 5
"""Files that are named; the rest are counted."""
_PER_OP = 1_000
"""Memories of one change that are looked up in files."""


class Verb(NamedTuple):
    """The words of one of the two commands."""

    name: str
    does: str
    """What it does to changes: `take back`."""


UNDO = Verb("undo", "take back")
REDO = Verb("redo", "do again")


def agree(store: Store, verb: Verb, times: int, ops: Sequence[Op], *, yes: bool) -> None:
    """Return when the person agrees to go through `ops`, of `times` that were asked for. Raises Stop."""
    if times > 1 and ops:
        output.say(what_is_counted(store, verb, times, len(ops)))
    agree_to(verb.does, len(ops), "change", lambda: _show(store, ops), yes=yes)


def what_is_counted(store: Store, verb: Verb, times: int, there: int) -> str:
    """Say what the number is, that there are fewer, and how the change that History calls so is named."""
    counted = f"{times:,} counts back from the latest"
    if there < times:
        counted += (
            f", and there {'is' if there == 1 else 'are'} only {plural(there, 'change')} to {verb.does}"
        )
    named = journal.op(store, times) if verb is UNDO else None
    if named is None or named.undone_by is not None:
        return f"{counted}."
    return f"{counted}. Only change no. {times:,}, {named.label}: `memtui undo --op {times}`."


def _show(store: Store, ops: Sequence[Op]) -> None:
    for op in ops[:_SHOWN]:
        output.say(op_line(op))
    if len(ops) > _SHOWN:
        output.say(f"  … and {len(ops) - _SHOWN:,} more, back to no. {ops[-1].id:,}")
    memories: set[int] = set()
    written: set[int] = set()
    for op in ops:
        ids = {change.memory_id for change in journal.changes(store, op.id, limit=_PER_OP)}
        memories |= ids
        # That a file was read is no change of it.
        written |= set() if op.kind == "import" else ids
    count = plural(len(memories))
    sentence = f"They are about {'more than ' if any(op.changed > _PER_OP for op in ops) else ''}{count}"
    files = [from_home(file) for file in sources.files_written_for(store, sorted(written))]
    if files:
        others = [plural(len(files) - _FILES, "other file")] if len(files) > _FILES else []
        sentence += f", and what they change is written to {listed([*files[:_FILES], *others])}"
    output.say(f"{sentence}.")
