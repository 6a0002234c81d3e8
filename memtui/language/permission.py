"""Whether one statement allows what the other forbids, or asks for what it says is not needed.

`Never push to main without asking me` and `Push straight to main, no need to ask` share nearly all words, and
are at odds in how each stands to the deed. So a statement is cut into that stance (the deed is forbidden, to
be asked for, free, asked of everybody) and the words of the deed. Two are at odds when the deeds are the same
and only one of the two can be followed. What names more (`your own branch`) is an exception, and no clash.

Called by `restated`.
"""

import re
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from pathlib import Path

from memtui.language import lexicon
from memtui.language.difference import Difference, Finding, Span
from memtui.language.own_statements import blanks, sentences
from memtui.language.side import tells
from memtui.language.statement import Token, read
from memtui.language.stems import stem
from memtui.phrases import lists_in, phrases_in

FILE = Path(__file__).with_name("permission.toml")
_PHRASES = phrases_in(FILE, within="permission")
_NARROWED, _WHEN, _LEAD, _FORBIDDEN, _FREE = (
    _PHRASES[name].pattern for name in ("narrowed", "when", "lead", "forbidden", "free")
)
_NARROWING = re.compile(rf"(?<=\S)\s(?:{_NARROWED.pattern}).*", re.IGNORECASE)
LISTS = lists_in(FILE, "lists")
_FILLING = frozenset(map(stem, LISTS["filling"].words)) | lexicon.LIGHT
_LEAST = 2
"""Words of a deed that is told well enough, `push`, `main`; one alone where both say how they stand to it."""
_LONGEST = 240
"""Characters of a statement that is looked at."""
_WHY = "one says no where the other says yes"


class Stance(Enum):
    """How a statement stands to a deed."""

    FORBIDDEN = auto()
    ASKED = auto()
    """Somebody has to be asked before."""
    ALLOWED = auto()
    FREE = auto()
    """Nobody has to be asked."""
    ALWAYS = auto()
    UNNEEDED = auto()
    TOLD = auto()
    """It is told to be done, in the form of an order."""


_AT_ODDS = frozenset(
    {
        frozenset({Stance.FORBIDDEN, Stance.ALLOWED}),
        frozenset({Stance.FORBIDDEN, Stance.FREE}),
        frozenset({Stance.FORBIDDEN, Stance.ALWAYS}),
        frozenset({Stance.FORBIDDEN, Stance.TOLD}),
        frozenset({Stance.ASKED, Stance.ALLOWED}),
        frozenset({Stance.ASKED, Stance.FREE}),
        frozenset({Stance.ALWAYS, Stance.UNNEEDED}),
    }
)
_IN_WORDS = (
    (Stance.ASKED, _PHRASES["ask"].pattern),
    (Stance.UNNEEDED, _PHRASES["unneeded"].pattern),
    (Stance.FORBIDDEN, _FORBIDDEN),
    (Stance.ALLOWED, _PHRASES["allowed"].pattern),
    (Stance.ALWAYS, _PHRASES["always"].pattern),
)
"""The words of each stance, the more telling first."""


@dataclass(frozen=True, slots=True)
class _Deed:
    """A deed, and how a sentence stands to it."""

    stance: Stance
    words: tuple[Token, ...]
    """What it is, in its order; no stances, no filling."""
    span: Span
    """Where the words of the stance stand, or the first word of an order."""


@dataclass(frozen=True, slots=True)
class AtOdds:
    """Two stances to one deed, and where they stand."""

    why: str
    evidence: Finding


@lru_cache(maxsize=1024)
def at_odds(left: str, right: str) -> AtOdds | None:
    """Return how two statements stand to a deed which not both can be followed in; None without one."""
    for one in _deeds(left):
        for other in _deeds(right):
            if frozenset({one.stance, other.stance}) in _AT_ODDS and _same(one, other):
                return AtOdds(_WHY, Finding(Difference.NEGATION, (one.span,), (other.span,)))
    return None


