"""Reads one statement into what can be compared: words, names, numbers, dates, versions, paths, signs.

`difference` and `contradiction` call it for every pair that similarity brings up, so results are
remembered. It judges nothing; it returns what is there and where, so that a difference can be shown in the
text.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from functools import cached_property, lru_cache
from pathlib import Path

from memtui.language.amounts import smallest
from memtui.language.bounds import as_bounds, denied_comparisons
from memtui.language.lexicon import (
    LEXICON,
    NEGATIONS,
    NEGATIVE_VERBS,
    QUANTIFIERS,
    STOP_WORDS,
    has_opposite,
    root,
)
from memtui.language.numerals import IN_COMPARISON
from memtui.language.stems import stem
from memtui.phrases import phrases_in


class Kind(StrEnum):
    """What a token is."""

    WORD = "word"
    NAME = "name"
    NUMBER = "number"
    DATE = "date"
    VERSION = "version"
    PATH = "path"


@dataclass(frozen=True, slots=True)
class Token:
    """One word or figure of a statement, and where it stands."""

    kind: Kind
    text: str
    start: int
    end: int
    key: str
    """What equal tokens have in common: a stem, a name without case, a number with its unit."""
    small: bool = False
    """A word without content of its own."""
    negation: bool = False
    quantity: str = ""
    """`all`, `some`, `few` …, for words that say how many."""
    root: str = ""
    """The stem that all spellings of a word share; of an amount in a unit how much that is in the smallest
    one of its sort (`amounts`), and empty for other figures."""


@dataclass(frozen=True)
class Statement:
    """A statement, read."""

    text: str
    tokens: tuple[Token, ...]

    def __hash__(self) -> int:
        """Statements are looked up often, and their words follow from the text."""
        return hash(self.text)

    def of(self, kind: Kind) -> list[Token]:
        """Return the tokens of one kind."""
        return [token for token in self.tokens if token.kind is kind]

    @cached_property
    def content(self) -> tuple[Token, ...]:
        """The words and names that carry the meaning."""
        return tuple(
            t
            for t in self.tokens
            if t.kind in (Kind.WORD, Kind.NAME) and not t.small and not t.negation and not t.quantity
        )

    @cached_property
    def signs(self) -> tuple[Token, ...]:
        """The small words that have an opposite: on, off, before, after, with, without."""
        return tuple(t for t in self.tokens if t.kind is Kind.WORD and t.small and has_opposite(t.key))

    @cached_property
    def negations(self) -> tuple[Token, ...]:
        """The words that negate, without those that take each other back or belong to `not only`."""
        negating = [t for t in self.tokens if t.negation]
        return () if len(negating) == 2 and negating[1].start - negating[0].end <= 1 else tuple(negating)

    @cached_property
    def denials(self) -> tuple[Token, ...]:
        """Those of the words that negate which deny more than a comparison."""
        in_bounds = denied_comparisons(self.text)
        return tuple(token for token in self.negations if token.start not in in_bounds)

    @cached_property
    def bounds(self) -> frozenset[str]:
        """Whether it says how much there is `at_most`, or `at_least`."""
        text = as_bounds(self.text)
        return frozenset(name for name in _BOUNDS if _PHRASES[name].pattern.search(text))

    def is_bounded_otherwise(self, other: "Statement") -> bool:
        """Say whether one of two says how much there is at most, and the other how much at least."""
        return bool(self.bounds and other.bounds) and self.bounds.isdisjoint(other.bounds)

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys of all words, small ones too."""
        return frozenset(t.key for t in self.tokens)


