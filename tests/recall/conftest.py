"""What was recalled, and the model that memtui compares by."""

import pytest

from memtui.config import Settings
from memtui.llm.embeddings import Embedder, embedder
from memtui.recall.search import Recalled


def texts(found: Recalled) -> list[str]:
    return [hit.memory.text for hit in found.hits]


@pytest.fixture
def model() -> Embedder:
    pytest.importorskip("wordllama")
    used = Settings()
    found = embedder(used.embeddings, used.llm)
    assert found is not None
    return found
