"""A list that somebody keeps or pastes: one memory a bullet, or a line where there are no bullets.

The last resort of recognition: it is only taken for one when nearly every line reads like a
statement. Filed at the top, as nothing says where it belongs; a key is the file's name and a hash
of the text.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from memtui.domain.text import well_formed
from memtui.sources import wording
from memtui.sources.drafting import imported
from memtui.sources.file_by_file import FileByFile, Writer
from memtui.sources.files import fault, start_of, text_of
from memtui.sources.markdown import statements
from memtui.sources.naming import record_key
from memtui.sources.protocol import Record, Skipped, SourceError, unread

_ITEM = re.compile(r"^\s*(?:[-*+•–]|\d{1,4}[.)])\s+(?=\S)")
_HEADING = re.compile(r"#{1,6}\s")
_STATEMENT = re.compile(r"[^\W_]")
_MAX_LINE = 600
_MIN_WORDS = 3
_SHARE = 0.8


class PlainList(FileByFile):
    """Reads a text file of bullets or of one statement a line."""

    name = "list"
    label = "a plain list (bullets, or one memory a line)"

    def detect(self, path: Path) -> float:
        """Be fairly sure of bullets throughout, hardly of bare lines, never of prose under headings."""
        if path.is_dir():
            return 0.0
        lines = [line for line in start_of(path).split("\n") if line.strip()]
        if lines and lines[0].startswith("# "):
            del lines[0]
        if len(lines) < 2 or any(map(_HEADING.match, lines)):
            return 0.0
        bulleted = sum(bool(_ITEM.match(line)) for line in lines)
        indented = sum(line.startswith(("  ", "\t")) and not _ITEM.match(line) for line in lines)
        if bulleted >= 2 and bulleted + indented >= 0.9 * len(lines):
            return 0.5
        said = sum(map(_is_statement, lines))
        return 0.2 if not bulleted and said >= _SHARE * len(lines) else 0.0

    def read(self, path: Path) -> Iterator[Record]:
        """Yield a draft per bullet with what is indented below it, or per line."""
        if path.is_dir():
            raise SourceError(f"{path} is a folder; a list is one file")
        text = text_of(path)
        if isinstance(text, Skipped):
            yield text
            return
        file, modified = path.resolve(), path.stat().st_mtime
        for line, found in items(text):
            if wrong := fault(found):
                yield unread(f"line {line}", wrong)
            elif said := well_formed(found):
                yield imported(
                    said,
                    wording.sort_of(said),
                    source="list",
                    path=file,
                    record=record_key(file.name, said),
                    scope="/",
                    created_at=modified,
                    more={},
                )

    def writer(self) -> Writer:
        """Return what changes its file, which is loaded whole."""
        from memtui.sources.plain_writing import PlainWriter

        return PlainWriter(self.name, lambda path: [path.resolve()])


def items(text: str) -> Iterator[tuple[int, str]]:
    """Yield each entry of a list with the number of its first line."""
    lines = text.split("\n")
    if is_bulleted(text):
        for block in statements(text)[1]:
            yield block.line, block.statement
        return
    for number, line in enumerate(lines, start=1):
        said = _ITEM.sub("", line, count=1).strip()
        if said:
            yield number, said


def is_bulleted(text: str) -> bool:
    """Say whether a list is laid out as markdown; else every line is an entry."""
    return any(
        line.lstrip().startswith(("- ", "* ", "+ ")) or _HEADING.match(line) for line in text.split("\n")
    )


def lead(line: str) -> str:
    """Return the number or sign before an entry, with its white space."""
    found = _ITEM.match(line)
    return found[0] if found else line[: len(line) - len(line.lstrip())]


def _is_statement(line: str) -> bool:
    """Say whether a bare line reads like a statement, and not like a row of a table or wrapped prose."""
    if not _STATEMENT.match(line) or line[0].islower() or "\t" in line or len(line) > _MAX_LINE:
        return False
    return len(line.split()) >= _MIN_WORDS
