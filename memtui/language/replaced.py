"""Whether one statement tells that something took the place of what the other still names.

`We moved the forum from Nodebb to Discourse` names both, so `The forum runs on Nodebb` is overtaken, whatever
the words of each: it need only name the old one as if it were there, speak of the same, and not name the
new one. What is planned, denied or past in either tells nothing.

Called by `restated` and `other_words`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from memtui.language.difference import Difference, Finding, Span
from memtui.language.new_state import FRAME, OPEN, PAST
from memtui.language.own_statements import sentences
from memtui.language.side import tells, word_id
from memtui.language.statement import Kind, Token, read
from memtui.language.stems import stem
from memtui.phrases import lists_in, phrases_in

FILE = Path(__file__).with_name("replaced.toml")
_PHRASES = phrases_in(FILE, within="replaced")
CHANGES = tuple(phrase.pattern for phrase in _PHRASES.values())
LISTS = lists_in(FILE, "lists")
SIGNS = re.compile("|".join(LISTS["signs"].words), re.IGNORECASE)
"""The words of which each of those has one: they look on from every letter, and most sentences have none."""
_FRAME = frozenset(map(stem, LISTS["changing"].words)) | FRAME
_LONGEST_NAME = 3
"""Words of what was replaced, at most: what is longer is no name."""


@dataclass(frozen=True, slots=True)
class _Replacement:
    """What a sentence says is gone."""

    old: tuple[Token, ...]
    new: frozenset[str]
    """The words of what came in its place; none where that is not told."""
    of: frozenset[str]
    """What else the sentence says."""


@lru_cache(maxsize=1024)
def replaced(left: str, right: str) -> Finding | None:
    """Return where two statements name what was replaced; None where neither tells of that."""
    found = _overtaken(left, right)
    if found is not None:
        return Finding(Difference.NAME, *found)
    found = _overtaken(right, left)
    return None if found is None else Finding(Difference.NAME, *reversed(found))


def takes_what_came(left: str, right: str) -> bool:
    """Say whether one statement tells what took another's place, and the other only speaks of what came."""
    return _names_what_came(left, right) or _names_what_came(right, left)


def _names_what_came(later: str, other: str) -> bool:
    words = _words(other)
    return any(
        replacement.new
        and replacement.new <= words.keys()
        and not all(word_id(token) in words for token in replacement.old)
        for replacement in _replacements(later)
    )


def _overtaken(earlier: str, later: str) -> tuple[tuple[Span], tuple[Span]] | None:
    """Return where `earlier` names what is gone as if it were there, and where `later` says that it is."""
    for replacement in _replacements(later):
        if replacement.of and replacement.of.isdisjoint(_words(earlier)):
            continue
        for sentence in sentences(earlier):
            place = _named(sentence, replacement)
            if place is not None:
                return (place,), (_over(replacement.old),)
    return None


def _named(sentence: str, replacement: _Replacement) -> Span | None:
    """Return where a sentence names the old one, if it tells how things are."""
    if OPEN.search(sentence) or PAST.search(sentence) or _tells_of_one(sentence):
        return None
    words = _words(sentence)
    old = [word_id(token) for token in replacement.old]
    if not all(word in words for word in old) or not replacement.new.isdisjoint(words):
        return None
    found = tuple(words[word] for word in old)
    if not replacement.of and all(token.kind is not Kind.NAME for token in (*found, *replacement.old)):
        return None
    return _over(found)


@lru_cache(maxsize=4096)
def _words(text: str) -> dict[str, Token]:
    return {word_id(token): token for token in read(text).tokens if tells(token)}


def _tells_of_one(sentence: str) -> bool:
    return bool(SIGNS.search(sentence)) and any(pattern.search(sentence) for pattern in CHANGES)


@lru_cache(maxsize=4096)
def _replacements(text: str) -> tuple[_Replacement, ...]:
    return tuple(found for sentence in sentences(text) for found in _told(sentence))


def _told(sentence: str) -> Iterator[_Replacement]:
    """Yield what a sentence says is gone."""
    if not SIGNS.search(sentence) or OPEN.search(sentence):
        return
    told = [token for token in read(sentence).tokens if tells(token) and token.kind is not Kind.DATE]
    for pattern in CHANGES:
        match = pattern.search(sentence)
        if match is None:
            continue
        old = _name(told, *match.span("old"))
        new = _name(told, *match.span("new")) if "new" in pattern.groupindex else ()
        of = {word_id(token) for token in told if token not in (*old, *new)} - _FRAME
        if 0 < len(old) <= _LONGEST_NAME:
            yield _Replacement(old, frozenset(map(word_id, new)), frozenset(of))


def _name(told: list[Token], start: int, end: int) -> tuple[Token, ...]:
    """Return the names in a stretch, else all its words."""
    inside = tuple(token for token in told if start <= token.start and token.end <= end)
    return tuple(token for token in inside if token.kind is Kind.NAME) or inside


def _over(tokens: tuple[Token, ...]) -> Span:
    return Span(min(token.start for token in tokens), max(token.end for token in tokens))
