"""A job waits once under its key, and a key whose job failed for good is free again."""

import pytest

from memtui.store import jobs
from memtui.store.database import Store


def queued(store: Store, text: str) -> bool:
    with store.write() as tx:
        return jobs.queue(tx, "text", "the key", {"text": text})


def test_the_same_key_waits_once_while_it_waits_and_while_it_is_worked_on(store: Store) -> None:
    assert queued(store, "one")
    assert not queued(store, "two")
    job = jobs.take(store)
    assert job is not None
    assert not queued(store, "three")
    assert [each.payload for each in jobs.get_all(store)] == [{"text": "one"}]
    with store.write() as tx:
        jobs.finish(tx, job.id)
    assert queued(store, "four")


def test_what_failed_for_good_is_tried_with_what_comes_next_under_its_key(store: Store) -> None:
    queued(store, "one")
    job = jobs.take(store)
    assert job is not None
    with store.write() as tx:
        tx.execute("UPDATE jobs SET attempts = ?", (jobs.MOST_ATTEMPTS,))
        jobs.fail(tx, job.id, "the model is away")
    assert jobs.take(store) is None
    assert queued(store, "two")
    again = jobs.take(store)
    assert again is not None
    assert (again.id, again.payload, again.attempts, again.error) == (job.id, {"text": "two"}, 1, "")


@pytest.mark.parametrize("seconds", [0, 60])
def test_nothing_is_due_before_its_time(store: Store, seconds: int) -> None:
    queued(store, "one")
    job = jobs.take(store)
    assert job is not None
    with store.write() as tx:
        jobs.fail(tx, job.id, "the model is away", wait=seconds)
    assert jobs.is_due(store) is (seconds == 0)
    assert (jobs.take(store) is not None) is (seconds == 0)


def test_what_happens_to_one_job_happens_to_no_other(store: Store) -> None:
    with store.write() as tx:
        assert all(jobs.queue(tx, "text", key, {"text": key}) for key in ("one", "two", "three"))
    first = jobs.take(store)
    assert first is not None
    with store.write() as tx:
        jobs.progress(tx, first.id, {"text": "one", "read": 7})
        jobs.finish(tx, first.id)
    second = jobs.take(store)
    assert second is not None
    with store.write() as tx:
        jobs.fail(tx, second.id, "the model is away", wait=60)
    kept = {each.key: (each.status, each.payload, each.error) for each in jobs.get_all(store)}
    assert kept["two"] == ("queued", {"text": "two"}, "the model is away")
    assert kept["three"] == ("queued", {"text": "three"}, "")


def test_a_job_that_a_living_process_is_at_is_left_to_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    queued(store, "one")
    jobs.take(store)
    with store.write() as tx:
        tx.execute("UPDATE jobs SET process = 'another'")
    monkeypatch.setattr(jobs, "process_lives", lambda process: process == "another")
    assert (jobs.is_due(store), jobs.take(store)) == (False, None)
    monkeypatch.setattr(jobs, "process_lives", lambda _: False)
    assert jobs.is_due(store)
    assert jobs.take(store) is not None


def test_trying_again_takes_what_failed_and_what_waits_and_nothing_else(store: Store) -> None:
    with store.write() as tx:
        assert all(jobs.queue(tx, "text", key, {}) for key in ("failed", "waiting", "done", "at work", "due"))
        for status, wait, attempts, key in (
            ("failed", 60, jobs.MOST_ATTEMPTS, "failed"),
            ("queued", 60, 2, "waiting"),
            ("done", 60, 1, "done"),
            ("running", 60, 1, "at work"),
        ):
            tx.execute(
                "UPDATE jobs SET status = ?, not_before = ?, attempts = ? WHERE key = ?",
                (status, tx.now + wait, attempts, key),
            )
        assert jobs.retry_failed(tx) == 2
        now = tx.now
    rows = store.query("SELECT key, status, attempts, not_before - ? FROM jobs ORDER BY id", (now,))
    assert [tuple(row) for row in rows] == [
        ("failed", "queued", 0, 0),
        ("waiting", "queued", 0, 0),
        ("done", "done", 1, 60),
        ("at work", "running", 1, 60),
        ("due", "queued", 0, 0),
    ]
