"""Which memories to look at again because files of their project changed since the last pass.

Nothing in the store says when a file goes or what code says now. What a checkout's git noted last does, at
the cost of some looks at its files: a commit, a switch to another branch, a file added or removed.
"""

from collections.abc import Mapping

from memtui.projects.git import tree_mark
from memtui.store import projects, review_state
from memtui.store.database import Store


def marks(store: Store) -> dict[str, str]:
    """Return what differs when the work tree of a project on this machine does, by its folder."""
    folders = set(map(_folder, projects.bindings(store)))
    found = {folder: tree_mark(folder) for folder in sorted(folders) if folder.startswith("/")}
    return {folder: mark for folder, mark in found.items() if mark}


def about_changed(store: Store, now: Mapping[str, str], limit: int) -> set[int]:
    """Return at most `limit` memories of those projects whose mark is not what the last pass noted.

    Only those that a rule wanted to look at again some day are among them.
    """
    before = review_state.trees(store)
    changed = {folder for folder, mark in now.items() if before.get(folder) != mark}
    if not changed:
        return set()
    scopes = {binding.scope for binding in projects.bindings(store) if _folder(binding) in changed}
    return {i for scope in sorted(scopes) for i in review_state.due_in(store, scope, limit)}


def _folder(binding: projects.Binding) -> str:
    """Return the folder of a project's checkout; what a project is known by else is none."""
    return binding.checkout or binding.identity
