"""What the words speak for that only one of two statements has: `now`, `no longer`, `not`, `from`.

How much each speaks for what was learned from judged pairs (`training.pairs_words`); nobody lists them.
"""

from collections.abc import Mapping
from functools import lru_cache

from memtui.language.side import Words
from memtui.language.statement import Kind, read

Leanings = Mapping[str, tuple[float, float]]
"""What a word speaks for that only the newer (`+now`) or only the older (`-now`) has: that the two are the
same, and that one is overtaken."""


def leaning(older: str, newer: str, leanings: Leanings) -> tuple[float, float]:
    """Return what the words that only one of two has speak for: that they are the same, and overtaken."""
    found = [leanings[word] for word in own_words(older, newer) if word in leanings]
    return sum(same for same, _ in found), sum(overtaken for _, overtaken in found)


def own_words(older: str, newer: str) -> list[str]:
    """Return the words of either that the other does not have, `-` before those of the older, else `+`."""
    one, other = _spelled(older), _spelled(newer)
    return [f"-{word}" for word in sorted(one - other)] + [f"+{word}" for word in sorted(other - one)]


@lru_cache(maxsize=4096)
def _spelled(text: str) -> Words:
    """Return the words of a text as they are spelled, the small ones too, without figures and names."""
    return frozenset(token.text.lower() for token in read(text).tokens if token.kind is Kind.WORD)
