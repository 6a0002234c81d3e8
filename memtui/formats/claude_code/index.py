"""What a line of Claude Code's index `MEMORY.md` points to; used by its reader, its writer and the scan.

An index holds pointers to fact files (`- [Title](file.md) — hook`, or a row of a table with the name of the
file in a cell), whose hook is that file's abstract, and statements of its own.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from memtui.formats.ground.markdown import Block, blocks
from memtui.formats.ground.tables import page_in_row, pages_in_table

_POINTER = re.compile(r"\[(?P<title>[^\]]*)\]\((?P<file>[^)\s]+\.md)\)\s*[-—–:]*\s*(?P<hook>.*)", re.DOTALL)
_WIKI_POINTER = re.compile(
    r"\[\[(?P<file>[^\]|]+)(\|(?P<title>[^\]]*))?\]\]\s*[-—–:]*\s*(?P<hook>.*)", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Pointer:
    """A line that stands for a fact file."""

    file: str
    title: str
    hook: str


def pointer(block: Block) -> Pointer | None:
    """Return the fact file that a block of an index points to, or None."""
    if block.columns:
        named = page_in_row(block.lines[0])
        return Pointer(*named) if named is not None else None
    match = _POINTER.match(block.text)
    if match is not None:
        return Pointer(match["file"].removeprefix("./"), match["title"].strip(), match["hook"].strip())
    match = _WIKI_POINTER.match(block.text)
    if match is not None:
        file = match["file"].strip().removesuffix(".md")
        return Pointer(f"{file}.md", (match["title"] or file).strip(), match["hook"].strip())
    return None


def is_table_of_files(block: Block, is_there: Callable[[str], bool]) -> bool:
    """Say whether a block is a table as a whole most of whose rows point to fact files that are there."""
    named = pages_in_table(block.text) if block.text.startswith("|") else []
    return bool(named) and 2 * sum(map(is_there, named)) > len(named)


def pointers_in_rows(text: str) -> dict[str, Pointer]:
    """Return what the rows of tables in an index point to, by file."""
    rows = (block for block in blocks(text) if block.columns) if "|" in text else iter(())
    return {one.file: one for row in rows if (one := pointer(row)) is not None}
