"""The session that is read: who speaks, how far along it is, and where its facts belong."""

from dataclasses import dataclass

from memtui.domain.actor import Actor, ActorKind

RUN = "capture"
"""The kind of run under which a model's calls are counted."""
RUNNING, WHOLE, COMPACTED, TASK, TEXT = "window", "session", "compact", "task", "text"
"""The ways of reading a session, as provenance names them."""


@dataclass(frozen=True, slots=True)
class Place:
    """The session or text that is read, and where its facts belong."""

    session: str = ""
    client: str = ""
    cwd: str = ""
    path: str = ""
    scope: str = ""
    """Where the facts are filed; empty for the project that `cwd` is."""
    way: str = RUNNING

    @property
    def actor(self) -> Actor:
        """The actor noted in the ops: memtui, on behalf of a client's session."""
        return Actor(ActorKind.SYSTEM, self.client or RUN, self.session)
