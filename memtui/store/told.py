"""What sessions of agents were told unasked, and what of it was used: `memtui told` asks.

Hooks note it in `shown`, where the time is negative once the session no longer has it before it. What an
agent asks for itself comes through its server, in a session of another name, so a use counts by its time: for
the session that was told the memory last before it.
"""

from dataclasses import dataclass

from memtui.domain.instant import DAY, Instant
from memtui.store.accesses import BY_AGENTS
from memtui.store.database import Store

_SOON = DAY
"""A use so long after the telling counts as one of what was told."""
_TOLD = (
    "WITH s AS (SELECT session, memory_id, at, "
    "lead(abs(at)) OVER (PARTITION BY memory_id ORDER BY abs(at)) AS told_again FROM shown)"
)
_USED = (
    "EXISTS (SELECT 1 FROM accesses a WHERE a.memory_id = s.memory_id AND a.at >= abs(s.at) "
    f"AND a.at < min(abs(s.at) + {_SOON}, coalesce(s.told_again, abs(s.at) + {_SOON})) AND a.{BY_AGENTS})"
)


@dataclass(frozen=True, slots=True)
class ToldMemory:
    """A memory that a session was told."""

    memory_id: int
    at: Instant
    before_it: bool
    """Whether the session still has it before it: it was not compacted since, or begun anew."""
    used: bool
    """Whether an agent used it within a day, and before another session was told it."""


@dataclass(frozen=True, slots=True)
class ToldSession:
    """A session that was told something unasked."""

    session: str
    client: str
    """The program; empty where no transcript of the session was looked at."""
    folder: str
    """Where it worked, as far as that is known."""
    last: Instant
    """When it was told something for the last time."""
    memories: int
    used: int


def sessions(store: Store, limit: int) -> list[ToldSession]:
    """Return the sessions that were told something, the latest first."""
    rows = store.query(
        f"""{_TOLD} SELECT s.session, coalesce(max(t.client), ''), coalesce(max(t.cwd), ''), max(abs(s.at)),
            count(DISTINCT s.memory_id), count(DISTINCT CASE WHEN {_USED} THEN s.memory_id END)
        FROM s LEFT JOIN transcripts t ON t.session = s.session
        GROUP BY s.session ORDER BY max(abs(s.at)) DESC, s.session LIMIT ?""",
        (limit,),
    )
    return [ToldSession(*row) for row in rows]


def of_session(store: Store, session: str) -> list[ToldMemory]:
    """Return what a session was told, in the order in which it was told."""
    rows = store.query(
        f"""{_TOLD} SELECT s.memory_id, abs(s.at), s.at > 0, {_USED} FROM s WHERE s.session = ?
        ORDER BY abs(s.at), s.memory_id""",
        (session,),
    )
    return [ToldMemory(memory_id, at, bool(before), bool(used)) for memory_id, at, before, used in rows]


def starting_with(store: Store, beginning: str) -> list[str]:
    """Return the session of a name that was told something, else the first two whose names begin with it.

    Two are enough to say that a beginning does not tell one session from the others.
    """
    rows = store.query(
        "SELECT DISTINCT session FROM shown WHERE substr(session, 1, ?) = ? ORDER BY session LIMIT 2",
        (len(beginning), beginning),
    )
    sessions = [session for (session,) in rows]
    exact = store.query("SELECT 1 FROM shown WHERE session = ? LIMIT 1", (beginning,))
    return [beginning] if exact else sessions
