"""Which known word a mistyped one was meant to be, by how few letters tell them apart (rapidfuzz).

Called by `recall.finding` for words that no memory holds.
"""

from collections.abc import Mapping

from rapidfuzz import process
from rapidfuzz.distance import OSA

SHORTEST = 4
"""Letters; a shorter word is one letter away from too many others."""
_LONG = 7
"""Letters from which on two of them may be wrong."""


def mistakes(letters: int) -> int:
    """Return how many letters may be wrong in a word of `letters` letters."""
    return 0 if letters < SHORTEST else 2 if letters >= _LONG else 1


def meant(
    word: str, known: Mapping[str, int], *, wrong: int | None = None, unfinished: bool = False
) -> str | None:
    """Return the known word that `word` was meant to be, or None where none is near.

    `known` says how common each word is: of those that are equally near the commonest wins. A letter too
    many, one too few, a wrong one, and two swapped count as one mistake each. At most `wrong` mistakes count
    as a typo, by default more in a longer word. Of an `unfinished` word only the beginnings are compared.
    """
    most = mistakes(len(word)) if wrong is None else wrong
    if not most:
        return None
    words = sorted(known)
    compared = [each[: len(word)] for each in words] if unfinished else words
    nearest = process.extract(
        word, compared, scorer=OSA.distance, processor=None, score_cutoff=most, limit=len(words)
    )
    near = [(distance, -known[words[place]], words[place]) for _, distance, place in nearest]
    return min(near)[2] if near else None
