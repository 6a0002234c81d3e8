"""What a person does with projects: rename one, join two, forget one, and tidy scopes that hold several.

Each is one op. What it changes of memories and of where projects are filed is journalled together, so undo
takes back both.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from memtui.domain.actor import Actor
from memtui.domain.counting import plural
from memtui.domain.scope import PROJECTS, ROOT, USER, ScopeError, contains, normalise, scope_under
from memtui.domain.watch import UNWATCHED, Watch
from memtui.lifecycle import chunks
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.filing import known_scope
from memtui.lifecycle.naming import free_scope, project_told
from memtui.lifecycle.outcome import Outcome
from memtui.projects.identity import Project, identify
from memtui.store import evidence, journal, projects, recording, scopes
from memtui.store.database import Store, Transaction
from memtui.store.evidence import Evidence
from memtui.store.projects import Binding


@dataclass(frozen=True, slots=True)
class Known:
    """A project, as it is listed."""

    scope: str
    identities: tuple[str, ...]
    """Remotes and paths; none for a scope that no project has shown up for."""
    checkouts: tuple[str, ...]
    """The folders in which it was met."""
    memories: int
    """Live ones."""


def known(store: Store) -> list[Known]:
    """Return all projects and the scopes that could be one's, by scope."""
    bound: dict[str, list[Binding]] = {}
    for binding in projects.bindings(store):
        bound.setdefault(binding.scope, []).append(binding)
    for node in scopes.tree(store):
        if node.scope.startswith(f"{PROJECTS}/") and not any(
            contains(scope, node.scope) or contains(node.scope, scope) for scope in bound
        ):
            bound[node.scope] = []
    return [
        Known(
            scope,
            tuple(binding.identity for binding in rows if not binding.checkout),
            tuple(binding.checkout for binding in rows if binding.checkout),
            scopes.count(store, scope),
        )
        for scope, rows in sorted(bound.items())
    ]


def named(store: Store, name: str) -> str:
    """Return the scope of the project that is named by scope, name, remote or folder. Raises Refused."""
    name = name.strip()
    for candidate in (name, projects.CHECKOUT + name):
        if bound := projects.bindings(store, [candidate]):
            return bound[0].scope
    for scope in _as_scopes(name):
        if projects.is_bound(store, scope) or evidence.ids_by_scope(store, scope):
            return scope
    folder = os.path.abspath(os.path.expanduser(name))
    project = identify(folder) if os.path.isdir(folder) else None
    if project is not None and (met := known_scope(store, project)) is not None:
        return met
    raise Refused(f"no project is called {name}; `memtui projects` lists them")


def _as_scopes(name: str) -> Iterator[str]:
    try:
        yield normalise(name)
        yield normalise(f"{PROJECTS}/{name}")
    except ScopeError:
        return


def size(store: Store, scope: str) -> int:
    """Return how many memories a project has, of any state."""
    return sum(map(len, evidence.ids_by_scope(store, scope).values()))


def rename(store: Store, scope: str, new: str, *, by: Actor, watch: Watch = UNWATCHED) -> Outcome:
    """File a project and all its memories under another scope. Raises Refused when that one is taken."""
    target = _target(new)
    check_apart(scope, target)
    if projects.is_bound(store, target) or evidence.ids_by_scope(store, target):
        raise Refused(f"{target} is taken; `memtui projects merge {scope} {target}` makes one of both")
    return renamed(store, scope, target, by=by, watch=watch)


def check_apart(scope: str, target: str) -> None:
    """Refuse to file a scope somewhere in itself, or around itself. Raises Refused."""
    if contains(scope, target) or contains(target, scope):
        raise Refused(f"{target} and {scope} lie in one another; choose a name beside it")


def renamed(store: Store, scope: str, target: str, *, by: Actor, watch: Watch = UNWATCHED) -> Outcome:
    """File a scope with all below it under another one, as one op. Raises Refused when it holds nothing."""
    done = _moved(store, "rename", scope, target, by, watch)
    return replace(done, message=f"{scope} is {target} now, with {plural(done.changed)}")


def merge(store: Store, scope: str, into: str, *, by: Actor, watch: Watch = UNWATCHED) -> Outcome:
    """Make one project of two: `into` gets the memories and folders of `scope`. Raises Refused."""
    if contains(scope, into) or contains(into, scope):
        raise Refused(f"{scope} and {into} lie in one another, so they are not two projects")
    done = _moved(store, "join", scope, into, by, watch)
    return replace(done, message=f"{scope} is part of {into} now, with {plural(done.changed)}")


def forget(store: Store, scope: str, *, by: Actor) -> Outcome:
    """Forget the folders and remotes of a project; its memories stay. Raises Refused when none is known."""
    rows = [binding.identity for binding in projects.bindings(store) if binding.scope == scope]
    if not rows:
        raise Refused(f"no folder is known to be {scope}")
    done = _rearrange(store, "unbind", scope, {}, dict.fromkeys(rows, None), by=by)
    return replace(done, message=f"Forgot which folders are {scope}; its memories stay")


def _target(new: str) -> str:
    try:
        target = normalise(new) if new.startswith("/") else scope_under(PROJECTS, new)
    except ScopeError as error:
        raise Refused(str(error)) from None
    if target in {ROOT, PROJECTS} or contains(USER, target):
        raise Refused(f"{target} cannot be a project's; use a name, or a path such as {PROJECTS}/shop")
    return target


