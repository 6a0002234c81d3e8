"""Cuts what a memory says where one statement about the project ends, and tells words from names in it."""

import re
from collections.abc import Iterator

SENTENCE = re.compile(r"[;.!?](?=\s|\Z)|\n|\s[-–—]\s")
"""What ends a sentence."""
STATEMENT = re.compile(r"[^;!?\n]+?(?:[;!?\n]|\.(?=\s|\Z)|\Z)")
"""A sentence with the sign that ends it; a dash does not part it."""
_CLAUSE = re.compile(r",\s|\s(?:so|but|because|since)\s")
_OF_A_NOUN = re.compile(r"\b(?:an?|the|this|that|each|every|any|one|no|some|many)\s\Z", re.IGNORECASE)
"""What stands before a noun of the language, and hardly before a tool in small letters."""
_FAR_ENOUGH = 12
"""Characters before a word in which that stands."""


def is_a_word(text: str, start: int, end: int) -> bool:
    """Say whether what looks like a tool is a word of the language: `for a moment`, `a black border`."""
    written = text[start:end]
    if not (written.isalpha() and written.islower()):
        return False
    return _OF_A_NOUN.search(text, max(start - _FAR_ENOUGH, 0), start) is not None


def cut(text: str, start: int, end: int, at: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Yield the stretches of a text, from `start` to `end`, between the places where a pattern matches."""
    for match in at.finditer(text, start, end):
        yield start, match.start()
        start = match.end()
    if start < end:
        yield start, end


def clause_around(text: str, sentence: tuple[int, int], name: tuple[int, int]) -> tuple[int, int]:
    """Return the clause of a sentence in which a name stands."""
    start, end = sentence
    for match in _CLAUSE.finditer(text, *sentence):
        if match.end() <= name[0]:
            start = match.end()
        elif match.start() >= name[1]:
            return start, match.start()
    return start, end
