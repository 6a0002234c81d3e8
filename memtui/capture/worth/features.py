"""The features of a sentence for the learned model: words, pairs, sorts of words, form and speaker.

Each feature is a place in a table of `SIZE`. A single word says little about worth, and a small set of
examples holds few words; whether a sentence forbids, gives a reason, asks, or reports a deed says much. So
words are also counted by sort (sorts.toml), with the speaker, and in pairs of sorts. And what a sentence is
about says least of all: a rare noun is not told from another (`Words`).
"""

import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from zlib import crc32

from memtui.word_sorts import WordSorts

BITS = 16
"""The table has 2¹⁶ places, and each head a byte for each of them in the shipped file."""
SIZE = 1 << BITS
USER, AGENT, TEXT, NAMED = "user", "agent", "text", "named"
"""Who may say a sentence: the person, the agent, a document, or somebody named before it."""
_LONGEST = 600
"""Characters of a sentence that are read; a longer one has shown what it is by then."""
_WORD = re.compile(
    r"`[^`\n]{1,80}`|https?://\S+|[\w.~-]*/[\w./~-]+|\w+\(\)|[\w-]+\.(?:py|[jt]sx?|rs|go|md|json|toml|ya?ml|sql|css|html|sh)\b"
    r"|[$€£]?\d[\d.,:/-]*%?|[^\W\d_\u3040-\u30ff\u3400-\u9fff]+(?:['’][a-z]+)?|[\u3040-\u30ff\u3400-\u9fff]|[?!:;#@()]"
)
_STEM = 5
"""Letters by which forms of a word are the same: `prefer`, `prefers`, `preferred`."""
_BLANK = "<word>"
"""Stands for a word that is told from no other."""
_SIZES = (3, 6, 10, 16, 27)
_NAME = re.compile(r"(?<=[a-z,;)] )[A-Z][a-z]+")
_MARKS = ((" — ", "dash"), (": ", "colon"), ("`", "code"), ("(", "bracket"), ('"', "quotes"))

_SORTS = WordSorts.of_tables(
    tomllib.loads(Path(__file__).with_name("sorts.toml").read_text("utf-8"))["sorts"]
)


@dataclass(frozen=True, slots=True)
class _Word:
    """What is known of a word, so that it is looked up once."""

    number: int
    """Of the word itself, to be mixed with others."""
    places: tuple[int, ...]
    """Its own, and its stem's."""
    sorts: tuple[str, ...]


@lru_cache(maxsize=1 << 15)
def _known(word: str) -> _Word:
    stem = [_place(f"t {word[:_STEM]}")] if len(word) > _STEM and word[0] != "<" else []
    number = crc32(word.encode("utf-8", "replace"))
    return _Word(number, (_place(f"w {word}"), *stem), _SORTS.of(word))


@lru_cache(maxsize=1 << 15)
def _place(feature: str) -> int:
    return crc32(feature.encode("utf-8", "replace")) % SIZE


@lru_cache(maxsize=1 << 14)
def _of_sorts(one: str, other: str) -> int:
    return _place(f"ss {one} {other}" if one < other else f"ss {other} {one}")


def _together(one: int, other: int) -> int:
    return ((one * 0x9E3779B1 + other * 3) & 0xFFFFFFFF) >> (32 - BITS)


@dataclass(frozen=True, slots=True)
class Words:
    """The words that are told from others by themselves; any sort of word of `sorts.toml` is besides."""

    known: Set[str] = frozenset()
    common: Set[str] = frozenset()
    """Those of them that also count in pairs and at the ends of a sentence."""


def features(text: str, by: str, words: Words, known: Sequence[str] = ()) -> set[int]:
    """Return the numbers of all the features that a sentence has, each the place of a weight of the model.

    `by`, whose sentence it is, is one of USER, AGENT, TEXT, NAMED. `known` are more signs, such as its kind.
    """
    text = text[:_LONGEST]
    tokens = list(_tokens(text))
    common = _without_others(tokens, words.common)
    places = {_place(f"by {by}"), *_of_form(text, len(tokens))}
    before = 1  # a number that no word has: where a sentence starts
    signs: dict[str, None] = {}
    for word in map(_known, common):
        places.add(_together(before, word.number))
        before = word.number
        signs.update(dict.fromkeys(word.sorts))
    signs.update((f"={sign}", None) for sign in known)
    for at, sign in enumerate(signs):
        places.add(_place(f"s {sign}"))
        places.add(_place(f"s {by} {sign}"))
        places.update(_of_sorts(other, sign) for other in islice(signs, at))
    if common:
        places.update(_of_ends(common, by))
    return places.union(*(_known(each).places for each in _without_others(tokens, words.known)))


def _without_others(tokens: Sequence[str], told: Set[str]) -> list[str]:
    """Return tokens with a blank for each word that is neither told from others nor of a sort."""
    return [each if each in told or not _is_open(each) else _BLANK for each in tokens]


def open_words(text: str) -> Iterator[str]:
    """Yield the words of a text that no table of sorts has: what it is about."""
    return filter(_is_open, _tokens(text[:_LONGEST]))


@lru_cache(maxsize=1 << 15)
def _is_open(token: str) -> bool:
    return token[0].isalpha() and not _known(token).sorts


def _of_ends(words: Sequence[str], by: str) -> Iterator[int]:
    yield _place(f"1 {by} {words[0]}")
    yield _place(f"2 {' '.join(words[:2])}")
    yield _place(f"$ {words[-1]}")
    for sort in _known(words[0]).sorts:
        yield _place(f"1s {by} {sort}")


def _tokens(text: str) -> Iterator[str]:
    """Yield the words of a text in lower case; what is code, an address or a number as what it is."""
    for match in _WORD.finditer(text):
        word = match[0]
        if word.isalpha():
            if len(word) > 2 and not word[1:].islower():
                yield "<name>"
            yield word.lower()
        elif word[0] == "`" or word.endswith("()"):
            yield "<code>"
        elif word.startswith("http"):
            yield "<url>"
        elif word[0].isdigit() or word[0] in "$€£":
            yield _number(word)
        elif "/" in word:
            yield "<path>"
        elif "." in word:
            yield "<file>"
        else:
            yield word.lower().replace("’", "'")


def _number(word: str) -> str:
    if word[0] in "$€£" or word.endswith("%"):
        return "<amount>"
    return "<figures>" if any(sign in word.strip(".,") for sign in ".:/-") else "<number>"


def _of_form(text: str, size: int) -> Iterator[int]:
    """Yield what is seen without reading: length, how it begins and ends, how many names."""
    yield _place(f"size {bisect_right(_SIZES, size)}")
    end = text.rstrip()[-1:]
    yield _place(f"ends {end if end in '.!?:…' else 'open'}")
    begins = text.lstrip()[:1]
    yield _place(f"begins {'upper' if begins.isupper() else 'lower' if begins.islower() else 'other'}")
    yield _place(f"names {min(len(_NAME.findall(text)), 3)}")
    yield _place(f"commas {min(text.count(','), 3)}")
    for sign, name in _MARKS:
        if sign in text:
            yield _place(f"has {name}")
