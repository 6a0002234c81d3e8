"""Writing back to Hermes' `MEMORY.md` and `USER.md`: entries between lines with `§`, within their limits.

A file without that line that is laid out as markdown is changed statement by statement. What would make a
file longer than Hermes holds is left: Hermes refuses to write such a file itself.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from memtui.domain.memory import Draft
from memtui.domain.text import well_formed
from memtui.formats.changes import Loaded, LoadedLine
from memtui.formats.ground.files import fault
from memtui.formats.ground.markdown import Block
from memtui.formats.ground.markdown_writing import Layout, Place, loaded_lines
from memtui.formats.ground.naming import record_key
from memtui.formats.ground.splicing import CannotWrite, Page, Splice, bytes_of
from memtui.formats.ground.unfilled import is_unfilled
from memtui.formats.hermes import reading
from memtui.formats.hermes.reading import LIMITS, MARK


class HermesLayout(Layout):
    """The entries of a Hermes file."""

    def places(self, text: str) -> list[Place]:
        """Return the entries, in order."""
        if reading.is_markdown(text):
            return super().places(text)
        lines = text.split("\n")
        every = []
        for line, _, entry in reading.entries(text):
            statement = well_formed(entry)
            start = line - 1
            end = next((at for at in range(start, len(lines)) if lines[at].strip() == MARK), len(lines))
            while end > start and not lines[end - 1].strip():
                end -= 1
            usable = bool(statement) and not fault(entry) and not is_unfilled(statement)
            every.append(Place(record_key(self.name, statement), statement, start, end, record=usable))
        return every

    def is_record(self, block: Block) -> bool:
        """Say whether the reader makes a memory of a statement."""
        return not is_unfilled(block.text)

    def removals(self, page: Page, place: Place) -> Iterator[Splice]:
        """Yield ways to take an entry out, with one of the marks beside it."""
        if reading.is_markdown(page.text):
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
        if reading.is_markdown(page.text):
            yield from super().edits(page, place, draft)
        else:
            yield Splice(place.start, place.end, draft.text.split("\n"))

    def insertions(self, page: Page, places: Sequence[Place], draft: Draft) -> Iterator[Splice]:
        """Yield ways to put an entry in: as the last one."""
        if reading.is_markdown(page.text):
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


def loaded_in(files: Sequence[Path], path: Path) -> Loaded:
    """Return files of the source at `path` as Hermes loads them, up to their limits. Raises SourceError."""
    lines: list[LoadedLine] = []
    for file in files:
        limit = LIMITS.get(file.name, 0)
        try:
            data = bytes_of(path, file)
        except CannotWrite:
            continue
        read = 0
        for line in loaded_lines(HermesLayout(file.name), data or b""):
            read += len(line.text) + 1
            lines.append(LoadedLine(line.text, line.key, line.tokens, not limit or read <= limit + 1))
    limits = " and ".join(f"{limit:,} characters of {name}" for name, limit in LIMITS.items())
    return Loaded(lines, limits)
