"""A session that was held."""

from pathlib import Path

import pytest

from tests.capture import talks


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    return talks.write(tmp_path / "talk.jsonl")
