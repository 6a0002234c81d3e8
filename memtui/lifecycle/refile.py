"""Filing a scope with all below it somewhere else: renaming it, moving it, or making one scope of two."""

from memtui.domain.actor import Actor
from memtui.domain.scope import ROOT, ScopeError, normalise
from memtui.domain.watch import UNWATCHED, Watch
from memtui.lifecycle.errors import Refused
from memtui.lifecycle.outcome import Outcome
from memtui.lifecycle.projects import check_apart, renamed
from memtui.store.database import Store


def refile(store: Store, scope: str, new: str, *, by: Actor, watch: Watch = UNWATCHED) -> Outcome:
    """Move the memories in `scope` and below it, in any state, to `new`, as one op.

    A project filed there moves too, and dropped memories stay dropped. Raises Refused for the root, for an
    empty scope, and if one of the scopes contains the other.
    """
    try:
        target = normalise(new)
    except ScopeError as error:
        raise Refused(str(error)) from None
    if ROOT in (scope, target):
        raise Refused("everything is filed below /; name a scope such as /project/shop")
    check_apart(scope, target)
    return renamed(store, scope, target, by=by, watch=watch)
