"""Which kinds of live store there are, and which one an address or a file belongs to.

Live stores are found by their entry points (`memtui.installed`), so another package can bring one. None is
loaded for a path that cannot be an address.
"""

import re
from functools import cache
from pathlib import Path

from memtui import installed
from memtui.formats.protocol import SourceError
from memtui.live_stores.protocol import LiveStore

_ADDRESS = re.compile(r"[a-z][a-z0-9+-]+:", re.ASCII | re.IGNORECASE)
_NOT_A_STORE = frozenset({"http:", "https:", "file:", "git:", "ssh:"})


@cache
def live_stores() -> tuple[LiveStore, ...]:
    """Return one of each kind, by name; what another package brings and cannot be used is left out."""
    stores = []
    for point in installed.live_stores():
        try:
            one = point.load()()
        except Exception:
            if installed.is_ours(point):
                raise
            continue
        if isinstance(one, LiveStore) and one.name == point.name:
            stores.append(one)
    return tuple(stores)


def called(name: str) -> str | None:
    """Return what people call a kind of store; None when there is none of that name."""
    if name not in installed.live_store_names():
        return None
    return next((kind.called for kind in live_stores() if kind.name == name), None)


def looks_like_address(where: str) -> bool:
    """Say whether something is written like the address of a store, and no path on this machine."""
    begins = _ADDRESS.match(where)
    return begins is not None and begins[0].lower() not in _NOT_A_STORE and not Path(where).exists()


def at(where: str) -> tuple[LiveStore, str]:
    """Return the store that an address belongs to, and its place. Raises SourceError when there is none."""
    for kind in live_stores():
        place = kind.place(where)
        if place is not None:
            return kind, place
    forms = ", ".join(kind.address for kind in live_stores())
    raise SourceError(f"there is no store whose addresses begin with {where.partition(':')[0]}:; use {forms}")


def in_path(path: Path) -> str | None:
    """Return the address of the store that a file or folder holds; None when it holds none."""
    for kind in live_stores():
        try:
            where = kind.found_in(path)
        except OSError:
            continue
        if where is not None:
            return where
    return None


def named(name: str) -> LiveStore:
    """Return the kind of store of this name. Raises SourceError when it is not installed any more."""
    for kind in live_stores():
        if kind.name == name:
            return kind
    raise SourceError(f"this memtui does not know the store {name!r}")
