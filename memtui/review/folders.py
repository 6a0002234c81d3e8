"""Which folders of this machine a memory is about: those that it came from, those that its project has.

Only folders under version control, or in a folder of sessions, count as a project's. Nothing is known of what
was imported from elsewhere.
"""

from collections.abc import Iterator

from memtui.domain.memory import Memory
from memtui.domain.scope import contains, first_levels
from memtui.lifecycle.filing import known_scope
from memtui.projects.identity import identify
from memtui.review.rule import Context
from memtui.store import projects

_FOLDER_KEYS = ("cwd", "root", "project_root", "project", "workspace", "repository", "folder")
_FILE_KEYS = ("path", "file", "transcript")


def folders_of(memory: Memory, now: Context) -> list[str]:
    """Return the project folders that a memory comes from and that are on this machine."""
    folders: list[str | None] = []
    for key in _FOLDER_KEYS:
        path = memory.provenance.get(key)
        if isinstance(path, str) and path.startswith("/"):
            folder = now.disk.project(path.rstrip("/"))
            folders += [folder, now.disk.checkout_around(folder) if folder else None]
    for key in _FILE_KEYS:
        path = memory.provenance.get(key)
        if isinstance(path, str) and path.startswith("/"):
            outer, inner, _ = path.partition("/.claude/")
            folders.append(now.disk.project(outer) if inner else now.disk.project_around(path))
    return list(dict.fromkeys(folder for folder in folders if folder is not None))


def checkout_of(memory: Memory, now: Context) -> str | None:
    """Return the first folder of the checkout of a memory's project; None if it is not on this machine.

    If a project is known under the memory's scope, it must be that one. Otherwise it is the project of the
    working directory in which the memory was made; the folder of the file it was read from proves nothing,
    since that file may be in another project than the one it is about.
    """
    family = first_levels(memory.scope)
    if family not in now.checkouts:
        now.checkouts[family] = list(_bound(family, now))
    known = now.checkouts[family]
    path = memory.provenance.get("cwd")
    checkout = (
        now.disk.checkout_around(path.rstrip("/")) if isinstance(path, str) and path.startswith("/") else None
    )
    return checkout if checkout in known or not known else known[0]


def _bound(family: str, now: Context) -> Iterator[str]:
    """Yield the checkouts of the projects that are filed under a scope, each as often as it is named."""
    for binding in projects.bindings(now.store):
        folder = binding.checkout or binding.identity
        if not contains(family, binding.scope) or not folder.startswith("/"):
            continue
        top = now.disk.checkout_around(folder)
        project = identify(top) if top is not None else None
        if top is not None and project is not None and known_scope(now.store, project) == binding.scope:
            yield top
