"""A static embedding model from a folder: found, used by recall, and said in words when it is none."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

from memtui.config.settings import Embeddings, Llm
from memtui.llm import static
from memtui.llm.embeddings import embedder, standing
from memtui.llm.errors import LlmError
from tests.cli.conftest import Memtui, memtui

__all__ = ["memtui"]
WORDS = {"[UNK]": 0, "feline": 1, "cat": 2, "database": 3, "sleeps": 4, "rests": 5}
VECTORS = np.array([[0, 0], [1, 0], [0.98, 0.2], [-1, 0.1], [0.6, 0.8], [0.58, 0.81]], np.float32)


class Told:
    """A tokenizer that notes how many threads it may use."""

    def __init__(self, tokenizer: Tokenizer, seen: list[str | None]) -> None:
        self._tokenizer = tokenizer
        self._seen = seen

    def encode_batch_fast(self, texts: list[str], *, add_special_tokens: bool) -> object:
        """Note it, and cut."""
        self._seen.append(os.environ.get("TOKENIZERS_PARALLELISM"))
        return self._tokenizer.encode_batch_fast(texts, add_special_tokens=add_special_tokens)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make a model whose `cat` is near `feline`."""
    place = tmp_path / "tiny"
    place.mkdir()
    tokenizer = Tokenizer(WordLevel(WORDS, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.save(str(place / "tokenizer.json"))
    data = VECTORS.tobytes()
    told = {"embeddings": {"dtype": "F32", "shape": list(VECTORS.shape), "data_offsets": [0, len(data)]}}
    header = json.dumps(told).encode()
    (place / "model.safetensors").write_bytes(len(header).to_bytes(8, "little") + header + data)
    return place


def test_a_folder_is_a_model(folder: Path) -> None:
    model = embedder(Embeddings(str(folder)), Llm())
    assert model is not None
    cat, feline, database = model.embed(["cat sleeps", "feline rests", "database"])
    assert cat @ feline > 0.99 > cat @ database
    assert standing(Embeddings(str(folder)), Llm()).finding == f"{folder}, offline"


def test_one_thread_cuts_few_texts_and_the_person_s_own_word_on_threads_stays(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str | None] = []
    monkeypatch.delenv("TOKENIZERS_PARALLELISM", raising=False)
    read = static.Static.__dict__["_load"]

    def load(model: static.Static) -> object:
        tokenizer, rows = read(model)
        return Told(tokenizer, seen), rows

    monkeypatch.setattr(static.Static, "_load", load)
    for own in (None, "true"):
        if own is not None:
            monkeypatch.setenv("TOKENIZERS_PARALLELISM", own)
        model = embedder(Embeddings(str(folder)), Llm())
        assert model is not None
        model.embed(["cat"])
        assert os.environ.get("TOKENIZERS_PARALLELISM") == own
    assert seen == ["false", "true"]


def test_recall_goes_by_the_meaning_that_the_folder_knows(memtui: Memtui, folder: Path) -> None:
    memtui("config", "set", "embeddings.model", str(folder))
    memtui("add", "feline rests")
    memtui("add", "database")
    assert [hit["text"] for hit in memtui("recall", "cat", "--json").json] == ["feline rests"]


def test_a_folder_without_a_model_is_said(tmp_path: Path) -> None:
    told = standing(Embeddings(str(tmp_path)), Llm())
    assert not told.usable
    assert "There is no *.safetensors in" in told.advice


@pytest.mark.parametrize("content", [b"", b'\x08\0\0\0\0\0\0\0{"a": 1', b"\xff" * 40])
def test_broken_weights_are_said(folder: Path, content: bytes) -> None:
    (folder / "model.safetensors").write_bytes(content)
    model = embedder(Embeddings(str(folder)), Llm())
    assert model is not None
    with pytest.raises(LlmError, match="cannot be read"):
        model.embed(["cat"])


def test_one_question_loads_no_library_of_the_default_model() -> None:
    code = (
        "import sys; from memtui.config import Settings; from memtui.llm.embeddings import embedder; s "
        "= Settings();"
        "m = embedder(s.embeddings, s.llm); v = m.embed(['a cat sleeps']) if m else None;"
        "assert v is None or v.shape == (1, 256); print(*sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"wordllama", "litellm", "asyncio", "pydantic"} & set(ran.stdout.split())
