"""What a line of Claude Code's index `MEMORY.md` points to; used by its reader, its writer and the scan.

An index holds pointers to fact files (`- [Title](file.md) — hook`), whose hook is that file's
abstract, and statements of its own.
"""

import re
from dataclasses import dataclass

from memtui.formats.ground.markdown import Block

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
    match = _POINTER.match(block.text)
    if match is not None:
        return Pointer(match["file"].removeprefix("./"), match["title"].strip(), match["hook"].strip())
    match = _WIKI_POINTER.match(block.text)
    if match is not None:
        file = match["file"].strip().removesuffix(".md")
        return Pointer(f"{file}.md", (match["title"] or file).strip(), match["hook"].strip())
    return None
