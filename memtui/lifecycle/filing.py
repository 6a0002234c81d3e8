"""Under which scope a folder's memories belong: the one answer for hooks, servers, capture and import.

A project has one scope, `/project/<name>`, for all its folders and worktrees, on any machine. Of two projects
with one name the first keeps the short scope. A scope that holds memories already belongs to the project that
they are about. The answer is noted, so that it stays the same.
"""

import os
from collections.abc import Iterator

from memtui.domain.scope import ROOT, TEMPORARY
from memtui.projects.identity import Project, identify, is_thrown_away
from memtui.store import projects
from memtui.store.database import Store
from memtui.store.errors import StoreBusy, StoreReadOnly
from memtui.store.projects import CHECKOUT, Binding


def project_of_folder(store: Store, folder: str, *, note: bool = True) -> str | None:
    """Return the scope of the project that a folder belongs to; None where it belongs to none.

    A project that is met for the first time gets a scope. It is noted, unless `note` is off or the store
    cannot be written now. Raises StoreError.
    """
    project = identify(folder)
    return None if project is None else scope_of(store, project, note=note)


def filed_under(store: Store, folder: str, *, note: bool = True) -> str:
    """Return the scope under which memories learned in a folder are filed. Raises StoreError."""
    project = project_of_folder(store, folder, note=note)
    if project is not None:
        return project
    return TEMPORARY if is_thrown_away(folder) else ROOT


def worked_on_in(store: Store, folder: str, *, note: bool = True) -> str:
    """Return the scope of the project that a person works on in a folder; the top where that is not certain.

    It is certain in a repository, and where something was learned before: any other folder is just where they
    happen to be. `note` is that of `project_of_folder`. Raises StoreError.
    """
    project = identify(folder)
    if project is None or not (project.in_repository or known_scope(store, project)):
        return ROOT
    return scope_of(store, project, note=note)


def scope_of(store: Store, project: Project, *, note: bool = True) -> str:
    """Return a project's scope, as `project_of_folder` does."""
    known = _bindings(store, project)
    scope = _known(project, known)
    if note and not store.read_only and (scope is None or _lacks(project, known, scope)):
        try:
            return _noted(store, project, scope or _free_scope(store, project))
        except (StoreBusy, StoreReadOnly):
            pass
    return scope or _free_scope(store, project)


def known_scope(store: Store, project: Project) -> str | None:
    """Return the scope that a project has been given; None when it was never met."""
    return _known(project, _bindings(store, project))


def told_of(project: Project | None) -> dict[str, str]:
    """Return what a memory's provenance says of the project it is about, beside the folder."""
    return {"remote": project.remote} if project is not None and project.remote else {}


def _free_scope(store: Store, project: Project) -> str:
    from memtui.lifecycle.naming import free_scope  # not in a hook's way: a project is met once

    return free_scope(store, project)


# -- what is known ---------------------------------------------------------------------------------


def _bindings(store: Store, project: Project) -> dict[str, Binding]:
    wanted = [*_rows(project)]
    if not project.there:
        wanted += [CHECKOUT + folder for folder in _upwards(project.path)]
    return {binding.identity: binding for binding in projects.bindings(store, wanted)}


def _rows(project: Project) -> dict[str, str]:
    """Return what is noted of a project: each identity with the remote it has."""
    rows = {project.identity: ""}
    if project.in_repository:
        rows |= {project.path: project.remote, CHECKOUT + project.top: ""}
    return rows


def _known(project: Project, known: dict[str, Binding]) -> str | None:
    if project.identity in known:
        return known[project.identity].scope
    before = known.get(project.path)
    # A remote was added since. With another remote it is another project that lies in the same place now.
    if before is not None and not before.remote:
        return before.scope
    if project.there:
        return None
    gone = (known.get(CHECKOUT + folder) for folder in _upwards(project.path))
    return next((binding.scope for binding in gone if binding is not None), None)


def _lacks(project: Project, known: dict[str, Binding], scope: str) -> bool:
    """Say whether to note a project: not when its checkout is gone."""
    if not project.there:
        return False
    return any(
        identity not in known or (known[identity].scope, known[identity].remote) != (scope, remote)
        for identity, remote in _rows(project).items()
    )


def _noted(store: Store, project: Project, scope_found: str) -> str:
    """Note a project under the scope that was found for it, or under another if that was taken meanwhile."""
    with store.write() as tx:
        known = _known(project, _bindings(store, project))  # another process may have met it in between
        scope = known or (
            _free_scope(store, project) if projects.is_bound(store, scope_found) else scope_found
        )
        for identity, remote in _rows(project).items():
            projects.bind(tx, identity, scope, remote)
    return scope


def _upwards(path: str) -> Iterator[str]:
    """Yield a path and the folders around it, the nearest first."""
    while path != os.path.dirname(path):
        yield path
        path = os.path.dirname(path)
