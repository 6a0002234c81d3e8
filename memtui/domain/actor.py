"""Who acts: written into every op, so that `u` takes back only what a person did.

What a script did it takes back itself (`memtui undo` where it runs); a person does that from the history.
"""

from enum import StrEnum
from typing import NamedTuple


class ActorKind(StrEnum):
    """Person, script, agent, or memtui itself."""

    PERSON = "person"
    SCRIPT = "script"
    """The command line with nobody at it: a cron job, a program, an agent's shell."""
    AGENT = "agent"
    SYSTEM = "system"


AGENTS = frozenset({ActorKind.AGENT, ActorKind.SCRIPT})
"""Who acts without a person: an agent's shell acts as a script."""


class Actor(NamedTuple):
    """One writer of the store."""

    kind: ActorKind
    client: str
    """The program in use: `screen`, `cli`, `script`, `mcp`, or an agent's name."""
    session: str = ""
    """Tells uses in one sitting from uses in several; see `session_count`."""


SCREEN, CLI, SCRIPT = "screen", "cli", "script"
BY_HAND = (SCREEN, CLI)
"""The programs that a person uses; all others are used by agents and scripts."""
PERSON_AT_CLI = Actor(ActorKind.PERSON, CLI)
