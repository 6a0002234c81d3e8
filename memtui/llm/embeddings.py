"""Embedders: a text as a vector whose angle to another says how alike they are.

Called by capture and recall, in workers and commands and never in the screen: numpy, the model and
litellm take memory and time to load. `wordllama` needs no network and is the default. Where its package was
left out, memtui goes by words alone, and `standing` says so for `memtui doctor`.
"""

import importlib.util
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from memtui.config.settings import Embeddings, Llm
from memtui.llm.errors import LlmError
from memtui.llm.static import Static, in_folder
from memtui.llm.vectors import LONGEST, unit

if TYPE_CHECKING:
    from memtui.llm.vectors import Matrix

OFFLINE = "wordllama"
_PIECE = 3
"""Letters of a word's longest piece from which the model may know what it means. `zzz` and `hjkl` have none
so long, nor have `dwh`, `jwt`, `rbac`, `tms`, `gcp`: they come no nearer than 0.23 to what they stand for.
"""
_FOLDER = ("/", "~", "./", "../")
"""What the path of a folder begins with, and no name of a model that is served."""


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
    finding: str
    advice: str = ""


def embedder(settings: Embeddings, llm: Llm) -> Embedder | None:
    """Return the embedder that the settings name, or None where memtui goes by words alone.

    Loads nothing yet; the first `embed` does. A folder that holds no model counts as none, and
    `standing` says why.
    """
    model = settings.model.strip()
    if not model or not _installed("numpy"):
        return None
    if not is_local(model):
        from memtui.llm.remote import Remote, endpoint  # a tenth of a second that a local model need not wait

        return Remote(endpoint(model, llm), llm.timeout_s)
    try:
        static = wordllama() if model == OFFLINE else in_folder(Path(model).expanduser())
    except LlmError:
        return None
    return Local(static) if static is not None else None


def standing(settings: Embeddings, llm: Llm) -> Standing:
    """Say which embedder is in use, or why there is none and what to do about it."""
    model = settings.model.strip()
    if not model:
        return Standing(True, "none, as set; similar memories are found by their words alone")
    if model == OFFLINE:
        if wordllama() is not None:
            return Standing(True, "wordllama, offline")
        return Standing(
            False,
            "wordllama is not installed; similar memories are found by their words alone",
            "`pip install 'wordllama<0.2.3'`, or name another: "
            '`memtui config set embeddings.model "ollama/nomic-embed-text"`.',
        )
    try:
        if is_local(model):
            in_folder(Path(model).expanduser())
            return Standing(True, f"{model}, offline")
        from memtui.llm import provider
        from memtui.llm.remote import endpoint

        provider.check(endpoint(model, llm))
    except LlmError as error:
        return Standing(
            False, f"{model} cannot be used; similar memories are found by words alone", str(error)
        )
    return Standing(True, model)


def _installed(package: str) -> bool:
    return importlib.util.find_spec(package) is not None


class Local:
    """A static model on this machine: it costs nothing, so single words can be asked about too."""

    def __init__(self, static: Static) -> None:
        self._static = static

    @property
    def name(self) -> str:
        """`wordllama`, or the folder."""
        return self._static.name

    def embed(self, texts: Sequence[str]) -> "Matrix":
        """Return one row for each text. Raises LlmError."""
        return unit(self._static.means([text[:LONGEST] or " " for text in texts]))

    def knows_one_of(self, words: Sequence[str]) -> bool:
        """Say whether it knows one of these words by more than its letters, which mean nothing: `qqq`.

        Where a letter is a word, as in Chinese, it does; `k8s` is near to Kubernetes. Raises ModelUnusable.
        """
        return any(
            not (word.isascii() and word.isalpha() and len(word) >= _PIECE)
            or self._static.longest_piece(word) >= _PIECE
            for word in words
        )


def can_tell(embedder: Embedder, words: Sequence[str]) -> bool:
    """Say whether an embedder can tell what one of these words means. Raises LlmError."""
    return not isinstance(embedder, Local) or embedder.knows_one_of(words)


def wordllama() -> Static | None:
    """Return the model in the wordllama package, which is not loaded; None where it is not installed."""
    spec = importlib.util.find_spec(OFFLINE)
    places = list(spec.submodule_search_locations or ()) if spec is not None else []
    for package in map(Path, places):
        weights = sorted((package / "weights").glob("*_256.safetensors"))
        tokens = sorted((package / "tokenizers").glob("*_tokenizer_config.json"))
        if weights and tokens:
            return Static(OFFLINE, weights[0], tokens[0])
    return None


def is_local(model: str) -> bool:
    """Say whether a model's name, as in the settings, is one that is asked on this machine for nothing."""
    return model == OFFLINE or model.startswith(_FOLDER)
