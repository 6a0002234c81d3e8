"""Sorts of words: words that do the same in a sentence, told by the whole word or by how it begins.

What a small model has learned of one word then also holds for others that it has hardly seen.
"""

from collections.abc import Mapping
from typing import Any

_SHORTEST = 3
"""Characters of the shortest beginning that is looked for."""


class WordSorts:
    """Knows of which sorts a word is."""

    def __init__(self, sorts: Mapping[str, str]) -> None:
        """Take the words of each sort, in lower case with spaces between; `end*` is all that begins so."""
        self._whole: dict[str, tuple[str, ...]] = {}
        self._begins: dict[str, tuple[str, ...]] = {}
        for sort, words in sorts.items():
            for word in words.split():
                into, bare = (self._begins, word[:-1]) if word.endswith("*") else (self._whole, word)
                into[bare] = (*into.get(bare, ()), sort)
        self._longest = max(map(len, self._begins), default=0)

    @classmethod
    def of_tables(cls, tables: Mapping[str, Mapping[str, Any]]) -> "WordSorts":
        """Return the sorts of a TOML file, a table each with its `words`."""
        return cls({sort: table["words"] for sort, table in tables.items()})

    def of(self, word: str) -> tuple[str, ...]:
        """Return the sorts of a word: by the whole of it, then by its beginnings, the shortest first."""
        sorts = list(self._whole.get(word, ()))
        for end in range(_SHORTEST, min(len(word), self._longest) + 1):
            sorts += self._begins.get(word[:end], ())
        return tuple(dict.fromkeys(sorts))
