"""What becomes of a memory when a newer statement takes its place.

The screen and the command line say it before anybody agrees, a card proposes it, and `learn` does it, so that
all of them mean the same. A memory that stands in linked files is never dropped for a newer statement: its
file would go, and the statement would stand in none. It says something else instead, which is written back
like any edit. So does one of which the statement only speaks in part. Where what it says besides would be
lost, it stays, and the statement is added beside it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from memtui.domain.headings import statement_at, with_title
from memtui.domain.memory import Memory, State
from memtui.domain.text import Longest, one_line
from memtui.language.goes_with import gone_with
from memtui.language.noted import said_from
from memtui.language.own_clauses import loses
from memtui.language.put_in import with_value_put_in
from memtui.language.up_to_date import brought_up_to_date
from memtui.secrets.masking import masked
from memtui.store import sources
from memtui.store.database import Store

_LONGEST = 4_000
"""Characters of a memory whose clauses are looked at: people wait for the answer."""


@dataclass(frozen=True, slots=True)
class Place:
    """What a statement does to the memory whose place it takes."""

    text: str = ""
    """What the memory says from now on; empty where it is dropped, or stays."""
    stays: bool = False
    """It says more than the statement speaks of, so both are kept."""
    written: tuple[str, ...] = ()
    """The names of the linked files that are changed with it, and of those that memtui may only read."""
    read: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    """What that memory said of what was so, and is not said any longer."""

    def words(self) -> str:
        """Return what comes of it, for people who are about to agree; empty where the memory is dropped as a
        whole.
        """
        if self.stays:
            return "both are kept: that memory also says what this does not change"
        gone = [
            f"“{one_line(masked(each), Longest.PHRASE)}” goes with what it was said of"
            for each in self.without
        ]
        if not self.text:
            return "; ".join(["it takes that memory's place", *gone]) if gone else ""
        text = one_line(with_title(masked(self.text)), Longest.QUOTE)
        says = f"{' and '.join(self.written) or 'that memory'} will say: {text}"
        says = f"{says} (not {' or '.join(self.read)}, which memtui may only read)" if self.read else says
        return "; ".join([says, *gone])


def place_of(store: Store, memory: Memory, statement: str, *, meant: bool = False, says: str = "") -> Place:
    """Return what becomes of a memory when `statement` takes its place. Raises StoreError.

    One that is archived stands in no file, and no agent is told what it says, so it is simply replaced. If
    a person `meant` that the statement takes its place, the one value that is another is put in, or it does.
    What the statement says by name is not so any more may be known already: then the memory `says` the rest.
    """
    if memory.state is not State.LIVE:
        return Place()
    start = said_from(memory.text, statement_at(memory))
    short = len(memory.text) <= _LONGEST
    text = says or (with_value_put_in(memory.text, statement, start) if meant and short else None)
    if text is None and short:
        text = brought_up_to_date(memory.text, statement, start)
    if text is None and meant and not loses(memory.text[start:], statement):
        text = memory.text[:start] + statement
    if text is None:
        return Place(stays=True)
    files, without = _files(store, memory), tuple(gone_with(memory.text, text))
    if not files and text == statement:
        return Place(without=without)
    written = _written(store, memory, files)
    read = tuple(name for name in _names(files) if name not in written)
    return Place(text, written=written, read=read, without=without)


def written_with(store: Store, memory: Memory) -> tuple[str, ...]:
    """Return the names of the linked files that are edited when a memory is. Raises StoreError."""
    return _written(store, memory, _files(store, memory))


def _files(store: Store, memory: Memory) -> set[str]:
    return {file for file, _ in sources.files_of_each(store, [memory.id]).get(memory.id, ())}


def _written(store: Store, memory: Memory, files: set[str]) -> tuple[str, ...]:
    return _names(files.intersection(sources.files_written_for(store, [memory.id])) if files else ())


def _names(files: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({one_line(Path(file).name, Longest.PHRASE) for file in files}))
