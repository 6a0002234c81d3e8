"""Which formats and live stores are installed, by the entry points of packages around; loads none of them.

A package brings a format with a line in its own `pyproject.toml`, as memtui does with its own formats:

    [project.entry-points."memtui.formats"]
    goose = "memtui.formats.goose:Goose"
"""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "memtui.formats"
STORES = "memtui.stores"


@cache
def formats() -> "tuple[EntryPoint, ...]":
    """Return the entry points of formats, those of memtui itself first, then by name."""
    return _points(GROUP)


@cache
def live_stores() -> "tuple[EntryPoint, ...]":
    """Return the entry points of live stores, those of memtui itself first, then by name."""
    return _points(STORES)


def _points(group: str) -> "tuple[EntryPoint, ...]":
    from importlib.metadata import entry_points  # what only shows a list does not wait for it

    return tuple(sorted(entry_points(group=group), key=lambda point: (not is_ours(point), point.name)))


def is_ours(point: "EntryPoint") -> bool:
    """Say whether a format or live store comes with memtui."""
    return point.module.startswith("memtui.")


def format_names() -> list[str]:
    """Return what the installed formats are called, in alphabetical order."""
    return _names(formats())


def live_store_names() -> list[str]:
    """Return what the installed live stores are called, in alphabetical order."""
    return _names(live_stores())


def _names(points: "tuple[EntryPoint, ...]") -> list[str]:
    return sorted({point.name for point in points})
