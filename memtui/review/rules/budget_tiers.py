"""The tiers that the budget rule keeps small: the memories of each, and its present size.

`budget` defines the tiers and what is proposed when one is too large.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.scope import ROOT, USER, contains, is_in_any, project_of
from memtui.review.rule import Context
from memtui.store import memories, tiers

PROJECT = rule_name(Kind.BUDGET, "project")
FINISHED_PROJECT = rule_name(Kind.BUDGET, "finished")
HISTORICAL = rule_name(Kind.BUDGET, "historical")
CAP = rule_name(Kind.BUDGET, "cap")
FINISHED = "finished"
"""The category by which a person marks a project as finished."""
IDLE_DAYS = 180.0
"""Days without a memory written or used after which a project no longer counts as active."""
_LOOKS = 4
"""Memories that are looked at for each that may be proposed: many are spared."""


@dataclass(frozen=True, slots=True)
class Tier:
    """What is too large, and by how much."""

    rule: str
    scope: str
    """Where its proposals are filed."""
    name: str
    """What the card calls it."""
    load: tiers.Load
    budget: int
    """Tokens, or memories for the cap; 0 for a project that is finished."""
    unit: str
    """`tokens` or `memories`."""

    @property
    def size(self) -> int:
        """How much there is, in the tier's unit."""
        return self.load.tokens if self.unit == "tokens" else self.load.memories

    @property
    def over(self) -> int:
        """By how much that is too much; 0 or less when it fits."""
        return self.size - self.budget

    def weight(self, memory: Memory) -> int:
        """What archiving a memory takes off it."""
        return tiers.tokens(memory.text) if self.unit == "tokens" else 1


class View:
    """The store's scopes as one pass of this rule sees them."""

    def __init__(self, now: Context, most: int) -> None:
        self.now = now
        self.store = now.store
        self.counts = tiers.live_counts(now.store)
        self.left = most
        """Memories that may still be proposed in this pass."""
        self.looks = _LOOKS * self.left
        marks = tiers.marked(now.store, FINISHED)
        self.finished = {scope: mark for mark, scope in marks.items() if project_of(scope) is not None}
        """Each scope that a person marked as finished, with the memory that says so."""

    @cached_property
    def by_project(self) -> Mapping[str, dict[str, int]]:
        """The scopes of each project that is not finished, with their counts."""
        counts: dict[str, dict[str, int]] = {}
        for scope, count in self.counts.items():
            project = project_of(scope)
            if project is not None and not self.is_finished(scope):
                counts.setdefault(project, {})[scope] = count
        return counts

    @cached_property
    def touched(self) -> set[str]:
        """The projects in which something was written or used lately."""
        return {
            project
            for scope in tiers.touched_scopes(self.store, self.since)
            if (project := project_of(scope)) is not None
        }

    @property
    def since(self) -> Instant:
        """When a project was last touched at the least, to be active."""
        return self.now.now - IDLE_DAYS * DAY

    def is_finished(self, scope: str) -> bool:
        """Say whether a scope lies in what a person marked as finished."""
        return is_in_any(scope, self.finished)

    def mark_of(self, scope: str) -> Memory | None:
        """Return the memory by which a person marked a scope as finished; None when it is gone meanwhile."""
        return memories.get(self.store, self.finished[scope])

    def is_active(self, project: str, wide: bool) -> bool:
        """Say whether a project that is not finished was touched lately; a very large one is not asked."""
        if wide:
            return project in self.touched
        own = self.by_project[project]
        if sum(own.values()) > tiers.EXACT:
            return True
        return tiers.is_touched(self.store, list(own), self.since)

    def is_historical(self, scope: str) -> bool:
        """Say whether what is filed in a scope is of the historical tier, or of one above all tiers."""
        project = project_of(scope)
        return project is None or self.is_finished(scope) or project not in self.touched

    def project_tier(self, project: str) -> Tier:
        """Return the tier of an active project."""
        load = tiers.load(self.store, self.by_project[project])
        budget = self.now.settings.budget.project
        return Tier(PROJECT, project, project, load, budget, "tokens")

    def finished_tier(self, scope: str) -> Tier:
        """Return the tier of what a person marked as finished."""
        own = {each: count for each, count in self.counts.items() if contains(scope, each)}
        return Tier(
            FINISHED_PROJECT, scope, f"the finished {scope}", tiers.load(self.store, own), 0, "memories"
        )

    def historical_tier(self) -> Tier:
        """Return the tier of what belongs to no active project."""
        rest = {scope: count for scope, count in self.counts.items() if self.is_historical(scope)}
        load = tiers.load(self.store, rest)
        identity = tiers.lasting_load(self.store, USER, MemoryType.CONSTITUTIONAL)
        load = tiers.Load(load.memories, max(load.tokens - identity.tokens, 0))
        budget = self.now.settings.budget.historical
        return Tier(HISTORICAL, ROOT, "what belongs to no active project", load, budget, "tokens")

    def cap_tier(self) -> Tier:
        """Return the whole store as a tier, whose budget is the most memories that it may have."""
        number = sum(self.counts.values())
        return Tier(
            CAP, ROOT, "the store", tiers.Load(number, 0), self.now.settings.budget.max_memories, "memories"
        )
