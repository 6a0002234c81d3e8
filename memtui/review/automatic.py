"""Carrying out what the setting `review.auto_apply` lets memtui do without asking, after each pass."""

from memtui.config.settings import Settings
from memtui.domain.actor import Actor, ActorKind
from memtui.lifecycle.outcome import Outcome
from memtui.review.verdicts import accept
from memtui.store import memories, proposals
from memtui.store.database import Store
from memtui.store.proposals import Wanted

AUTOMATIC = Actor(ActorKind.SYSTEM, "review")
_RULE_OF = {"exact_duplicate": "duplicate/exact", "prune": "fading/prune"}
"""The rules that `review.auto_apply` may name."""


def apply_automatic(store: Store, settings: Settings) -> list[Outcome]:
    """Accept the proposals of the rules that a person switched on, never about a pinned memory; return the
    outcomes.
    """
    outcomes = []
    for name in settings.review.auto_apply:
        waiting = proposals.get_many(store, proposals.ids(store, Wanted(rule=_RULE_OF[name])))
        targets = memories.get_many(store, [t.id for p in waiting for t in p.targets])
        pinned = {memory.id for memory in targets if memory.pinned}
        ids = [p.id for p in waiting if pinned.isdisjoint(t.id for t in p.targets)]
        if ids:
            verdict = accept(store, settings, ids, by=AUTOMATIC)
            if verdict.decided:
                outcomes.append(verdict.outcome)
    return outcomes
