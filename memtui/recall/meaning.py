"""Compares a question's meaning, as vectors, with memories, and with each of their words.

Called by `search` where there is an embedder; the only part of recall that loads numpy.

In a store of up to `EXACT` memories all are compared, which takes a tenth of a second, whoever asks. In a
larger one their vectors would take seconds to read. A process that lives long keeps `Signs` of them: one bit
for each dimension, 32 MB for a million memories. The bits bring a thousand candidates up, whose vectors
decide; of the ten nearest in a million, nine are among them. A process that answers one question has no time
to read the bits: it compares what the words brought up, so in a large store it finds nothing that shares no
word with the question, unless the scope it asks in is small.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from memtui.domain.memory import Memory
from memtui.domain.scope import ROOT
from memtui.llm.embeddings import Embedder, is_local
from memtui.store import recalling
from memtui.store.database import Row, Store
from memtui.store.reach import Reach, around

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]
    Ids = NDArray[np.int64]
    Bits = NDArray[np.uint64]
    Vector = NDArray[np.float32]

EXACT = 50_000
"""In a store of up to this many memories, the vector of each is compared."""
_EXACT_IN_SCOPE = 5_000
"""In a larger store each vector of a scope of up to this many is compared: they lie far apart in the file."""
_DEEP = 5
"""How many times the wanted number is kept, since some turn out to be dropped."""
_BY_BITS = 1_000
"""Candidates that the bits bring up when all scopes are searched."""
_BY_BITS_IN_SCOPE = 6_000
"""Candidates that they bring up when one scope is searched: most of them may lie in others."""
_BITS_AT_ONCE = 65_536
"""Memories whose bits are compared at a time: few enough to stay in the processor's cache."""
_MOST_EMBEDDED = 300
"""Candidates without a vector that are embedded on the spot, with the offline model."""
_MOST_KEPT = 20_000
"""Words whose vectors are kept while the process lives (20 MB)."""

_word_vectors: "dict[tuple[str, str], Vector]" = {}
"""Of the offline models, by model and word."""


class Signs:
    """The sign bits of all vectors, kept by a process that lives long. Learns of new memories by their ids.

    A memory that is edited keeps its old bits; what its words and its new vector say still counts.
    """

    def __init__(self) -> None:
        self._blocks: list[tuple[Ids, Bits]] = []
        """Ids, and one row of bits for each 64 dimensions: rows are read faster than columns."""
        self._last = 0
        self._model = ""

    def refresh(self, store: Store, model: str, dimensions: int) -> None:
        """Read what is missing: about two seconds for a million the first time, then what is new."""
        import numpy as np

        if model != self._model:
            self._blocks, self._last, self._model = [], 0, model
        if recalling.last_embedded(store, model) <= self._last:
            return
        for rows in recalling.all_vectors(store, model, dimensions, after=self._last):
            ids = np.fromiter((row[0] for row in rows), np.int64, len(rows))
            bits = np.ascontiguousarray(_signs(_stored(rows, dimensions)).T)
            last = self._blocks[-1] if self._blocks else None
            if last is not None and len(last[0]) + len(ids) <= _BITS_AT_ONCE:
                self._blocks[-1] = np.concatenate([last[0], ids]), np.concatenate([last[1], bits], axis=1)
            else:
                self._blocks.append((ids, bits))
            self._last = int(ids[-1])

    def nearest(self, question: "Matrix", limit: int) -> list[int]:
        """Return the ids whose bits differ least from the question's: `limit` or a few more."""
        import numpy as np

        signs = _signs(question[np.newaxis, :])[0]
        apart = []
        for _, bits in self._blocks:
            counts = np.bitwise_count(bits[0] ^ signs[0])
            for part, row in zip(signs[1:], bits[1:], strict=True):
                counts += np.bitwise_count(row ^ part)  # 256 would be 0: the whole vector tells them apart
            apart.append(counts)
        if not apart:
            return []
        totals = np.cumsum(sum(np.bincount(counts, minlength=256) for counts in apart))
        furthest = int(np.searchsorted(totals, min(limit, totals[-1])))
        near = [ids[counts <= furthest] for (ids, _), counts in zip(self._blocks, apart, strict=True)]
        return [int(i) for i in np.concatenate(near)]


