"""The process that gives memories their vectors while the screen is open."""

import importlib.util
import subprocess
from pathlib import Path

import pytest

from memtui.domain.actor import PERSON_AT_CLI
from memtui.domain.memory import Draft
from memtui.lifecycle.bulk_add import import_drafts
from memtui.llm.embeddings import OFFLINE
from memtui.store import embeddings
from memtui.store.opening import open_store
from tests import warm

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("wordllama") is None, reason="wordllama has no wheel for this platform"
)


def start(path: Path, model: str = OFFLINE) -> "subprocess.Popen[bytes]":
    command = [warm.python(), "-P", "-m", "memtui.capture.filling", str(path), model]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def missing(path: Path) -> int:
    with open_store(path) as store:
        return embeddings.count_missing(store, "wordllama")


def filled_store(path: Path, count: int) -> Path:
    with open_store(path) as store:
        import_drafts(store, (Draft(f"Fact number {n} about ports") for n in range(count)), by=PERSON_AT_CLI)
    return path


def test_every_memory_gets_its_vector_and_nothing_is_said(tmp_path: Path) -> None:
    path = filled_store(tmp_path / "memories.db", 30)
    assert missing(path) == 30
    process = start(path)
    assert process.wait(timeout=300) == 0
    assert process.stdout is not None
    assert process.stdout.read() == b""
    assert missing(path) == 0


def test_it_stops_when_the_screen_is_gone_and_goes_on_the_next_time(tmp_path: Path) -> None:
    path = filled_store(tmp_path / "memories.db", 3_000)
    process = start(path)
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(timeout=300) == 0
    assert missing(path) > 0
    assert start(path).wait(timeout=300) == 0
    assert missing(path) == 0


def test_a_model_that_costs_money_is_not_run_unasked(tmp_path: Path) -> None:
    path = filled_store(tmp_path / "memories.db", 3)
    assert start(path, "openai/text-embedding-3-small").wait(timeout=300) == 0
    assert missing(path) == 3
