"""Filing a scope with all below it somewhere else: renaming it, moving it, or making one scope of two."""

from dataclasses import replace

from memtui.domain.actor import Actor
from memtui.domain.counting import plural
from memtui.domain.scope import ROOT, ScopeError, contains, normalise
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.outcome import Cancelled, Outcome, Progress
from memtui.lifecycle.projects import moved
from memtui.store.database import Store


def refile(
    store: Store,
    scope: str,
    new: str,
    *,
    by: Actor,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Outcome:
    """Let what is filed in `scope` and below it, of any state, be filed in `new`, as one op.

    A project that is filed there goes with it, and what was dropped there stays dropped. Raises Refused for
    the root, for a scope that holds nothing, and for two scopes of which one lies in the other.
    """
    try:
        target = normalise(new)
    except ScopeError as error:
        raise Refused(str(error)) from None
    if ROOT in (scope, target):
        raise Refused("everything is filed below /; name a scope such as /project/shop")
    if contains(scope, target) or contains(target, scope):
        raise Refused(f"{target} and {scope} lie in one another; choose a name beside it")
    done = moved(store, "rename", scope, target, by, progress, cancelled)
    return replace(done, message=f"{scope} is {target} now, with {plural(done.changed)}")
