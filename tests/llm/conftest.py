"""What tests of the model client share: settings that point to a server of the test, and a key."""

from collections.abc import Callable
from typing import Any

import pytest
from pydantic import BaseModel

from memtui.config.settings import Llm
from memtui.llm.answers import Shape
from memtui.llm.client import Client
from memtui.llm.provider import Message
from memtui.llm.retrying import Patience
from memtui.llm.spending import Ledger
from tests.llm.server import ModelServer

KEY = "sk-test-9f31c07ab2d84e65"
"""What must not turn up anywhere but in the request."""

PRICED = "openai/gpt-4o-mini"
UNPRICED = "openai/local-llama"
"""A model litellm knows, with its price, and one it does not."""

QUICK = Patience(attempts=3, first_wait=0.01)


class Thing(BaseModel):
    text: str


THINGS = Shape("things", Thing)
QUESTION: list[Message] = [{"role": "user", "content": "Which things? Answer in JSON."}]
GOOD = '{"things": [{"text": "one"}]}'

Asking = Callable[..., Client]


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


@pytest.fixture
def asking() -> Asking:
    def client(
        server: ModelServer,
        model: str = PRICED,
        *,
        ledger: Ledger | None = None,
        patience: Patience = QUICK,
        **settings: Any,
    ) -> Client:
        llm = Llm(model=model, api_base=server.base, **settings)
        return Client(llm, ledger=ledger, patience=patience)

    return client
