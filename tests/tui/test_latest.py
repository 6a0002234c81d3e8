"""The latest question wins, and one that costs something waits until the typing rests."""

import queue
import threading

from memtui.store.database import Store
from memtui.tui.background.latest import LatestQuestion


def test_a_question_that_another_follows_is_not_asked(store: Store) -> None:
    latest = LatestQuestion(store, thread="test")
    waiting, rested = threading.Event(), queue.Queue[bool]()

    def answer(_store: Store, ticket: int) -> None:
        waiting.set()
        rested.put(latest.rests(ticket, 600.0))

    latest.ask(answer, lambda _ticket, _why: None)
    assert waiting.wait(300)
    latest.cancel()
    assert rested.get(timeout=300) is False


def test_a_question_that_rests_is_asked(store: Store) -> None:
    latest, rested = LatestQuestion(store, thread="test"), queue.Queue[bool]()
    latest.ask(lambda _store, ticket: rested.put(latest.rests(ticket, 0.0)), lambda _ticket, _why: None)
    assert rested.get(timeout=300) is True
