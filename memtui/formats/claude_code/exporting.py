"""Writing memories as a memory folder of Claude Code: a file for each, and the index that points to them."""

import json
from collections.abc import Iterator
from pathlib import Path

from memtui.domain import scope as scopes
from memtui.domain.instant import to_iso
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.text import Longest, one_line
from memtui.formats.claude_code.index_writing import MAX_BYTES, MAX_LINES
from memtui.formats.claude_code.reading import INDEX
from memtui.formats.exports import Exported
from memtui.formats.ground.carrying import KEY, carried
from memtui.formats.ground.frontmatter import quoted
from memtui.formats.ground.naming import page_name

_CLAUDE_TYPES = {
    MemoryType.PROCEDURAL: "feedback",
    MemoryType.CONSTITUTIONAL: "user",
    MemoryType.SEMANTIC: "project",
    MemoryType.EPISODIC: "project",
}


def export_folder(memories: Iterator[Memory], folder: Path, exported: Exported) -> None:
    """Write a file for each memory, and the index that points to them."""
    lines = size = 0
    taken: set[str] = {INDEX.casefold()}
    with (folder / INDEX).open("w", encoding="utf-8", newline="\n") as index:
        for memory in memories:
            title = one_line(memory.abstract or memory.text, Longest.PATH).rstrip(".")
            name = page_name(memory, "claude", title, taken)
            sort = "user" if scopes.contains("/user", memory.scope) else _CLAUDE_TYPES[memory.type]
            head = [
                "---",
                f"name: {quoted(title)}",
                f"description: {quoted(one_line(memory.abstract or memory.text, 240))}",
                "metadata:",
                "  node_type: memory",
                f"  type: {sort}",
                *(["  pinned: true"] if memory.pinned else []),
                f"modified: {to_iso(memory.updated_at)}",
                f"{KEY}: {quoted(json.dumps(carried(memory), ensure_ascii=False))}",
                "---",
            ]
            (folder / name).write_text(
                "\n".join([*head, "", memory.text, ""]), encoding="utf-8", newline="\n"
            )
            line = f"- [{title.translate(_NO_BRACKETS)}]({name}) — {one_line(memory.text, Longest.TITLE)}\n"
            index.write(line)
            lines, size = lines + 1, size + len(line.encode())
    if lines > MAX_LINES or size > MAX_BYTES:
        exported.notes.append(
            f"{INDEX} has {lines:,} lines and {size:,} bytes; Claude Code loads the first "
            f"{MAX_LINES} lines or {MAX_BYTES // 1000} KB of it."
        )


_NO_BRACKETS = str.maketrans("[]()", "    ")