class Meaning:
    """One question, and the memories it is compared with."""

    def __init__(self, store: Store, embedder: Embedder, question: str, signs: Signs | None = None) -> None:
        """Embed the question. Raises LlmError."""
        self._store = store
        self._embedder = embedder
        self._signs = signs
        self._question: Matrix = embedder.embed([question])[0]
        self._places: dict[int, int] = {}
        self._vectors: Matrix = self._question[:0].reshape(0, len(self._question))

    def nearest(self, reach: Reach, limit: int) -> list[int]:
        """Return the memories in reach that are nearest, of all or of those that can be looked at."""
        model, dimensions = self._embedder.name, len(self._question)
        inside: list[int] | None = None
        if around(ROOT).count(self._store) <= EXACT:
            blocks: Iterable[list[Row]] = recalling.all_vectors(self._store, model, dimensions)
            inside = None if reach.everything else reach.ids(self._store)
        elif self._signs is not None and dimensions % 64 == 0:
            self._signs.refresh(self._store, model, dimensions)
            if reach.everything:
                near = self._signs.nearest(self._question, _BY_BITS)
            else:
                near = self._signs.nearest(self._question, _BY_BITS_IN_SCOPE)
                near = reach.first(self._store, near, _BY_BITS)
            blocks = [recalling.any_vectors_of(self._store, model, dimensions, near)]
        elif reach.count(self._store) <= _EXACT_IN_SCOPE:
            blocks = recalling.vectors_in(self._store, model, dimensions, reach)
        else:
            return []
        return reach.first(self._store, self._best(blocks, inside, limit * _DEEP), limit)

    def _best(self, blocks: Iterable[list[Row]], inside: list[int] | None, limit: int) -> list[int]:
        """Return the ids with the highest cosines, of those inside where there is such a limit."""
        import numpy as np

        wanted = None if inside is None else np.array(inside, np.int64)
        ids: Ids = np.zeros(0, np.int64)
        cosines: Matrix = np.zeros(0, np.float32)
        for rows in blocks:
            if not rows:
                continue
            known = np.fromiter((row[0] for row in rows), np.int64, len(rows))
            values = _unit(_stored(rows, len(self._question))) @ self._question
            if wanted is not None:
                among = np.isin(known, wanted)
                known, values = known[among], values[among]
            ids, cosines = np.concatenate([ids, known]), np.concatenate([cosines, values])
            if len(ids) > limit:
                top = np.argpartition(cosines, -limit)[-limit:]
                ids, cosines = ids[top], cosines[top]
        return [int(i) for i in ids[np.lexsort((ids, -cosines))]]

    def cosines(self, memories: Sequence[Memory]) -> list[float]:
        """Return each memory's cosine with the question, never below 0; 0 where there is no vector."""
        import numpy as np

        dimensions = len(self._question)
        wanted = [memory for memory in memories if memory.id not in self._places]
        rows = recalling.vectors_of(self._store, self._embedder.name, dimensions, [m.id for m in wanted])
        known = {row[0] for row in rows}
        added = [_unit(_stored(rows, dimensions))]
        lacking = [m for m in wanted if m.id not in known][:_MOST_EMBEDDED]
        if lacking and is_local(self._embedder.name):
            added.append(self._embedder.embed([memory.text for memory in lacking]))
            ids = [*(row[0] for row in rows), *(memory.id for memory in lacking)]
        else:
            ids = [row[0] for row in rows]
        first = len(self._places)
        self._places |= {memory_id: first + place for place, memory_id in enumerate(ids)}
        self._vectors = np.concatenate([self._vectors, *added])
        likeness = self._vectors @ self._question
        places = [self._places.get(memory.id) for memory in memories]
        return [0.0 if place is None else max(float(likeness[place]), 0.0) for place in places]

    def alike(self, first: int, second: int) -> float | None:
        """Return the cosine of two memories that were compared with the question; None without vectors."""
        one, other = self._places.get(first), self._places.get(second)
        if one is None or other is None:
            return None
        return float(self._vectors[one] @ self._vectors[other])

    def closest_words(
        self, asked: Sequence[str], weights: Sequence[float], texts: Sequence[Sequence[str]]
    ) -> list[float] | None:
        """Return how near each text comes to having every asked word, 0…1.

        For each asked word the nearest word of the text counts, squared, by the word's weight. A vector of
        a whole sentence blurs what this sees. Only with the offline model, whose words cost nothing.
        """
        import numpy as np

        if not is_local(self._embedder.name) or not asked:
            return None
        words = list(dict.fromkeys(word for text in texts for word in text))
        if not words:
            return [0.0] * len(texts)
        near = np.maximum(self._of_words(asked) @ self._of_words(words).T, 0.0) ** 2
        weighed = near * (np.asarray(weights, np.float32) / max(sum(weights), 1e-9))[:, np.newaxis]
        column = {word: place for place, word in enumerate(words)}
        return [
            float(weighed[:, [column[word] for word in text]].max(axis=1).sum()) if text else 0.0
            for text in texts
        ]

    def _of_words(self, words: Sequence[str]) -> "Matrix":
        import numpy as np

        model = self._embedder.name
        new = [word for word in words if (model, word) not in _word_vectors]
        if len(_word_vectors) + len(new) > _MOST_KEPT:
            _word_vectors.clear()
            new = list(words)
        if new:
            keys = [(model, word) for word in new]
            _word_vectors.update(zip(keys, self._embedder.embed(new), strict=True))
        return np.stack([_word_vectors[model, word] for word in words])


def _stored(rows: Sequence[Row], dimensions: int) -> "Matrix":
    import numpy as np

    joined = np.frombuffer(b"".join(row[1] for row in rows), np.int8)
    return joined.reshape(-1, dimensions).astype(np.float32)


def _unit(matrix: "Matrix") -> "Matrix":
    import numpy as np

    lengths = np.sqrt(np.einsum("ij,ij->i", matrix, matrix))[:, np.newaxis]
    return np.asarray(matrix / np.maximum(lengths, 1e-9), np.float32)


def _signs(matrix: "Matrix") -> "Bits":
    import numpy as np

    return np.packbits(matrix > 0, axis=1).view(np.uint64)
