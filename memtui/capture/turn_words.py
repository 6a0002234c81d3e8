"""The words of a turn and of a memory that say something, and which are the same. Used by `overruled`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from memtui.capture.content import SMALL, alike
from memtui.capture.set_against import ABOUT, DENIES, FILE, WHOLE, Part, without_code
from memtui.language.lexicon import LIGHT, root, same_meaning
from memtui.language.stems import stem
from memtui.language.told_change import FRAME
from memtui.phrases import lists_in

_LISTS = {name: frozenset(each.words) for name, each in lists_in(FILE, "lists").items()}
_SMALL = SMALL | _LISTS["small"]
USING = frozenset(map(stem, _LISTS["using"])) | LIGHT | FRAME
"""Verbs that say that something is used, or is the case, and not what."""
WHOLE_OF_IT = frozenset(map(stem, WHOLE))
_WORD = re.compile(r"https?://[^\s<>\"'`)\]]+|\w(?:[\w+#@/.'’&-]*[\w+#])?")
_CLITIC = re.compile(r"(?:n['’]t|['’](?:s|re|ve|ll|d|m))$")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text."""

    text: str
    key: str
    start: int
    end: int
    small: bool

    @property
    def is_figure(self) -> bool:
        """Whether it is a number, a version or an address."""
        return any(map(str.isdigit, self.text)) or "/" in self.text


@lru_cache(maxsize=8192)
def words_in(text: str) -> tuple[Word, ...]:
    """Return the words of a text, in order."""
    words = []
    for match in _WORD.finditer(text):
        bare = _CLITIC.sub("", match[0].lower())
        small = bare in _SMALL or match[0].lower() in _SMALL
        words.append(Word(match[0], stem(bare), match.start(), match.end(), small))
    return tuple(words)


def keys_of(word: Word) -> Iterator[str]:
    """Yield a word by its stem, and those that make it up."""
    yield word.key
    if "-" in word.key:
        yield from (stem(part) for part in word.key.split("-"))


@lru_cache(maxsize=1024)
def masked_turn(turn: str) -> str:
    """Return a turn, as long as it was, without words that only tell when, or that something is denied."""
    bare = without_code(turn)
    masked = list(turn)
    for sign in (ABOUT["aside"], *DENIES):
        for match in sign.finditer(bare):
            masked[match.start() : match.end()] = " " * len(match[0])
    return "".join(masked)


def content_of(masked: str, part: Part) -> list[Word]:
    """Return the words of a part that say something."""
    return [
        word
        for word in words_in(masked)
        if part.start <= word.start < part.end
        and not word.small
        and (word.key not in USING or _is_named(masked, part, word))
        and word.key not in WHOLE_OF_IT
    ]


def _is_named(masked: str, part: Part, word: Word) -> bool:
    """Say whether a capital within a part tells a name of what else says that something is used: `Switch`."""
    return word.text[:1].isupper() and re.search(r"\w[^.!?]*\Z", masked[part.start : word.start]) is not None


def is_among(word: Word, others: Sequence[Word]) -> bool:
    """Say whether a word is one of others, in another form or another ending."""
    return any(_same(word, other) for other in others)


def _same(one: Word, other: Word) -> bool:
    return one.key == other.key or (not one.is_figure and not other.is_figure and alike(one.key, other.key))


def is_one(one: Word, other: Word) -> bool:
    """Say the same more strictly: a new name may begin as a word that is known, `buildah` as `built`."""
    if one.key in keys_of(other):
        return True
    return root(one.key) == root(other.key) or same_meaning(one.key, other.key)