_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_CAPITAL_MONTH = (
    r"(?:Jan(?:uary?)?|Feb(?:ruary?)?|Mar(?:ch)?|Apr(?:il)?|May|Jun[ei]?|Jul[yi]?|Aug(?:ust)?|Sept?(?:ember)?|"
    r"Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"
)
"""In English and, where they begin alike, in German; not each word that begins so: `Marta`, `Decide`."""
_UNIT = (
    r"(?:%|percent|per\ cent|[kmgt]i?b(?:ps|/s)?|[kmbn](?![a-z])|ms|µs|ns|secs?|seconds?|mins?|minutes?|"
    r"hrs?|hours?|days?|weeks?|months?|years?|yrs?|s|h|d|px|rpm|rps|qps|fps|hz|[kmg]hz|kg|km|cm|mm|lbs?|usd|"
    r"eur|gbp|dollars?|euros?|pounds?|million|billion|thousand|bytes?|°[cf]?|x)"
)
_TOKEN = re.compile(
    rf"""
    (?P<path>
        [a-z][a-z0-9+.-]{{0,20}}://[^\s<>"'`)\]]+
      | (?<![\w.])(?:~|\.{{1,2}})?/[\w@.+-][\w@./+-]*
      | \b[a-z]:\\[\w\\.-]*\w
      | \b[\w.@-]{{1,60}}(?:/[\w.@-]+)+
      | \b[\w-]{{1,60}}(?:\.[\w-]{{1,60}}){{0,6}}\.(?:py|md|json|jsonl|ya?ml|toml|ini|cfg|conf|env|txt|csv|
          tsx?|jsx?|css|html?|rs|go|java|kt|rb|php|sh|sql|db|lock|log|xml|c|h|cpp|proto|tf|ipynb|pdf|png|svg)\b
      | \b[\w.+-]{{1,60}}@[\w-]{{1,60}}\.[\w.]+
    )
  | (?P<date>
        \b\d{{4}}-\d{{1,2}}(?:-\d{{1,2}})?(?:[T\ ]\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?:\.\d+)?Z?)?\b
      | \b\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}\b
      | \b\d{{1,2}}(?:st|nd|rd|th)?\ (?:of\ )?{_MONTH}\.?(?:,?\ \d{{4}})?\b
      | \b{_MONTH}\.?\ \d{{1,2}}(?:st|nd|rd|th)?(?:,?\ \d{{4}})?\b(?!:)
      | \b{_MONTH}\.?,?\ \d{{4}}\b
      | \bq[1-4](?:\ \d{{4}})?\b
      | \b(?-i:{_CAPITAL_MONTH})\b
      | \b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b
      | \b\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?:\ ?[ap]\.?m\b\.?)?
      | \b\d{{1,2}}\ ?[ap]\.?m\b\.?
      | \b(?:today|tonight|tomorrow|yesterday)\b
    )
  | (?P<version>\bv\d+(?:\.\d+)*[\w.+-]*\b | \b\d+\.\d+\.\d+(?:[.-]?[a-z\d]+)*+\b)
  | (?P<number>
        (?<![\w.])[-+]?(?:[$€£¥\#]\ ?)?\d[\d,_]{{0,40}}(?:\.\d{{1,40}})?
          (?:st|nd|rd|th)?(?:[ -]?{_UNIT})?(?![\w])
    )
  | (?P<word>[^\W_](?:[\w'’+#]|[-.&](?=[^\W_]))*)
  | (?P<flag>--?[a-z][\w-]*|_\w+)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_UNITS = LEXICON.units
_SCALES = LEXICON.scales
_NUMBER_PARTS = re.compile(
    r"(?P<sign>[-+]?)(?P<mark>[$€£¥#]?)\s?(?P<digits>\d[\d,_]*(?:\.\d+)?)(?:st|nd|rd|th)?[ -]?(?P<unit>.*)",
    re.S,
)
_DATE_WORDS = re.compile(r"[a-z]+|\d+", re.I)
_PHRASES = phrases_in(Path(__file__).with_name("words.toml"), within="statement")
_PLACE_BEFORE = _PHRASES["place_before"].pattern
_SEVERAL = re.compile(r"[A-Z]{2,30}s")
"""Several of what letters stand for: `APIs`."""
_BOUNDS = ("at_most", "at_least")
_BOUND = _PHRASES["bound"].pattern
"""A no that denies nothing: it says how far something goes."""
_CLITICS = re.compile(r"(?:n['’]t|['’](?:s|re|ve|ll|d|m)?)$", re.I)
_SENTENCE_END = re.compile(r"[.!?:;]\s*[\"')\]]*\s*$|\n\s*(?:[-*•]\s+)?$|^\W*$")


@lru_cache(maxsize=2048)
def read(text: str) -> Statement:
    """Return `text` as a statement. Reading costs about 20 µs for a sentence."""
    return Statement(text, tuple(_tokens(text)))


def _tokens(text: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(text):
        kind, matched, start = match.lastgroup, match.group(), match.start()
        if kind == "number":
            key = _number_key(matched)
            yield Token(Kind.NUMBER, matched, start, match.end(), key, root=smallest(key))
        elif kind == "date":
            yield Token(Kind.DATE, matched, start, match.end(), _date_key(matched))
        elif kind == "version":
            yield Token(Kind.VERSION, matched, start, match.end(), matched.lower().lstrip("v"))
        elif kind == "path":
            trimmed = matched.rstrip(".,;:")
            if _is_alternative(text, trimmed, start):
                yield from _either_or(trimmed, start)
            else:
                yield Token(Kind.PATH, trimmed, start, start + len(trimmed), trimmed.rstrip("/"))
        elif kind == "flag":
            yield Token(Kind.NAME, matched, start, match.end(), matched, root=matched)
        else:
            yield _word(text, matched, start)


def _is_alternative(text: str, word: str, start: int) -> bool:
    """Say whether `read/write` is meant as two words: no dot, one slash, and nothing says where."""
    if "." in word or ":" in word or word.count("/") != 1 or word[0] in "/~":
        return False
    return not _PLACE_BEFORE.search(text[max(start - 12, 0) : start])


def _either_or(word: str, start: int) -> Iterator[Token]:
    """Read `read/write` as two words; a path has more than one slash, or starts with one."""
    first, _, second = word.partition("/")
    for part, offset in ((first, start), (second, start + len(first) + 1)):
        for token in _tokens(part):
            yield replace(token, start=token.start + offset, end=token.end + offset)


@dataclass(frozen=True, slots=True)
class _Spelling:
    """What a word is wherever it stands."""

    bare: str
    """Without `n't`, `'s` and the like."""
    key: str = ""
    root: str = ""
    number: str = ""
    """The key of the number that it writes out."""
    negates: bool = False
    quantity: str = ""
    stops: bool = False
    """It is one of the small words, unless it is a label."""
    is_name: bool = False
    """It is written as a name: capitals inside it, digits, or `_`."""


@lru_cache(maxsize=1 << 14)  # most words of a store are the same few thousand
def _spelling(word: str) -> _Spelling:
    bare = _CLITICS.sub("", word)
    lower = bare.lower()
    if not bare:
        return _Spelling("", word.lower())
    if lower in IN_COMPARISON:
        return _Spelling(bare, number=IN_COMPARISON[lower])
    key = stem(lower)
    negated = word.lower().replace("’", "'").endswith("n't") or word.lower() == "cannot"
    denies = key in NEGATIVE_VERBS and lower not in STOP_WORDS  # "quite" has the stem of "quit"
    return _Spelling(
        bare,
        key,
        root(key),
        negates=negated or lower in NEGATIONS or denies,
        quantity=QUANTIFIERS.get(lower, ""),
        stops=lower in STOP_WORDS,
        is_name=any(c.isdigit() or c == "_" for c in bare) or any(c.isupper() for c in bare[1:]),
    )


def _word(text: str, word: str, start: int) -> Token:
    end, spelling = start + len(word), _spelling(word)
    bare, key, base = spelling.bare, spelling.key, spelling.root
    if not bare:
        return Token(Kind.WORD, word, start, end, key, small=True)
    if spelling.number:
        return Token(Kind.NUMBER, word, start, end, spelling.number)
    if spelling.negates and _BOUND.match(text, start):
        return Token(Kind.WORD, word, start, end, key, small=True, root=base)
    if spelling.negates:
        key = bare.lower() if bare.lower() in NEGATIONS else key
        return Token(Kind.WORD, word, start, end, key, True, True, root=base)
    if spelling.quantity:
        return Token(Kind.WORD, word, start, end, bare.lower(), True, quantity=spelling.quantity, root=base)
    if spelling.stops and not _is_label(text, bare, start):
        return Token(Kind.WORD, word, start, end, key, True, root=base)
    if spelling.is_name or (bare[0].isupper() and _stands_as_name(text, bare, start)):
        lower = bare.lower()
        name = lower.removesuffix("s") if _SEVERAL.fullmatch(bare) else lower
        return Token(Kind.NAME, word, start, start + len(bare), name, root=base)
    return Token(Kind.WORD, word, start, end, key, root=base)


def _is_label(text: str, word: str, start: int) -> bool:
    """Say whether a small word is written as a name after all: `IT`, or the A of `service A`."""
    if not word.isupper() or word == "I":
        return False
    return len(word) > 1 or not _SENTENCE_END.search(text[max(start - 12, 0) : start])


def _stands_as_name(text: str, word: str, start: int) -> bool:
    """Say whether a word with a capital is a name where it stands.

    At the start of a sentence a capital says nothing by itself; it does when another one follows.
    """
    if not _SENTENCE_END.search(text[max(start - 12, 0) : start]):
        return True
    rest = text[start + len(word) : start + len(word) + 3].lstrip(" ")
    return bool(rest) and rest[0].isupper() and len(word) > 1


def _number_key(number: str) -> str:
    parts = _NUMBER_PARTS.match(number)
    if parts is None:
        return number
    value = Decimal(parts["digits"].replace(",", "").replace("_", ""))
    unit = parts["unit"].strip().lower()
    if unit in _SCALES and not (unit == "m" and parts["mark"] == ""):
        value *= _SCALES[unit]
        unit = ""
    unit = _UNITS.get(unit) or _UNITS.get(unit.rstrip("s")) or unit
    if len(unit) > 2:
        unit = unit.rstrip("s")
    mark = _UNITS.get(parts["mark"], parts["mark"])
    sign = "-" if parts["sign"] == "-" else ""
    return f"{sign}{value.normalize():f}{' ' + (mark or unit) if mark or unit else ''}"


def _date_key(written: str) -> str:
    """Return a date's parts in one order, so that `May 3, 2026` and `3 May 2026` are equal."""
    lower = written.lower()
    if re.match(r"\d{4}-", lower):
        return "-".join(part.zfill(2) for part in re.split(r"[-t ]", lower, maxsplit=3))
    if re.search(r"\d:|\d ?[ap]\.?m", lower):
        return _time_key(lower)
    if re.match(r"\d{1,2}[./]", lower):
        return lower.replace("/", ".")
    month = year = day = rest = ""
    for part in _DATE_WORDS.findall(lower):
        if part[:3] in _MONTHS:
            month = f"{_MONTHS.index(part[:3]) + 1:02}"
        elif part.isdigit():
            if len(part) == 4:
                year = part
            else:
                day = part.zfill(2)
        elif part not in {"st", "nd", "rd", "th", "of"}:
            rest += part.rstrip("s") if part.endswith("days") else part
    return "-".join(part for part in (year, rest, month, day) if part)


def _time_key(lower: str) -> str:
    figures = re.findall(r"\d+", lower)
    hour = int(figures[0]) % 12 + 12 * ("p" in lower) if "m" in lower else int(figures[0])
    return f"{hour:02}:{figures[1] if len(figures) > 1 else '00'}"
