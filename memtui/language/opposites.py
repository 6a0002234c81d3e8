"""Words that exclude each other, in English, German, Chinese and Japanese.

Read by `capture.support`, which looks for words of a statement with their opposites in its quote. The words
are in `opposites.txt`, which explains its form; add a word there and nowhere else.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

FILE = Path(__file__).with_name("opposites.txt")
_ENDINGS = {"en": r"(?:s|es|d|ed|ing|ly)?", "de": r"(?:e|er|en|es|em|t|et|te|ten|st|ung|ere|eren|erer)?"}
"""What may follow a listed word."""
_LEAST_BEGUN = 5
"""A listed German word of at least this many letters is also found at the beginning of longer ones: `ablehn`
in `Ablehnungen`.
"""


@dataclass(frozen=True, slots=True)
class Side:
    """Words of one meaning, with what may follow them."""

    words: tuple[str, ...]
    """In lower case, as they are listed."""
    pattern: re.Pattern[str]

    def search(self, text: str, lower: str) -> re.Match[str] | None:
        """Return the first of them in a text, of which `lower` is the same in lower case."""
        return self.pattern.search(text) if any(word in lower for word in self.words) else None


@dataclass(frozen=True, slots=True)
class Pair:
    """Two sides that exclude each other."""

    one: Side
    other: Side


@dataclass(frozen=True, slots=True)
class Opposed:
    """A word and its opposite, as they stand in two texts."""

    mine: tuple[int, int]
    theirs: tuple[int, int]


@cache
def pairs(language: str) -> tuple[Pair, ...]:
    """Return the pairs of a language (`en`, `de`, `zh`, `ja`); none of another."""
    _, _, part = FILE.read_text("utf-8").partition(f"\n= {language}\n")
    lines = part.split("\n= ", 1)[0].splitlines()
    sides = [[_side(side, language) for side in line.split(" : ")] for line in lines if " : " in line]
    return tuple(Pair(one, other) for one, other in sides)


def _side(words: str, language: str) -> Side:
    listed = sorted((word.strip() for word in words.split("/")), key=len, reverse=True)
    begun = tuple(word.lower() for word in listed)
    if language not in _ENDINGS:
        return Side(begun, re.compile("|".join(map(re.escape, listed))))
    ended = [re.escape(word) + _ending(word, language) for word in listed]
    return Side(begun, re.compile(rf"\b(?:{'|'.join(ended)})\b", re.IGNORECASE))


def _ending(word: str, language: str) -> str:
    return r"\w*" if language == "de" and len(word) >= _LEAST_BEGUN else _ENDINGS[language]


_OF_TIME = re.compile(r"[上下](?=个?月|个?星期|个?季|周|週|旬|半年|午|次|回)")
"""Chinese and Japanese say `next` and `last` of a time with below and above."""


def opposed(mine: str, theirs: str, language: str) -> list[Opposed]:
    """Return the words of `mine` whose opposites are in `theirs`, unless one text has both."""
    mine, theirs = _OF_TIME.sub("·", mine), _OF_TIME.sub("·", theirs)
    in_mine, in_theirs = _sides_in(mine, language), _sides_in(theirs, language)
    contrasts = []
    for place, side in in_mine.items():
        other = place ^ 1
        if other in in_theirs and other not in in_mine and place not in in_theirs:
            contrasts.append(Opposed(side, in_theirs[other]))
    return contrasts


@lru_cache(maxsize=256)
def _sides_in(text: str, language: str) -> Mapping[int, tuple[int, int]]:
    """Return where a text has a word of each side of the pairs, by the side's place: two for each pair."""
    sides = (side for pair in pairs(language) for side in (pair.one, pair.other))
    lower = text.lower()
    matches = ((place, side.search(text, lower)) for place, side in enumerate(sides))
    return {place: match.span() for place, match in matches if match is not None}
