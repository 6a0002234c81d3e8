"""Words an agent's suggestions and puts them into the queue of the person who decides.

It changes no memory. With a way around the queue, an agent could approve its own suggestion.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Memory, MemoryType, checked_type
from memtui.domain.proposal import Evidence, Finding, Target
from memtui.domain.scope import ROOT, common_scope, contains, normalise
from memtui.domain.text import Longest, one_line
from memtui.domain.tokens import tokens
from memtui.lifecycle import share
from memtui.lifecycle.propose import MOST_OPEN, Room, propose
from memtui.mcp.bounds import batch_of
from memtui.mcp.errors import ToolRefused
from memtui.mcp.refusals import in_sentences
from memtui.store import proposals, teams
from memtui.store.database import Store

_IN_ONE = 200
"""Memories in one proposal to forget; more become several of one batch."""


def change_for(what: str, about: Sequence[Memory], text: str, type: str) -> Change:  # noqa: A002
    """Return the change for `what` an agent asks: `forget`, `merge` or `promote`. Raises ToolRefused."""
    ids = tuple(memory.id for memory in about)
    match what:
        case "forget":
            return Change(Deed.DROP, gone=ids)
        case "merge":
            if len(about) < 2:
                raise ToolRefused("a merge needs two memories or more")
            kept = max(about, key=lambda memory: (memory.updated_at, memory.id)).id
            return Change(Deed.MERGE, kept, tuple(i for i in ids if i != kept), text=text)
        case "promote":
            if len(about) > 1:
                raise ToolRefused("promote one memory at a time")
            with in_sentences():
                wanted = checked_type(type or MemoryType.SEMANTIC)
            if wanted is about[0].type:
                raise ToolRefused(f"it is {wanted} already")
            return Change(Deed.RETYPE, ids[0], type=wanted, text=text)
    raise ToolRefused("what is one of forget, merge, promote, share")


def one_of(about: Sequence[Memory]) -> Memory:
    """Return the memory that is to be shared. Raises ToolRefused for several."""
    if len(about) > 1:
        raise ToolRefused("share one memory at a time")
    return about[0]


def shared(scope: str) -> str:
    """Return the scope that a memory is to be shared with. Raises ToolRefused where none is named."""
    if not scope.strip():
        raise ToolRefused("say in `scope` with whom, such as /team/atlas")
    with in_sentences():
        return normalise(scope)


@dataclass(frozen=True, slots=True)
class Suggestions:
    """The suggestions of one agent in one session."""

    store: Store
    client: str
    """What the agent is called on a card."""
    session: str

    def ask(self, rule: str, about: Sequence[Memory], change: Change, reason: str) -> dict[str, Any]:
        """Suggest one change and return what the agent is told. Raises ToolRefused."""
        return self._put([self._finding(rule, about, change, reason)])

    def ask_to_share(self, memory: Memory, scope: str, reason: str) -> dict[str, Any]:
        """Suggest to share a memory with a team. Raises ToolRefused where nobody shares the scope."""
        with in_sentences():
            share.check_shared(self.store, scope)
        if contains(scope, memory.scope) and teams.known_there(self.store, [memory.id], scope):
            raise ToolRefused(f"those who share {scope} know it already")
        why = f"{self.client} asks to share it: {one_line(reason, Longest.SENTENCE)}"
        batch = f"things that {self.client} asks to share, session {self.session[-6:].lower()}"
        return self._put([share.question(memory, scope, why, self.client, batch)])

    def ask_to_forget(self, about: Sequence[Memory], meant: str, reason: str) -> dict[str, Any]:
        """Suggest to drop memories, in cards of one batch; `meant` says which. Raises ToolRefused."""
        batch = f"what {self.client} asks to forget ({one_line(meant, Longest.PATH)})"
        findings = []
        for start in range(0, len(about), _IN_ONE):
            part = about[start : start + _IN_ONE]
            change = Change(Deed.DROP, gone=tuple(memory.id for memory in part))
            made = self._finding("forget", part, change, reason or f"forget {meant}")
            findings.append(replace(made, batch=batch) if len(about) > _IN_ONE else made)
        return self._put(findings)

    def _finding(self, rule: str, about: Sequence[Memory], change: Change, reason: str) -> Finding:
        client = self.client
        facts = [("asked by", client)]
        facts += [("becomes", str(change.type))] if change.type is not None else []
        return Finding(
            Kind.LEARNED,
            rule_name(Kind.LEARNED, f"agent-{rule}"),
            tuple(Target.of(memory) for memory in about),
            f"{client} asks: {one_line(reason, Longest.SENTENCE)}",
            change,
            common_scope([memory.scope for memory in about])
            if about
            else str(change.draft.get("scope", ROOT)),
            Evidence(tuple(facts)),
            0.5,
            sum(tokens(memory.text) for memory in about if memory.id in change.gone),
            batch_of(change.deed, about, client, self.session),
            origin=client,
        )

    def _put(self, findings: Sequence[Finding]) -> dict[str, Any]:
        done = propose(self.store, findings, room=Room(self.client))
        if done.refused:
            raise ToolRefused(done.refused[0])
        if done.held and not done.ids:
            raise ToolRefused(
                f"{MOST_OPEN} of your suggestions wait for the person already, so this one was not taken; "
                "suggest it again once they have decided"
            )
        if not done.ids:
            sentence = "the person has decided on this before; nothing removed, nothing proposed"
            return {"count": 0, "proposal": None, "said": sentence}
        queued = proposals.get_many(self.store, done.ids)
        answer: dict[str, Any] = {
            "count": sum(len(proposal.targets) for proposal in queued),
            "proposal": done.ids[0],
            "said": "proposed; nothing removed yet, nothing changed: the person decides in memtui",
        }
        if done.held:
            answer["left_out"] = f"{done.held:,}: so many of yours wait for the person already"
        return answer if len(done.ids) == 1 else answer | {"proposals": done.ids}
