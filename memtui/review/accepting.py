"""Carries out accepted proposals one by one, each checked in the transaction that makes the change.

`verdicts.accept` has an `Accepting` run over the proposals in chunks. Between two chunks somebody else may
have decided a proposal or changed its memories; only proposals that are still as the person saw them are
carried out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from memtui.capture.cards import keeps_both, queue_kept_beside
from memtui.domain.actor import Actor
from memtui.domain.deeds import Change
from memtui.domain.memory import Memory, State
from memtui.domain.proposal import Proposal
from memtui.domain.proposal_status import WAITING, Status
from memtui.lifecycle.amend import Suggested, amend
from memtui.store import memories, proposals
from memtui.store.database import Store, Transaction


@dataclass(slots=True)
class Accepting:
    """A yes to several proposals, and what has become of each."""

    store: Store
    changes: Mapping[int, Change]
    """What is to be done, by proposal: as proposed, or as the person chose."""
    by: Actor
    decided: list[int] = field(default_factory=list)
    """The proposals that were carried out."""
    stale: set[int] = field(default_factory=set)
    """Not acted on, because their memories have changed."""
    gone: list[int] = field(default_factory=list)
    """Decided by someone else before."""
    _touched: set[int] = field(default_factory=set)
    """The memories of the proposals that were carried out."""
    _successors: set[int] = field(default_factory=set)
    """The memories that stayed in the place of others."""

    def __call__(self, tx: Transaction, op_id: int, chunk: Sequence[int]) -> list[int]:
        """Carry out some of the proposals and return the memories that changed. Raises Refused."""
        changed: list[int] = []
        current = {proposal.id: proposal for proposal in proposals.get_many(self.store, chunk)}
        for proposal_id in chunk:
            proposal = current.get(proposal_id)
            if proposal is None or proposal.status not in WAITING:
                self.gone.append(proposal_id)
            elif self._overtaken(proposal) or self._takes_a_successor(self.changes[proposal_id]):
                self.stale.add(proposal_id)
            else:
                changed += self._carry_out(proposal, tx, op_id)
        return changed

    def _carry_out(self, proposal: Proposal, tx: Transaction, op_id: int) -> list[int]:
        change = self.changes[proposal.id]
        suggested = Suggested.of(proposal, self.by)
        # Decided first: what the change puts away takes the cards about it along that still wait.
        proposals.decide(tx, [proposal.id], Status.ACCEPTED, op_id)
        changed = amend(self.store, tx, op_id, change, by=self.by, suggested=suggested)
        if keeps_both(proposal):
            queue_kept_beside(self.store, replace(proposal, change=change), tx, op_id)
        self._touched.update(changed, (target.id for target in proposal.targets))
        if change.keep is not None and change.gone:
            self._successors.add(change.keep)
        self.decided.append(proposal.id)
        return changed

    def _overtaken(self, proposal: Proposal) -> bool:
        """Say whether a target changed, not counting what this yes did to it unless that took it away."""
        ids = [target.id for target in proposal.targets]
        now = {memory.id: memory for memory in memories.get_many(self.store, ids)}
        return any(self._differs(now[target.id], target.version) for target in proposal.targets)

    def _differs(self, memory: Memory, version: int) -> bool:
        return memory.state is not State.LIVE if memory.id in self._touched else memory.version != version

    def _takes_a_successor(self, change: Change) -> bool:
        """Say whether a change takes away a memory that has just taken the place of others."""
        return change.removes and not self._successors.isdisjoint(change.gone)
