"""Offering archived memories back, once they were recalled: what is asked for again may not be done with.

Called by the command line and the MCP server with what they have shown. Only a person's yes brings a memory
back; each is offered once, until that is decided.
"""

from collections.abc import Iterable

from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Memory, State
from memtui.domain.proposal import Evidence, Finding, Target
from memtui.domain.text import Longest, one_line
from memtui.lifecycle.propose import Room, propose
from memtui.store.database import Store

_BATCH = "archived memories that were recalled"


def offer_back(store: Store, memories: Iterable[Memory], *, question: str, client: str) -> int:
    """Propose to restore the archived ones of what a client was shown; return how many wait for a yes now.

    Raises StoreError.
    """
    findings = [_finding(memory, question, client) for memory in memories if memory.state is State.ARCHIVED]
    if not findings:
        return 0
    return len(propose(store, findings, room=Room(client)).ids)


def _finding(memory: Memory, question: str, client: str) -> Finding:
    return Finding(
        Kind.LEARNED,
        rule_name(Kind.LEARNED, "recalled"),
        (Target.of(memory),),
        "it was recalled from the archive",
        Change(Deed.RESTORE, gone=(memory.id,)),
        memory.scope,
        Evidence((("recalled by", client), ("asked", one_line(question, Longest.SENTENCE)))),
        0.5,
        batch=_BATCH,
        origin=client,
    )
