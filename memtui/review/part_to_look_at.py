"""Which memories a review pass looks at, and what it must not have changed since the last one for that.

A memory is looked at when it changed, was used, belongs to a stale card or to one that rests on files, was
not let go by a person, or was due for another look: its time has come, or git was told of other files in its
project. The whole store
is looked at the first time, and after a rule or a setting has changed: `fingerprint` tells that.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from memtui.config.settings import Settings
from memtui.domain.instant import Instant
from memtui.domain.proposal_status import WAITING
from memtui.review import changed_trees
from memtui.review.recorder import OF_THE_MOMENT
from memtui.review.registry import RULES
from memtui.review.rule import Context
from memtui.store import proposals, review_state
from memtui.store.proposals import Wanted

_DUE_AT_ONCE = 5_000
"""Memories whose time has come that one pass looks at; the next takes the rest."""


@dataclass(frozen=True, slots=True)
class Part:
    """The part of a store that a pass looks at."""

    ids: list[int] | None
    """None for the whole store."""
    changed: list[int]
    """Those of `ids` whose text or standing changed, or that stay although they were proposed to go: what
    pairs are looked for."""
    op: int
    """The newest op when the pass began: the next one looks at what came later."""
    at: Instant
    trees: Mapping[str, str] = field(default_factory=dict)
    """The marks of the work trees of projects when the pass began."""


def part_to_look_at(now: Context, seen: tuple[int, Instant, str] | None, done: Mapping[str, object]) -> Part:
    """Return what to look at after a pass that `seen` tells of; without it the whole store.

    `done` is what a pass over the whole store noted before it was stopped.
    """
    op = review_state.newest_op(now.store)
    trees = changed_trees.marks(now.store)
    if seen is None:
        return Part(None, [], int(str(done.get("op", op))), float(str(done.get("at", now.now))), trees)
    stale = proposals.stale_ids(now.store)
    about = {t.id for p in proposals.get_many(now.store, stale) for t in p.targets}
    spared = review_state.spared_since(now.store, OF_THE_MOMENT, seen[1])
    changed = review_state.changed_since(now.store, seen[0]) | about | spared
    used = review_state.used_since(now.store, seen[1])
    due = [] if now.clock_back else review_state.due(now.store, now.now, _DUE_AT_ONCE)
    in_files = _resting_on_files(now).union(now.secrets_beside)
    in_trees = changed_trees.about_changed(now.store, trees, _DUE_AT_ONCE)
    ids = sorted(changed.union(used, due, in_files, in_trees))
    return Part(ids, sorted(changed), op, now.now, trees)


def _resting_on_files(now: Context) -> set[int]:
    """Return the memories with a waiting card that files outside the store bear out, which may be mended."""
    kinds = frozenset(rule.kind for rule in RULES if rule.by_files)
    cards = [
        card
        for status in WAITING
        for card in proposals.ids(now.store, Wanted(kinds=kinds, status=status), limit=_DUE_AT_ONCE)
    ]
    return {target.id for card in proposals.get_many(now.store, cards) for target in card.targets}


def fingerprint(settings: Settings, now: Context) -> str:
    """Return a text that is the same for two passes that would find the same in the same store."""
    parts = [f"{rule.kind}={rule.version}" for rule in RULES]
    parts += [
        repr(settings.decay),
        repr(settings.review.promote),
        repr(settings.ttl),
        repr(settings.budget),
        f"taught={now.taste.coarse if now.taste is not None else ''}",
    ]
    return hashlib.sha256("|".join(parts).encode()).hexdigest()[:16]
