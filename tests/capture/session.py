"""A session that is read in a test, and what waits of it."""

import asyncio
from pathlib import Path

from memtui.capture.cards import NEW_RULE
from memtui.capture.place import RUNNING, WHOLE, Place
from memtui.capture.sessions import Capture, Report
from memtui.capture.transcripts import registry
from memtui.config.settings import Settings
from memtui.domain.proposal import Proposal
from memtui.store import proposals
from memtui.store.database import Store
from memtui.store.proposals import Wanted
from tests.capture import talks


def place(way: str = RUNNING, session: str = talks.SESSION) -> Place:
    return Place(session=session, client="claude-code", cwd=talks.CWD, path="t.jsonl", way=way)


def captured(
    store: Store,
    records: "talks.Records",
    folder: Path,
    way: str = RUNNING,
    session: str = talks.SESSION,
    settings: Settings | None = None,
) -> Report:
    turns = registry.read(talks.write(folder / "t.jsonl", records), ended=True).turns
    with Capture(store, settings or Settings(), place(way, session)) as capture:
        asyncio.run(capture.take(turns))
        if way == WHOLE:
            asyncio.run(capture.conclude(turns))
        return capture.report


def waiting(store: Store) -> list[Proposal]:
    return proposals.get_many(store, proposals.ids(store, Wanted()))


def offered(store: Store) -> list[str]:
    """Return what waits for a yes, but for summaries."""
    return [card.change.new_text for card in waiting(store) if card.rule == NEW_RULE]
