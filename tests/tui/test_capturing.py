"""While the screen is open, sessions that wait are read in a child process."""

from pathlib import Path

import pytest

from memtui.domain.card_kinds import Kind
from memtui.lifecycle.enqueue import TEXT
from memtui.store import jobs, proposals
from memtui.store.opening import open_store
from memtui.store.proposals import Wanted
from memtui.tui.background.session_queue import Capturing
from tests.conftest import FrozenClock
from tests.queueing import queue_job
from tests.tui.conftest import Opened, app_of, listed, until


@pytest.mark.usefixtures("warm_children")
async def test_what_waits_is_read_and_what_nobody_vouches_for_waits_in_review(
    opened: Opened, path: Path, clock: FrozenClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "config.toml"
    config.write_text('[embeddings]\nmodel = ""\n', encoding="utf-8")
    monkeypatch.setenv("MEMTUI_CONFIG", str(config))
    monkeypatch.setenv("MEMTUI_NOW", "2026-11-20T12:00:00Z")
    with open_store(path, clock=clock) as store:
        queue_job(store, TEXT, text="The bakery decided to move its web shop to PostgreSQL 17 in March 2027.")
    async with opened() as pilot:
        app = app_of(pilot)
        app._capturing = Capturing(app.store, app.settings.sync)
        await until(pilot, lambda: app._status.status.busy == "reading a session")
        await until(pilot, lambda: jobs.counts(app.store) == {"done": 1})
        assert not any("PostgreSQL 17" in row for row in listed(pilot))
        await until(pilot, lambda: proposals.counts(app.store, Wanted()) == {Kind.LEARNED: 1})


async def test_without_anything_to_read_no_process_is_started(opened: Opened) -> None:
    async with opened() as pilot:
        app = app_of(pilot)
        app._capturing = Capturing(app.store, app.settings.sync)
        app._capturing.start_when_due(app)
        assert app._capturing.child is None
