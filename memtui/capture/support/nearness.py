"""How near a statement is in meaning to its quote and the text around it, by the vectors of its words.

The vectors are those of wordllama, which needs no network. Where it is not installed, a statement is weighed
without them.
"""

from functools import cache
from typing import TYPE_CHECKING

from memtui.capture.support.align import Pair
from memtui.llm.embeddings import wordllama
from memtui.llm.errors import ModelUnusable

if TYPE_CHECKING:
    from memtui.llm.static import Matrix, Static

FIGURES = 12
"""How many figures `measured` returns."""
_LONGEST = 1_200
"""Characters of a text that are read."""
_UNLIKE = 0.5
"""Under this cosine the nearest word is another matter."""
_LEAST = 3
"""The words that fit worst, taken together."""
_FEW = 5
"""So many words without a like count as 1."""


def measured(pair: Pair) -> list[float] | None:
    """Return how near a statement is to what it rests on, as cosines and shares; None without vectors."""
    static = _static()
    if static is None:
        return None
    try:
        claim, quote, around = (
            static.rows(text[:_LONGEST] or " ")
            for text in (pair.claim.text, pair.ground.quote.text, pair.ground.around.text)
        )
    except ModelUnusable:
        return None
    if not len(claim) or not len(quote):
        return [0.0] * FIGURES
    mean_of_claim = _unit(claim.mean(axis=0, keepdims=True))[0]
    whole = [float(_unit(each.mean(axis=0, keepdims=True))[0] @ mean_of_claim) for each in (quote, around)]
    mine, theirs, there = _unit(claim), _unit(quote), _unit(around)
    to_quote = _cosines(mine, theirs)
    in_quote, in_claim = to_quote.max(axis=1), to_quote.max(axis=0)
    in_around = _cosines(mine, there).max(axis=1)
    new = in_around < _UNLIKE
    least = sorted(in_around.tolist())[:_LEAST]
    return [
        *whole,
        *(
            figure
            for best in (in_quote, in_around, in_claim)
            for figure in (float(best.mean()), float(best.min()))
        ),
        float(new.mean()),
        float(new.sum()) / _FEW,
        float((in_claim < _UNLIKE).mean()),
        sum(least) / len(least),
    ]


@cache
def _static() -> "Static | None":
    return wordllama()


def _cosines(mine: "Matrix", theirs: "Matrix") -> "Matrix":
    """Return how near each of some unit vectors is to each of others.

    On one thread: the product of matrices starts one for each processor, which for a few words takes several
    times as long as the work.
    """
    import numpy as np

    return np.asarray(np.einsum("ij,kj->ik", mine, theirs), np.float32)


def _unit(rows: "Matrix") -> "Matrix":
    import numpy as np

    lengths = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    return np.asarray(rows / np.maximum(lengths, 1e-9), np.float32)
