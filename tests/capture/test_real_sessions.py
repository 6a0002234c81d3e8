"""Capture by rules over real session logs. They lie beside the repository, never in it."""

from pathlib import Path

import pytest

from memtui.capture.transcripts import registry
from memtui.capture.transcripts.turns import TranscriptError
from memtui.capture.word import Voice
from memtui.capture.worker import work
from memtui.config.settings import Embeddings, Settings
from memtui.domain.sanitise import sanitise
from memtui.lifecycle.enqueue import SESSION, WINDOW
from memtui.secrets import find_secrets
from memtui.store import jobs, memories, proposals
from memtui.store.database import Store
from tests.queueing import queue_job

BESIDE = Path(__file__).parents[3] / "shared" / "fixtures" / "transcripts"
PLAIN = Settings(embeddings=Embeddings(model=""))

pytestmark = [
    pytest.mark.real,
    pytest.mark.skipif(not BESIDE.is_dir(), reason="the real transcripts are not part of the project"),
]


def transcripts() -> list[Path]:
    return sorted(path for path in BESIDE.rglob("*") if path.suffix in {".jsonl", ".json"} and _is_one(path))


def _is_one(path: Path) -> bool:
    try:
        registry.reader_for(path)
    except TranscriptError:
        return False
    return True


@pytest.mark.long
def test_every_real_session_is_captured_and_what_it_leaves_is_clean(store: Store) -> None:
    paths = transcripts()
    assert len(paths) > 20
    for path in paths:
        queue_job(store, SESSION, path=str(path))
    worked = work(store, PLAIN)
    assert (worked.done, worked.errors) == (len(paths), [])
    stored = memories.get_many(store, range(1, 5_000))
    assert all(memory.provenance["said_by"] == Voice.PERSON for memory in stored)
    offered = proposals.get_many(store, proposals.ids(store))
    assert offered
    for text in [*(memory.text for memory in stored), *(card.change.new_text for card in offered)]:
        assert sanitise(text) == text
        assert find_secrets(text) == []
        assert len(text) < 1_500


@pytest.mark.long
def test_looking_while_it_runs_and_again_at_the_end_doubles_nothing_and_takes_nothing_back(
    store: Store, tmp_path: Path
) -> None:
    path = max(transcripts(), key=lambda path: path.stat().st_size if path.suffix == ".jsonl" else 0)
    lines = path.read_bytes().splitlines(keepends=True)
    growing = tmp_path / path.name
    for part in range(1, 5):
        growing.write_bytes(b"".join(lines[: len(lines) * part // 4]))
        queue_job(store, WINDOW, path=str(growing))
        work(store, PLAIN)
    queue_job(store, SESSION, path=str(growing))
    work(store, PLAIN)
    texts = [memory.text for memory in memories.get_many(store, range(1, 5_000))]
    assert len(texts) == len(set(texts))
    queue_job(store, SESSION, path=str(growing))
    assert work(store, PLAIN).stored == 0
    assert jobs.get_all(store) == []
    assert proposals.counts(store) is not None
