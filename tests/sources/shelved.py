"""A live store of two memories, a shelf: the fixtures of the tests that link one."""

from pathlib import Path

import pytest

from memtui.live_stores import registry
from tests.live_stores.shelf import Shelf, write

TEA = {"text": "Ada drinks green tea", "mood": "calm", "at": "2026-01-02"}
TILL = {"text": "The till listens on port 8080", "at": "2026-03-04"}


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a shelf, a kind of live store that memtui knows as long as the test goes on."""
    monkeypatch.setattr(registry, "live_stores", lambda: (Shelf(),))
    file = tmp_path / "shelf.json"
    write(file, {"k1": TEA, "k2": TILL})
    return file
