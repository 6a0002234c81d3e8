"""When the memories of the example store were used: single uses that agree with the counts they came with."""

import json
from collections.abc import Iterator, Sequence
from random import Random

from memtui.domain.instant import DAY, MINUTE, Instant
from memtui.domain.memory import Draft
from memtui.store.accesses import KEPT
from memtui.store.database import Transaction

_CLIENTS = ("claude-code", "claude-code", "codex", "hermes")
"""The agents that use the examples, as often as they stand here."""
_LATELY = 0.6
"""The power that draws sessions, each by chance within its share of the time, towards the last one."""
_APART = 4 * MINUTE
"""Between two uses in one session."""

Use = tuple[Instant, str, str]
"""When, in which session, by which agent."""


def uses(draft: Draft, now: Instant) -> Iterator[Use]:
    """Yield the uses of an example that a store would still know one by one; the last is its own last use."""
    last = draft.last_accessed_at
    if last is None or draft.created_at is None or not draft.session_count:
        return
    random = Random(draft.uid)  # noqa: S311 - the same store every time, not a secret
    span = last - draft.created_at
    others = draft.session_count - 1
    starts = [((number + random.random()) / others) ** _LATELY for number in range(others)]
    days: set[str] = set()
    for number, start in enumerate([*starts, 1.0]):
        end = draft.created_at + start * span
        client = random.choice(_CLIENTS)
        session = f"{client}-{int(end // DAY)}"
        if session in days:
            session += f"-{number}"
        days.add(session)
        for back in range(_in_session(draft, number)):
            at = end - back * _APART
            if max(draft.created_at, now - KEPT) <= at:
                yield at, session, client


def _in_session(draft: Draft, number: int) -> int:
    """Return how many of the uses fall into one of its sessions: as evenly as can be, the first have more."""
    each, more = divmod(draft.access_count, draft.session_count)
    return each + (number < more)


def record(tx: Transaction, drafts: Sequence[Draft]) -> None:
    """Write the uses of examples that are in the store already; their counts have them."""
    rows = [
        {"uid": draft.uid, "at": at, "session": session, "client": client}
        for draft in drafts
        for at, session, client in uses(draft, tx.now)
    ]
    tx.execute(
        "INSERT OR IGNORE INTO accesses (memory_id, at, session, client) "
        "SELECT m.id, e.value ->> 'at', e.value ->> 'session', e.value ->> 'client' "
        "FROM json_each(?) e JOIN memories m ON m.uid = e.value ->> 'uid'",
        (json.dumps(rows),),
    )
