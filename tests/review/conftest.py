"""A key of the model that tests ask."""

import pytest

from tests.llm.conftest import KEY


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