def _same(one: _Deed, other: _Deed) -> bool:
    """Say whether two deeds are one. An order has to begin with the word that the other forbids."""
    if Stance.TOLD in (one.stance, other.stance) and _key(one.words[0]) != _key(other.words[0]):
        return False
    first, second = ({_key(word) for word in deed.words} for deed in (one, other))
    if min(len(first), len(second)) < _LEAST:
        return first == second and Stance.TOLD not in (one.stance, other.stance)
    return (other.stance is Stance.UNNEEDED or _all_in(first, second)) and (
        one.stance is Stance.UNNEEDED or _all_in(second, first)
    )


def _key(word: Token) -> str:
    """Return what the spellings of a word share, also of one with a hyphen: `force-push`, `force-pushing`."""
    return "-".join(map(stem, word.text.lower().split("-"))) if "-" in word.text else word.key


def _all_in(words: set[str], others: set[str]) -> bool:
    return all(any(lexicon.same_meaning(word, each) for each in others) for word in words)


@lru_cache(maxsize=4096)
def _deeds(text: str) -> tuple[_Deed, ...]:
    """Return the deeds that the sentences of a text are about; none of one that makes exceptions."""
    if len(text) > _LONGEST or _NARROWED.search(text):
        return ()
    found = (_deed(sentence) for sentence in sentences(text))
    return tuple(deed for deed in found if deed is not None)


def _deed(sentence: str) -> _Deed | None:
    """Return the deed of a sentence: that of the first clause that names one, and how it stands to it.

    A clause behind it may only say that nobody has to be asked.
    """
    sentence = _NARROWING.sub(blanks, _LEAD.sub(blanks, sentence))
    parts = [_stance(part) for part in _parts(sentence)]
    told = next(((*part, _words(part[1])) for part in parts if _words(part[1])), None)
    if told is None:
        return None
    stance, _, span, words = told
    free = next((part for part in parts if part[0] is Stance.FREE and not _words(part[1])), None)
    if free is not None and stance in (Stance.TOLD, Stance.ALLOWED):
        stance, _, span = free
    elif stance is Stance.TOLD and words[0].start != read(sentence).tokens[0].start:
        return None
    return _Deed(stance, words, span or Span(words[0].start, words[0].end))


def _stance(sentence: str) -> tuple[Stance, str, Span | None]:
    """Return how a clause stands to its deed, the clause without those words, and where they stand."""
    free = _FREE.search(sentence)
    if free is not None:
        rest = sentence[: free.start()] + " " * len(free[0]) + sentence[free.end() :]
        forbids = _FORBIDDEN.search(rest)
        bare = rest if forbids else _WHEN.sub(blanks, rest)
        for _, pattern in _IN_WORDS:
            bare = pattern.sub(blanks, bare)
        return Stance.ASKED if forbids else Stance.FREE, bare, Span(free.start(), free.end())
    for stance, pattern in _IN_WORDS:
        match = pattern.search(sentence)
        if match is not None:
            bare = pattern.sub(blanks, sentence)
            bare = _WHEN.sub(blanks, bare) if stance is Stance.ALLOWED else bare
            return stance, bare, Span(match.start(), match.end())
    return Stance.TOLD, sentence, None


def _parts(sentence: str) -> list[str]:
    """Return the clauses of a sentence, each with blanks for all before it."""
    starts = [0, *(place + 1 for place, sign in enumerate(sentence) if sign == ",")]
    stops = [*(start - 1 for start in starts[1:]), len(sentence)]
    return [" " * start + sentence[start:stop] for start, stop in zip(starts, stops, strict=True)]


@lru_cache(maxsize=4096)
def _words(clause: str) -> tuple[Token, ...]:
    """Return the words of a clause that say what the deed is."""
    return tuple(t for t in read(clause).tokens if tells(t) and t.key and t.key not in _FILLING)
