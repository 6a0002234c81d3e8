"""Where memories are on a machine: the known places of each format and live store.

They are looked through without changing a thing.

`memtui sources scan` and the first-run screen list what `scan` finds.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from memtui.formats.finding import Found, LiesAround, Machine
from memtui.formats.registry import readers
from memtui.live_stores.registry import live_stores


def variables() -> dict[str, str]:
    """Return the variables of other programs that the scan follows, and what each names."""
    every = {"XDG_CONFIG_HOME": "the folder of configurations, usually ~/.config"}
    for one in (*readers(), *live_stores()):
        if isinstance(one, LiesAround):
            every |= one.variables
    return every


def scan(home: Path, environment: Mapping[str, str], cwd: Path | None = None) -> Iterator[Found]:
    """Yield what lies in the known places below `home`, where the environment says, and in project `cwd`.

    Nothing is written and nothing raised: what cannot be read is told in `problem`.
    """
    machine = Machine(home, environment, cwd)
    seen: set[tuple[str, Path]] = set()
    for one in (*readers(), *live_stores()):
        for entry in one.known_places(machine) if isinstance(one, LiesAround) else ():
            place = (entry.format, entry.path.resolve() if not entry.path.is_symlink() else entry.path)
            if place not in seen:
                seen.add(place)
                yield entry
