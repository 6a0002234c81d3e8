"""Asks whether to share what agents and scripts filed in a scope that is shared with a team.

Nothing that they write reaches the team by itself. What a person filed there goes without a question.
"""

from memtui.domain.card_kinds import Kind
from memtui.domain.memory import Memory
from memtui.domain.proposal import Finding
from memtui.domain.scope import contains
from memtui.lifecycle import share
from memtui.review.rule import Context, MemoryRule
from memtui.store import teams


class ToShare(MemoryRule):
    """Looks for what lies in a shared scope and no person put there."""

    kind = Kind.SHARE

    def look(self, memory: Memory, now: Context) -> Finding | None:
        """Propose to share a memory that only this machine has."""
        team = next((scope for scope in now.shared_scopes if contains(scope, memory.scope)), None)
        if team is None or teams.known_there(now.store, [memory.id], team):
            return None
        if teams.by_a_person(now.store, [memory.id]):
            return None
        by = memory.source or str(memory.origin)
        reason = f"{by} wrote it, so {team} has not been told"
        return share.question(memory, team, reason, by, f"things by {by} that {team} has not been told")


RULE = ToShare()
