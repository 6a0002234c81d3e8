"""What was left to be read, and what memtui learned of it."""

from pathlib import Path

from memtui.config.settings import Embeddings, Settings
from memtui.domain.memory import Memory, State
from memtui.store import memories, proposals, sessions
from memtui.store.database import Store
from tests.capture import talks
from tests.queueing import queue_job

ABOUT = {"session": talks.SESSION, "client": "claude-code", "cwd": talks.CWD}
PLAIN = Settings(embeddings=Embeddings(model=""))


def leave(store: Store, kind: str, path: Path, **more: str) -> bool:
    return queue_job(store, kind, path=str(path), about=ABOUT | more)


def live(store: Store) -> list[Memory]:
    return [memory for memory in memories.get_many(store, range(1, 500)) if memory.state is State.LIVE]


def texts(store: Store) -> list[str]:
    return [memory.text for memory in live(store) if sessions.SUMMARY not in memory.categories]


def offered(store: Store) -> list[str]:
    """Return the texts that wait for a yes."""
    return [card.change.new_text for card in proposals.get_many(store, proposals.ids(store))]