def _moved(store: Store, kind: str, old: str, new: str, by: Actor, watch: Watch) -> Outcome:
    """File what is in a scope and below it, projects and all, in another, as one op of a kind.

    Raises Refused for a scope that holds nothing.
    """
    ids_in = evidence.ids_by_scope(store, old)
    where = {i: new + scope[len(old) :] for scope, ids in ids_in.items() for i in ids}
    bound = [binding for binding in projects.bindings(store) if contains(old, binding.scope)]
    rows = {binding.identity: new + binding.scope[len(old) :] for binding in bound}
    if not where and not rows:
        raise Refused(f"nothing is filed in {old}; `memtui projects` lists the projects")
    detail = f"{old} to {new}" if kind == "rename" else f"{old} with {new}"
    return _rearrange(store, kind, detail, where, rows, by=by, graves=(old, new), watch=watch)


# -- scopes that hold several projects ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Move:
    """Memories that are about one project and lie with another."""

    what: Evidence
    to: str
    identity: str

    @property
    def count(self) -> int:
        """How many they are."""
        return self.what.count


@dataclass(slots=True)
class Plan:
    """What tidying would do."""

    moves: list[Move] = field(default_factory=list)
    bound: dict[str, str] = field(default_factory=dict)
    """Projects that get a scope, by identity."""
    gone: int = 0
    """Memories about folders that are gone: nobody can tell any more to which project those belonged."""

    @property
    def count(self) -> int:
        """How many memories would move."""
        return sum(move.count for move in self.moves)

    def routes(self) -> dict[tuple[str, str, str], int]:
        """Return how many memories go from one scope to another, by (from, to, project)."""
        counts: dict[tuple[str, str, str], int] = {}
        for move in self.moves:
            route = (move.what.scope, move.to, move.identity)
            counts[route] = counts.get(route, 0) + move.count
        return counts


def plan_tidying(store: Store) -> Plan:
    """Return which memories lie with another project than they are about, grouped by where they came from."""
    plan = Plan()
    evidence_of: list[tuple[Evidence, Project]] = []
    for what in sorted(evidence.evidence(store, PROJECTS), key=lambda what: what.first):
        project = project_told(what)
        if project is None:
            continue
        scope = plan.bound.get(project.identity) or known_scope(store, project)
        if scope is None and not (project.there or what.remote):
            plan.gone += what.count
            continue
        taken = frozenset(plan.bound.values())
        plan.bound[project.identity] = scope or free_scope(store, project, taken)
        evidence_of.append((what, project))
    tops = {*plan.bound.values(), *(binding.scope for binding in projects.bindings(store))}
    for what, project in evidence_of:
        home = plan.bound[project.identity]
        if not contains(home, what.scope):
            rest = what.scope[len(_top(what.scope, tops)) :]
            plan.moves.append(Move(what, home + rest, project.identity))
    return plan


def _top(scope: str, tops: set[str]) -> str:
    """Return the part of a scope that is the project's."""
    bound = max((top for top in tops if contains(top, scope)), key=len, default="")
    return bound or "/".join(scope.split("/")[:3])


def tidy(store: Store, plan: Plan, *, by: Actor, watch: Watch = UNWATCHED) -> Outcome:
    """File memories with the projects they are about, as planned."""
    if not plan.moves:
        return Outcome(None, 0, "Every memory lies with the project it is about")
    where = {i: move.to for move in plan.moves for i in evidence.ids_telling(store, move.what)}
    bound = {binding.identity for binding in projects.bindings(store)}
    rows = {identity: scope for identity, scope in plan.bound.items() if identity not in bound}
    into = sorted({move.to for move in plan.moves})
    detail = f"into {', '.join(into[:3])}{' …' if len(into) > 3 else ''}"
    done = _rearrange(store, "tidy", detail, where, rows, by=by, watch=watch)
    several = len({move.identity for move in plan.moves})
    with_whom = "the project it is" if done.changed == 1 else "the projects they are"
    return replace(done, message=f"Filed {plural(done.changed)} with {with_whom} about ({several:,} in all)")


def _rearrange(
    store: Store,
    kind: str,
    detail: str,
    where: Mapping[int, str],
    rows: Mapping[str, str | None],
    *,
    by: Actor,
    graves: tuple[str, str] | None = None,
    watch: Watch = UNWATCHED,
) -> Outcome:
    """Move memories by id and file identities anew (None: forget them), as one op."""

    def file(tx: Transaction, op_id: int) -> None:
        for identity, scope in rows.items():
            if scope is None:
                projects.unbind(tx, identity, op_id=op_id)
            else:
                projects.bind(tx, identity, scope, op_id=op_id)
        if graves is not None:
            evidence.copy_tombstones(tx, *graves)

    if not where:
        with store.write() as tx:
            op_id = recording.begin(tx, kind, by, detail=detail)
            file(tx, op_id)
            recording.finish(tx, op_id, len(rows), keep=True)
        return Outcome(journal.op(store, op_id), 0, "")
    started: set[int] = set()

    def change(tx: Transaction, op_id: int, chunk: Sequence[int]) -> list[int]:
        if op_id not in started:
            file(tx, op_id)
            started.add(op_id)
        by_scope: dict[str, list[int]] = {}
        for memory_id in chunk:
            by_scope.setdefault(where[memory_id], []).append(memory_id)
        changed = [recording.apply(tx, op_id, ids, {"scope": scope}) for scope, ids in by_scope.items()]
        return [memory_id for ids in changed for memory_id in ids]

    return chunks.run(store, list(where), kind=kind, change=change, by=by, detail=detail, watch=watch)
