"""What the person does beside the agents: keeps memories, and looks into the queue."""

from memtui.domain.actor import Actor, ActorKind
from memtui.domain.memory import Draft, Memory
from memtui.domain.proposal import Proposal
from memtui.lifecycle.add import add
from memtui.store import proposals
from memtui.store.database import Store

PERSON = Actor(ActorKind.PERSON, "cli", "today")
ATLAS = "/project/atlas"


def kept(store: Store, text: str, scope: str = ATLAS, **more: object) -> Memory:
    """Add a memory as the person does."""
    return add(store, Draft(text, scope, **more), by=PERSON).memory  # type: ignore[arg-type]


def waiting(store: Store) -> list[Proposal]:
    """Return what is in the review queue."""
    return proposals.get_many(store, proposals.ids(store))
