"""Which project a folder belongs to, so that all of memtui files and recalls under one and the same.

A project is a git repository: a subfolder and a worktree belong to it, a submodule is its own. It is known by
its remote's name, which is the same on every machine, else by where it lies; a clone of a folder belongs to
that folder's project. Without a repository it is the folder itself. A home folder and a temporary one are
none; nor does a repository that holds a home folder claim what lies below.
"""

import os
from dataclasses import dataclass

from memtui.projects import git, remotes
from memtui.projects.temporary import is_temporary

_CLONES = 3
"""Clones of clones that are followed to the first one."""


@dataclass(frozen=True, slots=True)
class Project:
    """What a folder belongs to."""

    identity: str
    """What tells it from all others: the remote's name, such as `host/me/api`, else an absolute path."""
    path: str
    """Where it lies on this machine: the same for all worktrees."""
    top: str
    """The checkout's first folder; empty without a repository."""
    remote: str
    """Empty when there is none."""
    there: bool
    """Whether the folder is on this machine now."""
    origin: str = ""
    """The path of the folder that this one is a clone of, on this machine."""

    @property
    def name(self) -> str:
        """What people call it: the name of its folder."""
        return folder_name(self.origin or self.path)

    @property
    def in_repository(self) -> bool:
        """Whether it is a git repository."""
        return bool(self.top)


def identify(folder: str) -> Project | None:
    """Return the project that an absolute folder belongs to, also one that is gone or of another machine.

    None for a home folder, a temporary one, and what is no absolute path.
    """
    return _identified(folder, _CLONES)


def _identified(folder: str, clones: int) -> Project | None:
    path = _absolute(folder)
    if not path or _is_home(path):
        return None
    repository = git.repository_around(path, _home()) if _is_of_this_system(path) else None
    if repository is None:
        return None if is_temporary(path) else Project(path, path, "", "", os.path.isdir(path))
    place = repository.common.replace("\\", "/").removesuffix("/.git")
    if is_temporary(place):
        return None
    top = repository.top.replace("\\", "/")
    address = git.remote_address(repository.common)
    remote = remotes.remote_name(address)
    if not remote and clones and (local := remotes.local_path(address)) and os.path.isdir(local):
        above = _identified(local, clones - 1)
        if above is not None and above.in_repository:
            return Project(above.identity, place, top, above.identity, True, above.path)
    return Project(remote or place, place, top, remote, os.path.isdir(place))


def is_thrown_away(folder: str) -> bool:
    """Say whether a folder is a temporary one."""
    path = _absolute(folder)
    return bool(path) and is_temporary(path)


def folder_name(path: str) -> str:
    """Return what people call the folder at a path: `api` for `/x/api`, `/x/api.git` and `/x/api/.bare`."""
    *above, name = ["", *(part for part in path.replace("\\", "/").split("/") if part)]
    if name.startswith(".") and above[-1]:
        name = above[-1]
    return name.removesuffix(".git") or name


def _absolute(folder: str) -> str:
    """Return a folder's path with slashes, links resolved where it is of this machine; empty for none."""
    if "\0" in folder or not (folder.startswith("/") or remotes.has_drive(folder)):
        return ""
    if _is_of_this_system(folder):
        folder = os.path.realpath(folder)
    return folder.replace("\\", "/").rstrip("/")


def _is_of_this_system(folder: str) -> bool:
    return remotes.has_drive(folder) == (os.name == "nt")


def _home() -> str:
    return os.path.realpath(os.path.expanduser("~"))


def _is_home(path: str) -> bool:
    parts = [part for part in path.split("/") if part]
    if parts and parts[0].endswith(":"):
        del parts[0]
    usual = parts == ["root"] or (len(parts) == 2 and parts[0].casefold() in {"home", "users"})
    return not parts or usual or path == _home().replace("\\", "/")
