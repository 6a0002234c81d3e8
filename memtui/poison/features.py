"""The features of a text for the learned model: its words, their neighbours, and sorts of words that meet.

Each feature is a place in a table of `SIZE`. Words of one role are also counted as a sort (sorts.toml),
because even a new attack needs somebody to send, something to take and somewhere to send it. The small
words that every sentence is built with (`small` there) say nothing by themselves. How a sentence is built
counts too: an order begins with what is to be done, a note with what it is about, and one who plants needs
several roles in one sentence. Everything is linear in the length of the text. Standard library only.
"""

import re
import tomllib
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from memtui.word_sorts import WordSorts

BITS = 15
"""The table has 2¹⁵ places, a byte for each in the shipped file."""
SIZE = 1 << BITS
PIECE = 250
"""Characters that are read together: a planted sentence must not drown in a long text."""
SHORTEST = 40
"""Characters of a text that is read: a few words tell too little."""
_SENTENCE = re.compile(r"(?:[.!?;](?=\s)|[\n。！？；])+\s*")
_WORD = re.compile(
    r"[^\W\d_\u3040-\u30ff\u3400-\u9fff]+(?:['’][a-z]+)?|[\u3040-\u30ff\u3400-\u9fff]|\d+|[@`|$]"
)
"""A word, one sign of Chinese or Japanese, a number, or a mark that tells of an address or of code."""
_LABEL = re.compile(r"^\W{0,20}(?:[^\n:`]{1,40}:\s{1,9})?\W{0,20}")
"""What stands before the first word of a sentence: marks of a list, and a name such as `Backups:`."""
_FIRST = 40
"""Characters in which the first word is looked for."""
_MOST_ROLES, _MOST_WORDS, _WORDS_A_STEP = 7, 5, 8
"""So many sorts, and steps of so many words, a sentence is told apart by."""
_SAME = dict.fromkeys(("example", "com", "net", "org", "io"), "com")
"""Ends of addresses: they show who invented the address, not its purpose."""
_STEM = 5
"""Letters by which forms of a word are the same: `ignore`, `ignores`, `ignoring`."""
_SORT_COUNTS = 3
"""So many places a sort takes, where a word takes one: there are fewer of them and each tells more. A word of
several sorts, such as `transfer`, takes no more in all, because it means one of them."""
_NEAR = 4
"""Two sorts of words count as near within this many words, small ones left out: in a long list all sorts come
up.
"""

Span = tuple[int, int]

_HOW = {"always", "forbids"}
"""Sorts of words that show the manner of a request, not its matter."""

_DEEDS = {"does", "off", "quiet", "send"}
"""Sorts of words that ask somebody to do something, or not to speak of it."""


@cache  # read when the first word is looked at, as most commands look at none
def _document() -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_name("sorts.toml").read_text("utf-8"))


@cache
def _sorts() -> WordSorts:
    return WordSorts.of_tables(_document()["sorts"])


@cache
def _small() -> frozenset[str]:
    """Return the function words: they show how somebody writes, not what they want."""
    return frozenset(_document()["small"].split())


class _Word(NamedTuple):
    """The features of a word that do not depend on its neighbours."""

    number: int
    small: bool
    alone: tuple[int, ...]
    """The places of the word itself and of its stem; none for a small one."""
    sorts: tuple[str, ...]


@lru_cache(maxsize=1 << 15)  # most words of a store are the same few thousand
def _known(word: str) -> _Word:
    number, small = crc32(word.encode()), is_small(word)
    stem = [crc32(b"s" + word[:_STEM].encode()) % SIZE] if len(word) > _STEM else []
    return _Word(number, small, () if small else (number % SIZE, *stem), () if small else _sorts().of(word))


@lru_cache(maxsize=1024)
def sort_places(sort: str) -> tuple[int, ...]:
    """Return the places of a sort."""
    return tuple(crc32(f"sort {number} {sort}".encode()) % SIZE for number in range(_SORT_COUNTS))


@lru_cache(maxsize=1024)
def _meeting_place(first: str, second: str) -> int:
    return crc32(f"sort 0 {first} {second}".encode()) % SIZE


