"""Finds in a long text the statement that is most like another one: by shared words, the rarer the better.

So two long texts are compared by few pairs of statements, and not by all; `relation` judges those.
"""

from collections.abc import Sequence
from functools import lru_cache

from memtui.language.cutting import Piece, pieces
from memtui.language.side import Words, telling_words

PIECES = 400
"""Statements of a long text that are looked at: so the cost of one text has a bound."""
_FEW_WORDS = 2
"""What a statement of very few words is taken to be longer, so that one shared word is not all of it."""


def spread(all_of: Sequence[Piece], most: int) -> list[Piece]:
    """Return at most `most` of the statements, spread evenly over all."""
    step = max(len(all_of) / most, 1.0)
    return [all_of[int(place * step)] for place in range(min(len(all_of), most))]


@lru_cache(maxsize=256)
def index_of(text: str) -> "PieceIndex":
    """Return the first `PIECES` statements of a text, ready to be asked."""
    return PieceIndex(pieces(text, PIECES))


class PieceIndex:
    """The statements of a long text by their words."""

    def __init__(self, many: Sequence[Piece]) -> None:
        """Count in which of the statements each word stands."""
        self.literally = {piece.text for piece in many}
        self._many = many
        self._by_word: dict[str, list[int]] = {}
        self._lengths = [len(telling_words(piece.text)) for piece in many]
        for place, piece in enumerate(many):
            for word in telling_words(piece.text):
                self._by_word.setdefault(word, []).append(place)

    def nearest(self, words: Words) -> Piece | None:
        """Return the statement that shares the most with some words, for its length; None for none."""
        shared: dict[int, float] = {}
        for word in words:
            places = self._by_word.get(word, ())
            for place in places:
                shared[place] = shared.get(place, 0.0) + (1 + 1 / len(places)) / (
                    _FEW_WORDS + self._lengths[place]
                )
        best = max(shared, key=lambda place: (shared[place], -place), default=None)
        return None if best is None else self._many[best]
