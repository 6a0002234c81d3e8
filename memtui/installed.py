"""Which formats are installed, by the entry points of the packages around; loads none of them.

A package brings a format with a line in its own `pyproject.toml`, as memtui does with its own formats:

    [project.entry-points."memtui.formats"]
    goose = "memtui.formats.goose:Goose"
"""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "memtui.formats"


@cache
def formats() -> "tuple[EntryPoint, ...]":
    """Return the entry points of formats, those of memtui itself first, then by name."""
    from importlib.metadata import entry_points  # what only shows a list does not wait for it

    return tuple(sorted(entry_points(group=GROUP), key=lambda point: (not is_ours(point), point.name)))


def is_ours(point: "EntryPoint") -> bool:
    """Say whether a format comes with memtui."""
    return point.module.startswith("memtui.")


def format_names() -> list[str]:
    """Return what the installed formats are called, in alphabetical order."""
    return sorted({point.name for point in formats()})
