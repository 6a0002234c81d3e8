"""Writing back to Hermes' `MEMORY.md` and `USER.md`: entries between lines with `§`, within their limits.

A file without that line that is laid out as markdown is changed statement by statement. What would make a
file longer than Hermes holds is left: Hermes refuses to write such a file itself.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from memtui.domain.memory import Draft
from memtui.domain.text import well_formed
from memtui.sources import hermes
from memtui.sources.files import fault
from memtui.sources.hermes import LIMITS, MARK
from memtui.sources.instructions import is_unfilled
from memtui.sources.markdown import Block
from memtui.sources.markdown_writing import Layout, Place, held, loaded_lines, rewrite
from memtui.sources.naming import record_key
from memtui.sources.splicing import CannotWrite, Page, Rewritten, Splice, bytes_of, plan_by_file
from memtui.sources.writing import Given, Held, Loaded, LoadedLine, Plan, RecordChange


class HermesLayout(Layout):
    """The entries of a Hermes file."""

    def places(self, text: str) -> list[Place]:
        """Return the entries, in order."""
        if hermes.is_markdown(text):
            return super().places(text)
        lines = text.split("\n")
        found = []
        for line, _, entry in hermes.entries(text):
            said = well_formed(entry)
            start = line - 1
            end = next((at for at in range(start, len(lines)) if lines[at].strip() == MARK), len(lines))
            while end > start and not lines[end - 1].strip():
                end -= 1
            usable = bool(said) and not fault(entry) and not is_unfilled(said)
            found.append(Place(record_key(self.name, said), said, start, end, record=usable))
        return found

    def is_record(self, block: Block) -> bool:
        """Say whether the reader makes a memory of a statement."""
        return not is_unfilled(block.text)

    def removals(self, page: Page, place: Place) -> Iterator[Splice]:
        """Yield ways to take an entry out, with one of the marks beside it."""
        if hermes.is_markdown(page.text):
            yield from super().removals(page, place)
            return
        marks = [at for at in range(len(page.lines)) if page.line(at).strip() == MARK]
        before = max((at for at in marks if at < place.start), default=None)
        behind = min((at for at in marks if at >= place.end), default=None)
        if behind is not None:
            yield Splice(0 if before is None else before + 1, behind + 1)
        elif before is not None:
            yield Splice(before, place.end)
        else:
            yield Splice(place.start, place.end)

    def edits(self, page: Page, place: Place, draft: Draft) -> Iterator[Splice]:
        """Yield ways to give an entry another text."""
        if hermes.is_markdown(page.text):
            yield from super().edits(page, place, draft)
        else:
            yield Splice(place.start, place.end, draft.text.split("\n"))

    def insertions(self, page: Page, places: Sequence[Place], draft: Draft) -> Iterator[Splice]:
        """Yield ways to put an entry in: as the last one."""
        if hermes.is_markdown(page.text):
            yield from super().insertions(page, places, draft)
        elif places:
            yield Splice(places[-1].end, places[-1].end, [MARK, *draft.text.split("\n")])
        else:
            yield Splice(0, 0, draft.text.split("\n"))

    def refusal(self, page: Page, before: Page) -> str:
        """Return why a page that is longer than Hermes holds must not be written."""
        limit = LIMITS.get(self.name, 0)
        size = len(page.text.strip())
        if limit and size > limit and size > len(before.text.strip()):
            return f"{self.name} would have {size:,} characters; Hermes holds at most {limit:,} of it"
        return ""


@dataclass(frozen=True, slots=True)
class HermesWriter:
    """Changes the two files of Hermes."""

    loads: Callable[[Path], Sequence[Path]]
    """Returns the files at a path that Hermes loads."""

    def plan(self, path: Path, changes: Sequence[RecordChange], given: Given) -> Plan:
        """Return what changes would do to the files at `path`. Raises SourceError."""
        return plan_by_file(path, changes, _rewrite, given)

    def holds(self, file: Path, data: bytes) -> list[Held]:
        """Return the records of one file."""
        return held(HermesLayout(file.name), Page.of(data))

    def loaded(self, path: Path) -> Loaded:
        """Return the files as Hermes loads them, up to their limits. Raises SourceError."""
        lines: list[LoadedLine] = []
        for file in self.loads(path):
            limit = LIMITS.get(file.name, 0)
            try:
                data = bytes_of(path, file)
            except CannotWrite:
                continue
            read = 0
            for line in loaded_lines(HermesLayout(file.name), data or b""):
                read += len(line.text) + 1
                lines.append(LoadedLine(line.text, line.key, line.tokens, not limit or read <= limit + 1))
        told = " and ".join(f"{limit:,} characters of {name}" for name, limit in LIMITS.items())
        return Loaded(lines, told)


def _rewrite(file: Path, data: bytes | None, wanted: Sequence[RecordChange]) -> Rewritten:
    return rewrite(HermesLayout(file.name), data, wanted)
