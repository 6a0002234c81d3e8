"""Which formats there are, and which of them a path is; import and the command line ask here."""

from pathlib import Path

from memtui.formats.chatgpt import ChatGpt
from memtui.formats.claude_code.format import ClaudeCode
from memtui.formats.claude_mem import ClaudeMem
from memtui.formats.codex.format import Codex
from memtui.formats.hermes.format import Hermes
from memtui.formats.instructions.format import Instructions
from memtui.formats.mcp_graph.format import McpGraph
from memtui.formats.mem0 import Mem0
from memtui.formats.memtui_jsonl import MemtuiJsonl
from memtui.formats.plain_list import PlainList
from memtui.formats.protocol import Reader, SourceError

AUTO = "auto"
_READERS: tuple[Reader, ...] = (
    MemtuiJsonl(),
    ClaudeCode(),
    Codex(),
    Hermes(),
    McpGraph(),
    Mem0(),
    ClaudeMem(),
    Instructions(),
    ChatGpt(),
    PlainList(),
)


def readers() -> tuple[Reader, ...]:
    """Return one reader for each format."""
    return _READERS


def reader_for(path: Path, format_name: str = AUTO) -> Reader:
    """Return the reader called `format_name`, or with `auto` the one that recognises the content.

    Raises SourceError when there is no such format, nothing at `path`, or nothing recognised.
    """
    by_name = {reader.name: reader for reader in _READERS}
    if format_name != AUTO and format_name not in by_name:
        raise SourceError(f"there is no format {format_name!r}; use {', '.join([AUTO, *by_name])}")
    if not path.exists():
        raise SourceError(f"there is no {path}; give a file or folder that holds memories")
    if not (path.is_file() or path.is_dir()):
        raise SourceError(f"{path} is neither a file nor a folder, so it was not opened")
    if format_name != AUTO:
        return by_name[format_name]
    try:
        sure, best = max(((reader.detect(path), reader) for reader in _READERS), key=lambda found: found[0])
    except OSError as error:
        raise SourceError(f"cannot read {path}: {error.strerror or error}") from error
    if sure == 0.0:
        looked_for = "; ".join(f"{reader.name}: {reader.label}" for reader in _READERS)
        raise SourceError(
            f"what is in {path} is none of the formats memtui reads ({looked_for}). "
            f"If it is one of them all the same, name it with --format."
        )
    return best
