"""Scopes: the paths memories are filed under, such as `/user` or `/project/atlas/db`.

A scope contains its whole subtree. A scope is always kept in normal form (`normalise`), so two
scopes are the same exactly when their strings are equal.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from memtui.domain.text import printable

ROOT = "/"
PROJECTS = "/project"
"""What holds a scope for each project."""
USER = "/user"
"""What is known of the person, which agents are told in every project."""
_EVERYWHERE = "/everywhere"
"""What a bare name never means: it may be meant for the person's scope, or for the whole store."""
TEMPORARY = "/temporary"
"""The scope of what is learned in a temporary folder. No agent is told of it."""
TEAMS = "/team"
"""What holds the scopes that are shared with others: `/team/atlas` for those who work on `/project/atlas`."""
MAX_LENGTH = 400
"""Characters: longer than any path that a person types, short enough for an index."""
MAX_DEPTH = 16
"""Levels: as deep as projects with areas of areas go."""
_SEGMENT_LENGTH = 80


class ScopeError(ValueError):
    """A scope that cannot be used; the message says why and what a scope looks like."""


@lru_cache(maxsize=4096)
def normalise(text: str) -> str:
    """Return `text` as a scope: a leading slash, single slashes, no trailing slash.

    Raises ScopeError for a scope that is empty, too long, too deep, has `.` or `..` segments, or
    characters that a terminal would act on.
    """
    trimmed = text.strip()
    if not trimmed:
        raise ScopeError("a scope cannot be empty; use / for the top, or a path such as /project/atlas")
    if printable(trimmed) != trimmed:
        raise ScopeError(f"a scope has only printable characters: {printable(trimmed)[:MAX_LENGTH]}")
    segments = [segment.strip() for segment in trimmed.split("/") if segment.strip()]
    if any(segment in {".", ".."} for segment in segments):
        raise ScopeError(f"a scope is written out in full, without . or ..: {trimmed[:MAX_LENGTH]}")
    if len(segments) > MAX_DEPTH:
        raise ScopeError(f"a scope is at most {MAX_DEPTH} levels deep; this one has {len(segments)}")
    scope = ROOT + "/".join(segments)
    if len(scope) > MAX_LENGTH:
        raise ScopeError(f"a scope has at most {MAX_LENGTH} characters; this one has {len(scope):,}")
    return scope


def meant(name: str, known: Iterable[str]) -> str:
    """Return the scope that a person means by `name`: a path is itself, a bare name the scope called so.

    Of `known` scopes and those above them one at the top comes first, then a project; what is called by none
    is a new one at the top. Raises ScopeError where several others are called so, and for `everywhere` while
    none is: that is no place.
    """
    at_top = normalise(name)
    if "/" in name.strip():
        return at_top
    called = f"{at_top.casefold()}/"
    ends = ((scope, f"{scope.casefold()}/".find(called) + len(at_top)) for scope in known)
    fits = {scope[:end] for scope, end in ends if end >= len(at_top) and len(scope.casefold()) == len(scope)}
    first = [scope for scope in sorted(fits) if parent(scope) in (ROOT, PROJECTS)]
    if not fits and at_top.casefold() == _EVERYWHERE:
        raise ScopeError(
            f"{name.strip()} is no scope: {USER} holds what counts in every project, "
            f"and {ROOT} is all there is"
        )
    if first or not fits:
        return min(first, key=depth, default=at_top)
    if len(fits) > 1:
        raise ScopeError(f"several scopes are called {name.strip()}: {', '.join(sorted(fits))}")
    return fits.pop()


def parent(scope: str) -> str | None:
    """Return the scope that directly contains `scope`, or None for the root."""
    if scope == ROOT:
        return None
    return scope.rpartition("/")[0] or ROOT


def name(scope: str) -> str:
    """Return the last segment of `scope`; the root is called `/`."""
    return scope.rpartition("/")[2] or ROOT


