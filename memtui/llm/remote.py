"""Embeddings from a server: any embedding model that litellm knows, asked a batch at a time.

`embeddings` makes one when the settings name such a model.
"""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from memtui.config.settings import Llm
from memtui.llm import faults, provider
from memtui.llm.errors import LlmError
from memtui.llm.provider import Endpoint
from memtui.llm.retrying import Patience
from memtui.llm.vectors import BATCH, LONGEST, unit

if TYPE_CHECKING:
    from memtui.llm.vectors import Matrix


def endpoint(model: str, llm: Llm) -> Endpoint:
    """Return where the model is served: where the language model is, when they share a provider."""
    named, usual = Endpoint(model), Endpoint(llm.model.strip(), llm.api_base.strip())
    return Endpoint(model, usual.api_base) if named.provider == usual.provider else named


class Remote:
    """Any embedding model that litellm knows."""

    def __init__(self, endpoint: Endpoint, timeout_s: float, patience: Patience | None = None) -> None:
        self._endpoint = endpoint
        self._timeout_s = timeout_s
        self._patience = patience or Patience()
        self._checked = False

    @property
    def name(self) -> str:
        """The model's name, as litellm knows it."""
        return self._endpoint.model

    def embed(self, texts: Sequence[str]) -> "Matrix":
        """Return one row for each text, asking for a batch at a time. Raises LlmError."""
        if not self._checked:
            provider.check(self._endpoint)
            self._checked = True
        rows: list[list[float]] = []
        for start in range(0, len(texts), BATCH):
            rows += self._patiently([text[:LONGEST] or " " for text in texts[start : start + BATCH]])
        return unit(rows)

    def _patiently(self, texts: list[str]) -> list[list[float]]:
        attempt = 0
        while True:
            attempt += 1
            try:
                return self._request(texts)
            except faults.Transient as error:
                wait = self._patience.wait(attempt, error.wait)
                final = error.final
            if wait is None:
                raise final
            time.sleep(wait)

    def _request(self, texts: list[str]) -> list[list[float]]:
        litellm = provider.load()
        options: dict[str, object] = {}
        if self._endpoint.api_base:
            options["api_base"] = self._endpoint.api_base
            if provider.missing_variables(self._endpoint):
                options["api_key"] = "none"  # a server of the person's own; OpenAI's library sends something
        try:
            answer = litellm.embedding(
                model=self._endpoint.model,
                input=texts,
                timeout=self._timeout_s,
                max_retries=0,
                num_retries=0,
                **options,
            )
        except Exception as error:  # noqa: BLE001 each provider has its own; `explained` tells them apart
            failure = faults.explained(error, litellm, self._endpoint.model, self._endpoint.place)
        else:
            rows = sorted(answer.data, key=lambda row: int(row["index"]))
            if len(rows) == len(texts):
                return [row["embedding"] for row in rows]
            failure = LlmError(f"{self.name} sent {len(rows)} vectors for {len(texts)} texts; try again.")
        if isinstance(failure, faults.FormatRefused):
            failure = failure.final
        raise failure
