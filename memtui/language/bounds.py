"""What a denied comparison says: `never holds more than 20` is `holds at most 20`, and denies nothing else.

The no belongs to the comparison, not to the statement, so it is no ground to call two statements at odds.
Called by `statement` and `other_words`.
"""

from functools import lru_cache
from pathlib import Path

from memtui.phrases import phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="bounds")
_MEANS = {"at most": _PHRASES["denied_more"].pattern, "at least": _PHRASES["denied_less"].pattern}


@lru_cache(maxsize=4096)
def as_bounds(text: str) -> str:
    """Return a text with `at most` and `at least` in the place of comparisons that it denies."""
    for bound, pattern in _MEANS.items():
        text = pattern.sub(f"{bound} ", text)
    return text


@lru_cache(maxsize=4096)
def denied_comparisons(text: str) -> frozenset[int]:
    """Return where the words stand that deny nothing but a comparison."""
    return frozenset(match.start() for pattern in _MEANS.values() for match in pattern.finditer(text))
