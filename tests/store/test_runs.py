"""What runs cost adds up, under a cap that several of them share, and older stores gain the tables."""

import sqlite3
import threading
from pathlib import Path

from sqlite_utils import Database

from memtui.store import models, runs, schema
from memtui.store.connecting import APPLICATION_ID
from memtui.store.database import Store
from memtui.store.opening import open_store
from tests.conftest import FrozenClock
from tests.store import kept_runs


def spent(store: Store, run: int, usd: float) -> None:
    runs.settle(store, run, reserved=0, calls=1, tokens_in=100, tokens_out=20, usd=usd, unpriced=0)


def test_a_run_adds_up_its_calls_and_ends_with_what_it_found(store: Store, clock: FrozenClock) -> None:
    run = runs.begin(store, "extract", "openai/gpt-4o-mini")
    spent(store, run, 0.25)
    clock.forward(seconds=5)
    spent(store, run, 0.5)
    runs.finish(store, run, "done", {"new": 12, "invented": 2})
    (found,) = kept_runs.recent(store)
    assert (found.calls, found.tokens_in, found.tokens_out, found.usd) == (2, 200, 40, 0.75)
    assert (found.status, found.counts) == ("done", {"invented": 2, "new": 12})
    assert found.last_at - found.started_at == 5


def test_a_reservation_counts_until_it_is_settled(store: Store) -> None:
    run = runs.begin(store, "extract", "m")
    assert runs.reserve(store, run, 0.6, per_run=1, per_day=1) is None
    assert runs.reserve(store, run, 0.6, per_run=1, per_day=1) == (0.6, 0.6)
    runs.settle(store, run, reserved=0.6, calls=1, tokens_in=1, tokens_out=1, usd=0.1, unpriced=0)
    assert runs.reserve(store, run, 0.6, per_run=1, per_day=1) is None


def test_the_day_counts_every_run_and_the_run_only_itself(store: Store) -> None:
    spent(store, runs.begin(store, "extract", "m"), 0.75)
    run = runs.begin(store, "review", "m")
    assert runs.reserve(store, run, 0.5, per_run=1, per_day=2) is None
    assert runs.reserve(store, run, 0.25, per_run=0.5, per_day=2) == (0.5, 1.25)


def test_a_day_later_it_is_free_again(store: Store, clock: FrozenClock) -> None:
    spent(store, runs.begin(store, "extract", "m"), 1.0)
    assert kept_runs.spent_lately(store) == 1.0
    clock.forward(days=1, seconds=1)
    assert kept_runs.spent_lately(store) == 0.0
    assert runs.reserve(store, runs.begin(store, "extract", "m"), 1.0, per_run=1, per_day=1) is None


def test_runs_side_by_side_cannot_pass_the_cap_together(store: Store) -> None:
    allowed: list[bool] = []

    def reserve() -> None:
        with store.sibling() as own:
            run = runs.begin(own, "extract", "m")
            allowed.extend(runs.reserve(own, run, 0.125, per_run=1, per_day=1) is None for _ in range(5))

    threads = [threading.Thread(target=reserve) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(allowed), sum(allowed)) == (30, 8)


def test_what_a_model_takes_is_forgotten_after_a_month(store: Store, clock: FrozenClock) -> None:
    models.remember_answer_format(store, "openai/x", "http://127.0.0.1:1/v1", "json_object")
    models.remember_answer_format(store, "openai/x", "http://127.0.0.1:1/v1", "text")
    assert models.answer_format(store, "openai/x", "http://127.0.0.1:1/v1") == "text"
    assert models.answer_format(store, "openai/x", "") is None
    clock.forward(days=31)
    assert models.answer_format(store, "openai/x", "http://127.0.0.1:1/v1") is None


def test_a_store_of_the_first_version_gains_the_tables_and_keeps_its_memories(tmp_path: Path) -> None:
    file = tmp_path / "memories.db"
    with sqlite3.connect(file) as first:
        schema.MIGRATIONS.apply(Database(first, execute_plugins=False), stop_before="m002_runs_and_models")
        first.execute(
            "INSERT INTO memories (uid, text, scope, type, state, importance, rank_key, created_at, "
            "updated_at, norm_hash, origin) "
            "VALUES ('01', 'kept', '/', 'semantic', 'live', 0.5, 0, 0, 0, 0, 'person')"
        )
        first.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        first.execute("PRAGMA user_version = 1")
    first.close()
    with open_store(file) as store:
        assert kept_runs.recent(store) == []
        assert runs.begin(store, "extract") == 1
        assert store.query("SELECT text FROM memories") == [("kept",)]
