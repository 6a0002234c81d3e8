"""A git repository as its files tell it: where its common folder is, and what its remote is called.

A checkout has a folder `.git`, or a file of that name which points to one. What a linked worktree points to
names in `commondir` the folder that all worktrees of its repository share; what a submodule points to is a
repository of its own.
"""

import os
from typing import NamedTuple

_MOST_BYTES = 1_000_000
"""Bytes of a file in `.git` that are read; those that are asked for are small."""


class Repository(NamedTuple):
    """The repository that a folder belongs to."""

    common: str
    """The folder that all its worktrees share, usually `…/.git`."""
    top: str
    """The checkout's first folder; the common folder when there is no checkout."""


def repository_around(folder: str, stop: str) -> Repository | None:
    """Return the repository whose checkout holds an absolute folder, looked for up to `stop`, without that.

    The folder need not exist. None when there is no repository.
    """
    while folder != stop:
        repository = _repository_in(folder)
        if repository is not None:
            return repository
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
    return None


def tree_mark(top: str) -> str:
    """Return what differs when git was told of other files in a checkout; empty where there is none.

    `top` is the checkout's first folder. A commit, a switch and a file added or removed change it.
    """
    inner = os.path.join(top, ".git")
    if os.path.isfile(inner):
        inner = _joined(top, _text(inner).partition("gitdir:")[2].strip())
    looks = []
    for name in ("HEAD", "index", os.path.join("logs", "HEAD")):
        try:
            stat = os.stat(os.path.join(inner, name))
        except (OSError, ValueError):
            continue
        looks.append(f"{stat.st_size}.{stat.st_mtime_ns}")
    return " ".join(looks)


def remote_address(common: str) -> str:
    """Return the address of a repository's `origin`, or of the first remote that it has; else nothing."""
    first = ""
    remote: str | None = None
    for line in _text(os.path.join(common, "config")).splitlines():
        line = line.strip()
        if line.startswith("["):
            section, _, name = line.strip("[]").partition(" ")
            remote = name.strip().strip('"') if section.lower() == "remote" else None
        elif remote is not None and line.partition("=")[0].strip().lower() == "url":
            address = line.partition("=")[2].strip().strip('"')
            if remote == "origin":
                return address
            first = first or address
    return first


def _repository_in(folder: str) -> Repository | None:
    inner = os.path.join(folder, ".git")
    if os.path.isdir(inner) and _is_git_folder(inner):
        return Repository(_common_of(inner), folder)
    if os.path.isfile(inner):
        target = _text(inner).partition("gitdir:")[2].strip()
        if target:
            return Repository(_common_of(_joined(folder, target)), folder)
    if _is_git_folder(folder):  # a bare repository, or somebody works inside of `.git`
        top = os.path.dirname(folder) if os.path.basename(folder) == ".git" else folder
        return Repository(_common_of(folder), top)
    return None


def _is_git_folder(folder: str) -> bool:
    if not os.path.isfile(os.path.join(folder, "HEAD")):
        return False
    shared = ("commondir", "objects")
    return any(os.path.exists(os.path.join(folder, name)) for name in shared)


def _common_of(git_folder: str) -> str:
    """Return the common folder of a worktree's own; also of one that was pruned and is not there any more."""
    named = _text(os.path.join(git_folder, "commondir")).strip()
    if named:
        return _joined(git_folder, named)
    above = os.path.dirname(git_folder)
    return os.path.dirname(above) if os.path.basename(above) == "worktrees" else git_folder


def _joined(folder: str, path: str) -> str:
    return os.path.realpath(os.path.join(folder, path))


def _text(file: str) -> str:
    try:
        with open(file, "rb") as opened:
            return opened.read(_MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
