"""Embedders: a text as a vector whose angle to another says how alike they are.

Called by capture and recall, in workers and commands and never in the screen: numpy, the model and
litellm take memory and time to load. `wordllama` needs no network and is the default. Its package has no
wheels for some platforms; then memtui goes by words alone, and `standing` says so for `memtui doctor`.
"""

import importlib.util
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from memtui.config.settings import Embeddings, Llm
from memtui.llm import faults, provider
from memtui.llm.errors import LlmError
from memtui.llm.provider import Endpoint
from memtui.llm.retrying import Patience

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

OFFLINE = "wordllama"
_LONGEST = 2_000
"""Characters of a text that are embedded. A batch is padded to its longest text, so one of a megabyte
would take gigabytes; and what a statement is about stands at its start."""
_BATCH = 64
_LEAST_LENGTH = 1e-9


class Embedder(Protocol):
    """Turns texts into vectors of length 1."""

    @property
    def name(self) -> str:
        """The model's name; vectors of two models cannot be compared."""

    def embed(self, texts: Sequence[str]) -> "Matrix":
        """Return one row for each text. Raises LlmError."""
        ...


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether embeddings can be had, in words for a person."""

    usable: bool
    found: str
    advice: str = ""


def embedder(settings: Embeddings, llm: Llm) -> Embedder | None:
    """Return the embedder that the settings name, or None where memtui goes by words alone.

    Loads nothing yet; the first `embed` does.
    """
    model = settings.model.strip()
    if not model or not _installed("numpy") or (model == OFFLINE and not _installed(OFFLINE)):
        return None
    return WordLlama() if model == OFFLINE else Remote(_endpoint(model, llm), llm.timeout_s)


def standing(settings: Embeddings, llm: Llm) -> Standing:
    """Say which embedder is in use, or why there is none and what to do about it."""
    model = settings.model.strip()
    if not model:
        return Standing(True, "none, as set; similar memories are found by their words alone")
    if model == OFFLINE:
        if _installed(OFFLINE):
            return Standing(True, "wordllama, offline")
        return Standing(
            False,
            "wordllama is not installed; similar memories are found by their words alone",
            "`pip install wordllama` (it has wheels for Python up to 3.13, not for Linux on ARM), or name "
            'another: `memtui config set embeddings.model "ollama/nomic-embed-text"`.',
        )
    try:
        provider.check(_endpoint(model, llm))
    except LlmError as error:
        return Standing(
            False, f"{model} cannot be used; similar memories are found by words alone", str(error)
        )
    return Standing(True, model)


def _endpoint(model: str, llm: Llm) -> Endpoint:
    """Return where the model is served: where the language model is, when they share a provider."""
    named, usual = Endpoint(model), Endpoint(llm.model.strip(), llm.api_base.strip())
    return Endpoint(model, usual.api_base) if named.provider == usual.provider else named


def _installed(package: str) -> bool:
    return importlib.util.find_spec(package) is not None


class WordLlama:
    """Static word vectors, averaged: 256 dimensions, a thousand statements in a twentieth of a second."""

    name = OFFLINE

    def __init__(self) -> None:
        self._model: Any = None

    def embed(self, texts: Sequence[str]) -> "Matrix":
        """Return one row for each text."""
        if self._model is None:
            import wordllama

            # Its plain `load()` asks a model hub first, although the weights are in the package.
            folder = Path(wordllama.__file__).parent
            self._model = wordllama.WordLlama.load(cache_dir=folder, disable_download=True)
        vectors = self._model.embed([text[:_LONGEST] or " " for text in texts], batch_size=_BATCH)
        return _unit(vectors)


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
        for start in range(0, len(texts), _BATCH):
            rows += self._patiently([text[:_LONGEST] or " " for text in texts[start : start + _BATCH]])
        return _unit(rows)

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


def _unit(rows: Any) -> "Matrix":
    """Return rows at length 1; one of zeros stays as it is."""
    import numpy as np

    matrix = np.asarray(rows, dtype=np.float32)
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    return np.asarray(matrix / np.maximum(lengths, _LEAST_LENGTH), dtype=np.float32)