def project_of(scope: str) -> str | None:
    """Return the project that a scope belongs to, such as `/project/atlas`; None outside of projects."""
    if not scope.startswith(PROJECTS + "/"):
        return None
    return "/".join(scope.split("/")[:3])


def depth(scope: str) -> int:
    """Return how many segments `scope` has; the root has none."""
    return 0 if scope == ROOT else scope.count("/")


def contains(outer: str, inner: str) -> bool:
    """Say whether `inner` is `outer` or lies in its subtree."""
    return outer == ROOT or inner == outer or inner.startswith(outer + "/")


def is_in_any(inner: str, outers: Iterable[str]) -> bool:
    """Say whether `inner` is one of some scopes or lies in the subtree of one."""
    return any(contains(outer, inner) for outer in outers)


def in_line(one: str, other: str) -> bool:
    """Say whether one of two scopes contains the other."""
    return contains(one, other) or contains(other, one)


def told_together(one: str, other: str) -> bool:
    """Say whether some agent may be told of both scopes: one contains the other, is about the user, or is
    what a team shares of a project that the other belongs to.
    """
    if in_line(one, other) or contains(USER, one) or contains(USER, other):
        return True
    return any(team is not None and contains(team, shared) for team, shared in _teams(one, other))


def of_person_and_project(one: str, other: str) -> bool:
    """Say whether one of two scopes is about the user and the other of a project, in whose sessions both are
    told.
    """
    return (contains(USER, one) and contains(PROJECTS, other)) or (
        contains(USER, other) and contains(PROJECTS, one)
    )


def compared(one: str, other: str) -> bool:
    """Say whether what is filed under two scopes is held against each other: one contains the other, or both
    are told together in a project's sessions.
    """
    return in_line(one, other) or of_person_and_project(one, other)


def _teams(one: str, other: str) -> tuple[tuple[str | None, str], ...]:
    return (team_of(one), other), (team_of(other), one)


@lru_cache(maxsize=1024)
def scope_under(above: str, name: str) -> str:
    """Return the scope called `name` below the scope `above`, whatever characters the name has.

    Lower case, words joined by hyphens, so that it can be typed: `Web Shop` becomes `web-shop`.
    """
    kept = "".join(c if c.isprintable() and c not in "/\\" else " " for c in name)
    segment = "-".join(kept.casefold().split())[:_SEGMENT_LENGTH].strip(".-")
    return normalise(f"{above}/{segment or 'unnamed'}")


def first_levels(scope: str) -> str:
    """Return the first two levels of a scope, such as `/project/shop` of `/project/shop/db/tables`."""
    return ROOT + "/".join(scope.strip("/").split("/")[:2])


def subtree_bounds(scope: str) -> tuple[str, str]:
    """Return the half-open string range that holds everything strictly below `scope`.

    With `low <= s < high` a subtree is one range of any index on scopes: `0` is the character
    that follows `/`.
    """
    stem = "" if scope == ROOT else scope
    return stem + "/", stem + "0"


def team_of(scope: str) -> str | None:
    """Return the scope that the team of a project shares; None for a scope of no project."""
    if scope == PROJECTS or not contains(PROJECTS, scope):
        return None
    return f"{TEAMS}/{scope.split('/')[2]}"


def with_ancestors(scope: str) -> list[str]:
    """Return the root, every scope on the way down, and `scope` itself."""
    chain = [scope]
    while (above := parent(chain[-1])) is not None:
        chain.append(above)
    return chain[::-1]


def common_scope(scopes: Sequence[str]) -> str:
    """Return the narrowest scope that contains all of these; the root when they share none."""
    parts = [scope.strip("/").split("/") for scope in scopes]
    shared: list[str] = []
    for names in zip(*parts, strict=False):
        if len(set(names)) != 1 or not names[0]:
            break
        shared.append(names[0])
    return "/" + "/".join(shared)