def words_in(text: str) -> list[str]:
    """Return the words of a text in lower case; numbers are one word, and so are the ends of addresses."""
    return [_SAME.get(word) or ("0" if word.isdecimal() else word) for word in _WORD.findall(text.lower())]


def is_small(word: str) -> bool:
    """Say whether a word tells nothing by itself."""
    return word in _small()


def is_shown(word: str) -> bool:
    """Say whether a word helps a person see what a text asks for.

    Function words, `always` and `never`, numbers, marks and parts of addresses do not.
    """
    sorts = set(sorts_of(word))
    matters = not sorts or bool(sorts - _HOW)
    return len(word) > 2 and matters and not is_small(word) and word not in {"com", "http", "https", "www"}


def sorts_of(word: str) -> tuple[str, ...]:
    """Return the sorts of a word."""
    return _known(word).sorts


def asks(text: str, spans: Sequence[Span]) -> bool:
    """Say whether some sentences of a text have a word that asks for a deed: who plants, wants something."""
    return any(
        not _DEEDS.isdisjoint(sorts_of(word)) for start, end in spans for word in words_in(text[start:end])
    )


def sentences(text: str) -> Iterator[Span]:
    """Yield from where to where the sentences of a text reach."""
    start = 0
    for match in _SENTENCE.finditer(text):
        if match.start() > start:
            yield start, match.start()
        start = match.end()
    if start < len(text):
        yield start, len(text)


def pieces(text: str) -> list[list[Span]]:
    """Return the sentences of a text, those together that are read together."""
    packed: list[list[Span]] = []
    for start, end in sentences(text):
        if packed and end - packed[-1][0][0] <= PIECE:
            packed[-1].append((start, end))
        else:
            packed.append([(start, end)])
    return packed


def features(text: str, spans: Sequence[Span]) -> set[int]:
    """Return the places of all that the model sees in some sentences of a text."""
    hashes: set[int] = set()
    for start, end in spans:
        words = words_in(text[start:end])
        for places in by_word(words):
            hashes.update(places)
        hashes.update(_meetings(words))
        hashes.update(_build(text[start:end], words))
    return hashes


def _build(sentence: str, words: Sequence[str]) -> Iterator[int]:
    """Yield the places of how a sentence is built: its first word, how many roles meet in it, its length."""
    at = _LABEL.match(sentence)
    body = sentence[at.end() :] if at else sentence
    for first in words_in(body[:_FIRST])[:1]:
        yield _built("first", first)
        yield from (_built("first sort", sort) for sort in sorts_of(first))
    roles = {sort for word in words for sort in sorts_of(word)}
    yield _built("roles", str(min(len(roles), _MOST_ROLES)))
    yield _built("words", str(min(len(words) // _WORDS_A_STEP, _MOST_WORDS)))


@lru_cache(maxsize=1 << 14)
def _built(what: str, value: str) -> int:
    return crc32(f"{what} {value}".encode()) % SIZE


def by_word(words: Sequence[str]) -> Iterator[list[int]]:
    """Yield for each word of a sentence its places: its own, its stem's, and with the two before it.

    A small word has places only beside another that is not.
    """
    before = previous = _START
    for word in map(_known, words):
        places = list(word.alone)
        if not (word.small and previous.small):
            places.append(_together(previous.number, word.number, 3))
        if not (word.small and before.small):
            places.append(_together(before.number, word.number, 5))
        yield places
        before, previous = previous, word


_START = _Word(1, False, (), ())
"""Stands before the first word of a sentence."""


def _together(one: int, other: int, apart: int) -> int:
    return ((one * 0x9E3779B1 + other * apart) & 0xFFFFFFFF) >> (32 - BITS)


def _meetings(words: Sequence[str]) -> set[int]:
    """Return the places of the sorts of words in a sentence, and of each two that meet in it."""
    pairs: set[int] = set()
    near: deque[tuple[str, ...]] = deque(maxlen=_NEAR)
    for word in map(_known, words):
        if word.small:
            continue
        for sort in word.sorts:
            pairs.update(sort_places(sort)[: _SORT_COUNTS // len(word.sorts)])
            pairs.update(_meeting_place(other, sort) for others in near for other in others if other != sort)
        near.append(word.sorts)
    return pairs
