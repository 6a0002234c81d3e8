"""Whose words are read, how far along their session is, and where what they teach belongs."""

from dataclasses import dataclass

from memtui.domain.actor import Actor, ActorKind

RUN = "capture"
"""The kind of the run that the calls of a model are written down in."""
RUNNING, WHOLE, COMPACTED, TASK, TEXT = "window", "session", "compact", "task", "text"
"""What a memory's provenance says of how its session was read."""


@dataclass(frozen=True, slots=True)
class Place:
    """Whose words are read, and where what they teach belongs."""

    session: str = ""
    client: str = ""
    cwd: str = ""
    path: str = ""
    scope: str = ""
    """Where the facts are filed; empty for the project that `cwd` is."""
    way: str = RUNNING

    @property
    def actor(self) -> Actor:
        """Who is written into the ops: memtui itself, on behalf of a client's session."""
        return Actor(ActorKind.SYSTEM, self.client or RUN, self.session)
