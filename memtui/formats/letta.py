"""Letta's agent files (`.af`): one JSON document with an agent's blocks of memory, messages and tools.

A block is a page; each statement of it is a memory. The block about the person (`human`) is filed under
`/user`, the others under the agent. Messages, files and tools are no memory; they are counted. The file is a
snapshot that an agent is made from, so it is only read.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from memtui.formats.ground.drafting import instant_of
from memtui.formats.ground.files import is_binary
from memtui.formats.ground.json_lines import document
from memtui.formats.ground.naming import scope_under
from memtui.formats.ground.notes import Place
from memtui.formats.ground.texts import memories_of_page
from memtui.formats.protocol import Reader, Record, Skipped, SourceError

_BLOCKS = ("blocks", "core_memory")
_OTHERS = ("messages", "in_context_messages", "files", "sources")
_OF_PERSON = "human"


class Letta(Reader):
    """Reads an agent file."""

    name = "letta"
    called = "Letta"
    label = "Letta agent file (.af)"
    order = 65

    def detect(self, path: Path) -> float:
        """Be sure by blocks that have a label and a value."""
        if path.is_dir() or is_binary(path):
            return 0.0
        lists = document(path, _BLOCKS) or {}
        return 0.97 if any(_page(row) for part in _BLOCKS for row in lists.get(part, ())) else 0.0

    def read(self, path: Path) -> Iterator[Record]:
        """Yield a draft per statement of each block, then what in the file is no memory."""
        lists = None if path.is_dir() else document(path, (*_BLOCKS, "agents", *_OTHERS))
        if lists is None:
            raise SourceError(f"{path} is no Letta agent file; it has no blocks of memory")
        file = path.resolve()
        agents = [row for row in lists.get("agents", ()) if isinstance(row, dict)]
        named = [name for row in agents if isinstance(name := row.get("name"), str) and name]
        agent = named[0] if len(named) == 1 else file.stem
        messages = sum(len(rows) for row in agents if isinstance(rows := row.get("messages"), list))
        for part in _BLOCKS:
            for number, row in enumerate(lists.get(part, ()), start=1):
                if isinstance(row, Skipped):
                    yield row
                else:
                    yield from _block(file, f"{part} {number}", row, agent)
        for part in _OTHERS:
            count = len(lists.get(part, ())) + (messages if part == "messages" else 0)
            if count:
                yield Skipped(part, f"{count:,} of them, no memory of the agent; not read")


def _page(row: object) -> tuple[str, str] | None:
    """Return the label and the text of a block; None for what is none."""
    if not isinstance(row, Mapping):
        return None
    label, value = row.get("label"), row.get("value")
    return (label, value) if isinstance(label, str) and isinstance(value, str) else None


def _block(file: Path, where: str, row: object, agent: str) -> Iterator[Record]:
    page = _page(row)
    if page is None or not isinstance(row, Mapping):
        yield Skipped(where, "no block with a label and a value")
        return
    label, value = page
    if not value.strip():
        yield Skipped(where, f"the block {label!r} is empty")
        return
    scope = "/user" if label == _OF_PERSON else scope_under("/agent", agent)
    at = instant_of(row.get("updated_at")) or instant_of(row.get("created_at")) or file.stat().st_mtime
    yield from memories_of_page(value, file, label, Place("letta", scope), at, {"block": label})
