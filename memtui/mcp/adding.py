"""Words the question to the person about a memory that an agent has just added, and the answer to the
agent.
"""

from typing import Any

from memtui.domain.deeds import Change, Deed
from memtui.domain.memory import Memory, MemoryType
from memtui.lifecycle import holding
from memtui.lifecycle.propose import propose
from memtui.mcp.suggesting import Suggestions


def asked_about(
    memory: Memory, wanted: MemoryType, suggestions: Suggestions, *, held: bool
) -> dict[str, Any]:
    """Put the cards about a new memory into the queue, and return what the agent is told.

    `held` says whether additions of this agent are held back, `wanted` which type it asked for.
    """
    store, client = suggestions.store, suggestions.client
    if held:
        batch = f"additions of {client} that are held back"
        propose(store, holding.additions([memory], client, batch))
        return {"said": "stored, and told to no agent until the person has looked"}
    suspicion = holding.suspected(store, memory)
    if suspicion is not None:
        propose(store, [holding.about(memory, suspicion)])
        return {"said": f"stored, and held back until the person has looked: it {suspicion.says}"}
    if wanted is not MemoryType.CONSTITUTIONAL:
        return {"said": "stored"}
    card = suggestions.ask(
        "promote", [memory], Change(Deed.RETYPE, memory.id, type=wanted), "as it was added"
    )
    return {
        "proposal": card["proposal"],
        "said": "stored as semantic; the person decides whether it becomes constitutional",
    }
