"""The past of the example store: what came in on which day, and what was dropped since.

Without it all would have come in today, and neither the Time view nor History would have a past to show.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import NamedTuple

from memtui.domain.actor import Actor
from memtui.domain.instant import DAY, Instant
from memtui.domain.memory import Draft, State
from memtui.lifecycle import states
from memtui.lifecycle.bulk_add import import_drafts
from memtui.store import memories
from memtui.store.database import Store


class _Act(NamedTuple):
    """Something that happened: some examples came in, or one was dropped."""

    at: Instant
    came: tuple[Draft, ...] = ()
    gone: str = ""
    """The uid of the one that was dropped."""


def live_through(store: Store, drafts: Sequence[Draft], *, by: Actor, detail: str) -> None:
    """Bring examples in by the day, and drop those that are gone when they were last changed."""
    clock = store.clock
    for act in sorted(_acts(drafts), key=attrgetter("at")):
        if act.came:  # by today's clock, which knows of all their uses; only the journal says when that was
            op = import_drafts(store, act.came, by=by, detail=detail).op
            if op is not None:
                with store.write() as tx:
                    tx.execute("UPDATE ops SET at = ? WHERE id = ?", (act.at, op.id))
            continue
        store.clock = partial(float, act.at)
        try:
            states.drop(store, [memories.find_uid(store, act.gone).id], by=by)
        finally:
            store.clock = clock


def _acts(drafts: Sequence[Draft]) -> Iterator[_Act]:
    """Yield what happened; all that is older than the first drop came in a day before it."""
    drops = [_Act(d.updated_at or 0.0, gone=d.uid or "") for d in drafts if d.state is State.DROPPED]
    begins = min(drop.at for drop in drops) - DAY
    by_day: dict[tuple[float, str | None], list[Draft]] = {}
    for draft in drafts:
        came = max(draft.created_at or 0.0, begins)
        alone = draft.uid if draft.state is State.DROPPED and came > begins else None
        # By itself, so that it is there when it is dropped on that very day.
        by_day.setdefault((came // DAY, alone), []).append(draft)
    for drafts_of_day in by_day.values():
        latest = max(begins, *(d.created_at or 0.0 for d in drafts_of_day))
        yield _Act(latest, tuple(map(_live, drafts_of_day)))
    yield from drops


def _live(draft: Draft) -> Draft:
    """Return an example as it was before it was dropped."""
    return replace(draft, state=State.LIVE) if draft.state is State.DROPPED else draft
