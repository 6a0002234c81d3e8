"""A static embedding model from a folder: one vector for each token, averaged over a text.

Used by `embeddings` for wordllama, whose weights lie in its package, and for any folder a person names
(model2vec and wordllama write such). The weights are mapped and only the rows of the words in question
read: a process that answers one question has no second to load a library and sixteen megabytes.
"""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memtui.llm.errors import ModelUnusable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

_TYPES = {"F16": "<f2", "F32": "<f4"}
_LONGEST_HEADER = 1_000_000
"""Bytes; a header of a real model file is a few kilobytes."""
_FEW = 2_000
"""Texts that are cut into tokens faster by one thread than by several that have to be started."""
_ON_SEVERAL = "TOKENIZERS_PARALLELISM"
_LENGTH = 8
"""Bytes before the header that say how long it is."""


class Static:
    """Token vectors of a folder, averaged. Costs nothing to ask."""

    def __init__(self, name: str, weights: Path, tokens: Path) -> None:
        self.name = name
        """What its vectors are kept under."""
        self._files = weights, tokens
        self._loaded: tuple[Any, Any] | None = None

    def means(self, texts: Sequence[str]) -> "Matrix":
        """Return the mean of each text's token vectors. Raises ModelUnusable."""
        import numpy as np

        tokenizer, rows = self._loaded or self._load()
        result = np.zeros((len(texts), rows.shape[1]), np.float32)
        with _on_one_thread(len(texts) <= _FEW):
            batch = tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        for place, tokens in enumerate(batch):
            if tokens.ids:
                ids = np.minimum(tokens.ids, len(rows) - 1)
                result[place] = rows[ids].astype(np.float32).mean(axis=0)
        return result

    def rows(self, text: str) -> "Matrix":
        """Return the vector of each token of a text, one row a token. Raises ModelUnusable."""
        import numpy as np

        tokenizer, rows = self._loaded or self._load()
        ids = tokenizer.encode(text, add_special_tokens=False).ids
        return np.asarray(rows[np.minimum(ids, len(rows) - 1).astype(np.int64)], np.float32)

    def longest_piece(self, word: str) -> int:
        """Return the letters of the longest piece in which a word is known. Raises ModelUnusable."""
        tokenizer, _ = self._loaded or self._load()
        offsets = tokenizer.encode(word, add_special_tokens=False).offsets
        return max((end - start for start, end in offsets), default=0)

    def _load(self) -> tuple[Any, Any]:
        weights, tokens = self._files
        try:
            from tokenizers import Tokenizer

            with _on_one_thread():
                tokenizer = Tokenizer.from_file(str(tokens))
            tokenizer.no_padding()
            tokenizer.no_truncation()
            self._loaded = tokenizer, _mapped(weights)
        except Exception as error:  # noqa: BLE001 whatever a broken file makes of the tokenizer's library
            raise ModelUnusable(f"The embedding model in {weights.parent} cannot be read: {error}") from None
        return self._loaded


@contextmanager
def _on_one_thread(wanted: bool = True) -> Iterator[None]:
    """Let the tokenizer's library use one thread; several double the processor time of reading a model."""
    if not wanted or _ON_SEVERAL in os.environ:
        yield
        return
    os.environ[_ON_SEVERAL] = "false"
    try:
        yield
    finally:
        os.environ.pop(_ON_SEVERAL, None)


def in_folder(folder: Path) -> Static:
    """Return the model in a folder. Raises ModelUnusable, in words for a person."""
    weights = next(iter(sorted(folder.glob("*.safetensors"))), None)
    tokens = next(
        iter(sorted(folder.glob("*tokenizer*.json"), key=lambda file: file.name != "tokenizer.json")), None
    )
    if weights is None or tokens is None:
        lacking = "*.safetensors" if weights is None else "tokenizer.json"
        raise ModelUnusable(
            f"There is no {lacking} in {folder}; name a folder with a static embedding model."
        )
    return Static(str(folder), weights, tokens)


def _mapped(file: Path) -> "NDArray[Any]":
    """Return the largest table of a safetensors file, mapped, not read. Raises ValueError and OSError."""
    import numpy as np

    with file.open("rb") as opened:
        length = int.from_bytes(opened.read(_LENGTH), "little")
        if not 0 < length <= _LONGEST_HEADER:
            raise ValueError("it is no safetensors file")
        header = json.loads(opened.read(length))
    tables = [
        tensor for name, tensor in header.items() if name != "__metadata__" and len(tensor["shape"]) == 2
    ]
    table = max(tables, key=lambda tensor: tensor["shape"][0] * tensor["shape"][1], default=None)
    if table is None or table["dtype"] not in _TYPES:
        raise ValueError("it holds no table of token vectors in 16 or 32 bits")
    return np.memmap(
        file,
        dtype=_TYPES[table["dtype"]],
        mode="r",
        offset=_LENGTH + length + table["data_offsets"][0],
        shape=tuple(table["shape"]),
    )
