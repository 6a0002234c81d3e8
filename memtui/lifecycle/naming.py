"""Which scope a project is given when it is met for the first time.

It is named after its folder. When another project has that scope, or the memories there are about another,
the owner of its remote or the folders around it are put before the name.
"""

from collections.abc import Iterator

from memtui.domain.scope import PROJECTS, scope_under
from memtui.projects.evidence import folder_of
from memtui.projects.identity import Project, identify
from memtui.store import evidence, projects
from memtui.store.database import Store
from memtui.store.evidence import Evidence


def free_scope(store: Store, project: Project, taken: frozenset[str] = frozenset()) -> str:
    """Return the scope that a project would be given, none of those in `taken`."""
    return next(
        scope
        for scope in _names(project)
        if scope not in taken and not projects.is_bound(store, scope) and _may_have(store, scope, project)
    )


def project_told(what: Evidence) -> Project | None:
    """Return the project that memories come from, by their folder and remote; None when neither tells."""
    folder = folder_of(what.cwd, what.path, what.source)
    own = identify(folder) if folder else None
    if what.remote and (own is None or own.identity != what.remote):
        return Project(what.remote, folder or what.remote, "", what.remote, own is not None and own.there)
    return own


def _names(project: Project) -> Iterator[str]:
    """Yield possible scopes for a project: its name, then its name with the folders before it, then with a
    number.
    """
    name = project.name
    yield scope_under(PROJECTS, name)
    before = (project.remote or project.path).split("/")[1:-1]
    for count in range(1, len(before) + 1):
        yield scope_under(PROJECTS, "-".join([*filter(None, before[-count:]), name]))
    number = 1
    while number := number + 1:
        yield scope_under(PROJECTS, f"{name[:60]}-{number}")


def _may_have(store: Store, scope: str, project: Project) -> bool:
    """Say whether the memories of a scope are about a project, or tell of none."""
    candidates = [project_told(what) for what in evidence.evidence(store, scope, examples=True)]
    about = {candidate.identity for candidate in candidates if candidate is not None}
    return not about or project.identity in about
