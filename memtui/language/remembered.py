"""Keeps what was found in short texts: a statement is read anew by each of the signs that weigh it."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar, TypeVarTuple

Found = TypeVar("Found")
More = TypeVarTuple("More")

_SHORT = 1_200
"""Characters of a text whose findings are kept; the length of the longest fact."""
_TEXTS = 512
"""How many texts: chosen, a few facts with the sentences around them."""


def remembered(find: Callable[[str, *More], list[Found]]) -> Callable[[str, *More], list[Found]]:
    """Return a function that finds the same in a text, and looks only once into a short one it has met."""

    @lru_cache(maxsize=_TEXTS)
    def kept(text: str, *more: *More) -> tuple[Found, ...]:
        return tuple(find(text, *more))

    @wraps(find)
    def in_text(text: str, /, *more: *More) -> list[Found]:
        return list(kept(text, *more)) if len(text) <= _SHORT else find(text, *more)

    return in_text
