"""Writing memories as the two files of Hermes."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from memtui.domain import scope as scopes
from memtui.domain.memory import Memory
from memtui.formats.exports import Exported
from memtui.formats.hermes.reading import AGENT_SCOPE, LIMITS, SEPARATOR


def export_folder(memories: Iterator[Memory], folder: Path, exported: Exported) -> None:
    """Write the two files, each memory an entry."""
    sizes: Counter[str] = Counter()
    files: dict[str, TextIO] = {}
    try:
        for memory in memories:
            if f"\n{memory.text}\n".find(SEPARATOR) >= 0:
                exported.leave_out()
                continue
            name = "USER.md" if scopes.contains("/user", memory.scope) else "MEMORY.md"
            if memory.scope not in {"/user", AGENT_SCOPE}:
                exported.lost["scope"] += 1
            if name not in files:
                files[name] = (folder / name).open("w", encoding="utf-8", newline="\n")
            elif sizes[name]:
                files[name].write(SEPARATOR)
                sizes[name] += len(SEPARATOR)
            files[name].write(memory.text)
            sizes[name] += len(memory.text)
    finally:
        for file in files.values():
            file.close()
    exported.notes += [
        f"{name} has {size:,} characters; Hermes keeps at most {LIMITS[name]:,}."
        for name, size in sizes.items()
        if size > LIMITS[name]
    ]
