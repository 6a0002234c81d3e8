"""The worker exchanges between two jobs, no more often than the settings say, and says why it could not."""

import threading
from pathlib import Path

import pytest

from benchmarks.sync import contents
from memtui.config.settings import Settings, Sync
from memtui.domain.memory import Draft
from memtui.domain.watch import UNWATCHED
from memtui.hooks.events import handle
from memtui.lifecycle.add import add
from memtui.review.working import keep_working
from memtui.sync.exchanged import Exchanged
from memtui.sync.following import Following
from memtui.sync.pauses import exchange_if_due
from memtui.sync.status import is_due, status
from memtui.sync.tried import tried_at
from tests.sync.stores import PERSON, Machine


def work(one: Machine) -> list[Exchanged]:
    """Let the worker go through its queue once."""
    heard: list[Exchanged] = []
    keep_working(one.store, Settings(), once=True, watch=UNWATCHED, exchanged=heard.append)
    return heard


def test_a_worker_exchanges_when_it_is_time(desk: Machine, lap: Machine) -> None:
    add(desk.store, Draft("The gateway listens on port 80"), by=PERSON)
    desk.exchange()
    (done,) = work(lap)
    assert done.changed == 1
    assert contents(lap.store) == contents(desk.store)
    assert work(lap) == []
    lap.clock.forward(seconds=61)
    assert len(work(lap)) == 1


def test_zero_seconds_leave_it_to_the_command(desk: Machine) -> None:
    assert is_due(desk.store, Sync())
    assert not is_due(desk.store, Sync(every=0))
    assert exchange_if_due(desk.store, Sync(every=0)) is None


def test_a_worker_goes_on_without_the_others_and_the_reason_is_kept(desk: Machine) -> None:
    desk.meeting.rename(desk.meeting.with_name("unplugged"))
    assert work(desk) == []
    told = status(desk.store)
    assert told is not None
    assert "there is no folder" in told.trouble
    assert told.summary == "not exchanged"
    desk.meeting.with_name("unplugged").rename(desk.meeting)
    desk.exchange()
    told = status(desk.store)
    assert told is not None
    assert (told.trouble, told.summary) == ("", "in step · 1 machine")


def test_a_server_exchanges_in_a_thread_while_it_runs(desk: Machine, lap: Machine) -> None:
    add(desk.store, Draft("The gateway listens on port 80"), by=PERSON)
    desk.exchange()
    came = threading.Event()
    with Following(lap.store, Sync(), lambda _done: came.set()):
        assert came.wait(300)
    assert contents(lap.store) == contents(desk.store)
    came.clear()
    with Following(lap.store, Sync(every=0), lambda _done: came.set()):
        assert not came.wait(0.1)


@pytest.mark.parametrize(
    "event", ["sessionstart", "userpromptsubmit", "posttooluse", "stop", "postcompact", "sessionend"]
)
def test_a_hook_never_exchanges_though_it_is_time_to(
    desk: Machine, event: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(desk.store, Draft("The gateway listens on port 80"), by=PERSON)
    monkeypatch.setenv("MEMTUI_DB", str(desk.store.path))
    said = {"cwd": str(tmp_path), "prompt": "Which port?", "compact_summary": "It listens on port 80."}
    handle(event, {"session_id": "s1", **said}, "claude-code")
    assert is_due(desk.store, Sync())
    assert tried_at(desk.store) == 0
    assert list(desk.meeting.iterdir()) == []
