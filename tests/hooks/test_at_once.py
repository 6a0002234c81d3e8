"""Hooks of many agents write to one store at the same time."""

from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

import pytest

from memtui.store import jobs
from memtui.store.database import Store
from tests.capture import talks
from tests.hooks.test_hook import hook, payload, waiting


@pytest.mark.long
def test_eight_writers_and_a_reader_at_once_lose_nothing(store: Store, tmp_path: Path) -> None:
    def agent(number: int) -> None:
        for turn in range(3):
            path = talks.write(tmp_path / f"{number}-{turn}.jsonl")
            told = payload(path, compact_summary=f"{talks.DECISION} Take {number}-{turn}.")
            hook(store.path, "PostCompact", told)
            hook(store.path, "SessionEnd", told)

    with ThreadPoolExecutor(8) as pool:
        running = [pool.submit(agent, number) for number in range(8)]
        while wait(running, timeout=0.1).not_done:
            assert store.query("SELECT count(*) FROM jobs")
        for each in running:
            each.result()
    jobs.take_in(store)
    found = [kind for kind, _ in waiting(store)]
    assert (found.count("compact"), found.count("session"), found.count("review")) == (24, 24, 1)
