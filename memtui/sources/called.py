"""What sources are called: the format as people know it, a file by its name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from memtui.domain.text import Longest, one_line

if TYPE_CHECKING:
    from memtui.store.sources import Source


def format_name(name: str) -> str:
    """Return a format as people call it."""
    from memtui.formats import registry  # the first paint does not wait for the formats
    from memtui.live_stores import registry as live_stores

    return one_line(live_stores.called(name) or registry.called(name), Longest.WORD)


def source_name(source: Source) -> str:
    """Return a source in a word or two: a file by its name, a folder by whose it is."""
    name = format_name(source.format)
    whose = f"{name}'" if name.endswith("s") else f"{name}'s"
    if source.address:
        return f"{whose} store"
    path = Path(source.path)
    return one_line(path.name, Longest.PHRASE) if path.suffix else f"{whose} files"
