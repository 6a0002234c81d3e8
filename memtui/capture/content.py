"""What a text is about, in any script: its content words, its clauses, and how much of one text
another holds.

Read by `support`, which compares a statement with the words around its quote. Latin words are compared by
their stems, German compounds by their parts; Chinese and Japanese, which no space divides, by each character
that carries meaning, with katakana words whole.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from memtui.language.lexicon import STOP_WORDS, root, same_meaning
from memtui.language.remembered import remembered
from memtui.language.stems import stem
from memtui.phrases import lists_in, phrases_in

_LISTS = lists_in(Path(__file__).with_name("words.toml"), "content")
SMALL = STOP_WORDS | {*_LISTS["german"].words, *_LISTS["more"].words}
_HAN_SMALL = frozenset(_LISTS["han"].words)
_WORD = re.compile(
    r"(?P<latin>[^\W\d_\u3040-\u30ff\u3400-\u9fff々]+(?:[-'’.][^\W\d_\u3040-\u30ff\u3400-\u9fff々]+)*)"
    r"|(?P<katakana>[\u30a1-\u30fa\u30fc]{2,})|(?P<han>[\u3400-\u9fff々])"
)
_CLITIC = re.compile(r"(?:n['’]t|['’](?:s|re|ve|ll|d|m)?)$")
_PHRASES = phrases_in(Path(__file__).with_name("content.toml"))
_BREAK = _PHRASES["break"].pattern
_AND = _PHRASES["and"].pattern
_LEAST_SHARED = 0.7
"""Two words that share this part of the shorter one's letters, from the start, are forms of one word."""
_COMPOUND = 5
"""Letters from which on a word within another is taken for a part of it: `deploy` in `redeploy`."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One word, or one character of a script without spaces."""

    key: str
    start: int
    end: int
    wide: bool = False
    capital: bool = False

    @property
    def is_character(self) -> bool:
        """Whether it is a single character of a script without spaces."""
        return self.wide and self.end - self.start == 1


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch between two breaks, with its content."""

    text: str
    start: int
    units: tuple[Unit, ...]


@remembered
def units(text: str) -> list[Unit]:
    """Return the content of a text in its order."""
    units = []
    for match in _WORD.finditer(text):
        word = match[0]
        if match["han"]:
            if word not in _HAN_SMALL:
                units.append(Unit(word, match.start(), match.end(), wide=True))
            continue
        lower = _CLITIC.sub("", word.lower())
        if match["katakana"] is None and (lower in SMALL or (len(lower) < 2 and not _is_label(text, match))):
            continue
        parts = lower.split("-") if "-" in lower else [lower]
        capital = word[0].isupper()
        units += [
            Unit(stem(p), match.start(), match.end(), match["katakana"] is not None, capital)
            for p in parts
            if p and p not in SMALL
        ]
    return units


def _is_label(text: str, match: re.Match[str]) -> bool:
    """Say whether a single letter names one of several things: `sample C`, `样品D`."""
    before, after = text[: match.start()][-1:], text[match.end() :][:1]
    return match[0].isupper() and match[0] != "I" and before not in {"", "°"} and after not in {"'", "’"}


@lru_cache(maxsize=65536)
def alike(one: str, other: str) -> bool:
    """Say whether two units are the same word, forms of one, synonyms, or a compound and its part."""
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    if len(short) < 2 or not short[0].isalpha() or ord(short[0]) > 0x2E7F:
        return False
    if same_meaning(one, other) or root(one) == root(other) or _german_alike(one, other):
        return True
    shared = next((n for n, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if shared >= max(4, _LEAST_SHARED * len(short)) and shared >= 0.5 * len(long):
        return True
    return len(short) >= _COMPOUND and (long.startswith(short) or long.endswith(short))


def _german_alike(one: str, other: str) -> bool:
    """Say whether two German words are forms of one word, or one is the end of the other: `gewechselt`,
    `wechseln`.
    """
    short, long = sorted((_german(one), _german(other)), key=len)
    return len(short) >= _LEAST_GERMAN and (short == long or long.endswith(short) or long.startswith(short))


@lru_cache(maxsize=65536)
def _german(word: str) -> str:
    """Return a word without umlauts, the `ge` of a participle and its ending."""
    plain = _ENDING.sub("", _PARTICIPLE.sub(r"\1", word.translate(_UMLAUTS)))
    return plain if len(plain) >= _LEAST_GERMAN else word


_UMLAUTS = str.maketrans("äöü", "aou")
_PARTICIPLE = _PHRASES["participle"].pattern
_ENDING = _PHRASES["ending"].pattern
_LEAST_GERMAN = 5
"""Letters of a word without its ending that tell it from others."""


def shared_units(wanted: Iterable[Unit], among: Iterable[Unit]) -> list[Unit]:
    """Return those of `wanted` that `among` holds."""
    keys = {unit.key for unit in among}
    return [unit for unit in wanted if unit.key in keys or any(alike(unit.key, key) for key in keys)]


def coverage(wanted: Sequence[Unit], among: Iterable[Unit]) -> float:
    """Return which share of `wanted` is held; 1 when nothing is wanted."""
    return len(shared_units(wanted, among)) / len(wanted) if wanted else 1.0


@remembered
def clauses(text: str) -> list[Clause]:
    """Return the clauses of a text that hold any content, in their order."""
    cuts = {0, len(text)} | {match.start() for match in _BREAK.finditer(text)}
    for match in _AND.finditer(text):
        before = max((cut for cut in cuts if cut < match.start()), default=0)
        after = min((cut for cut in cuts if cut > match.start()), default=len(text))
        sides = units(text[before : match.start()]), units(text[match.end() : after])
        if all(len(side) >= _EACH_SIDE for side in sides):
            cuts.add(match.start())
    ordered = sorted(cuts)
    parts = []
    for start, end in pairwise(ordered):
        inside = tuple(
            Unit(u.key, u.start + start, u.end + start, u.wide, u.capital) for u in units(text[start:end])
        )
        if inside or text[start:end].strip(" .,;:!?。，、\n"):
            parts.append(Clause(text[start:end], start, inside))
    return parts


_EACH_SIDE = 2
"""Content on either side of an `and` that joins clauses and not words."""
