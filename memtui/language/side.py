"""One statement as `measures` looks at it: its label, its words by what they are, its numbers and letters.

The heading that a statement stands under, as in `Ports: the api listens on 80`, says what it is about and
little of what it states. So what stands after the label is kept apart. What was read is remembered: a pass
holds each statement against many others.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, zip_longest

from memtui.language import lexicon
from memtui.language.statement import Kind, Statement, Token, read

_CRUMBS = re.compile(r"(?:[^\n]{0,240} › [^\n]{1,300}?|[^:\n]{1,120}?):{1,2}(?:\*\*)?\s+(?=\S)")
"""What a statement stands under: the headings over it, and its own label or the line that opens its list."""
_CRUMB = " › "
"""What stands between the headings over a statement."""
_SHINGLE = 3
"""Letters in a row that are compared as one piece."""
_LETTERS = 1_200
"""Characters of a statement whose letters are compared; longer texts are cut before."""
_MARKS = 20
"""Signs of markup counted at most: more of them say no more."""
_ALIGNED = 90
"""Tokens of each that are laid side by side; a longer one is cut into statements before (see `relation`)."""
_RARE = 9
"""A word of this many letters counts as rare, like a name or a figure."""
_FIGURES = frozenset({Kind.NUMBER, Kind.DATE, Kind.VERSION, Kind.PATH})


Words = frozenset[str]


@dataclass(frozen=True, slots=True)
class Side:
    """One statement with all that `measures` needs of it."""

    statement: Statement
    start: int
    """Where its label ends."""
    label: Words
    all: Words
    after: Words
    """What carries meaning: in all of it, and after the label."""
    rare: Words
    names: Words
    figures: Words
    small: Words
    sequence: tuple[str, ...]
    """All words after the label, in order."""
    pairs: frozenset[tuple[str, str]]
    letters: Words
    numbered: Counter[tuple[str, str]]
    """Each number with the word that it belongs to."""
    numbers: Counter[str]
    scale: Words
    dense: float
    """The share of its words that are names or figures."""
    marks: int
    """Signs of markup in it, up to a limit."""
    closed: bool
    """It ends like a sentence."""


def label_end(text: str) -> int:
    """Return where the label of a statement ends, 0 where it has none: `Ports: `, `Set-up › Ports:: `.

    A text that begins with an address or with code has none, unless headings stand over it.
    """
    match = _CRUMBS.match(text)
    if match is None or (text.startswith(("http", "`")) and _CRUMB not in match[0]):
        return 0
    return match.end()


def is_labelled(one: str, other: str) -> bool:
    """Say whether one of two statements stands under a heading or a label, and is alike by that alone."""
    return bool(label_end(one) or label_end(other))


def without_labels(one: str, other: str) -> tuple[str, str]:
    """Return two texts without the headings over them, and without a label that both have.

    A heading says of many statements what they are about: what it denies is denied by all of them. Labels
    that differ are part of what is said: `Pets I like: cats`, `Pets I dislike: cats`.
    """
    first, second = label_end(one), label_end(other)
    if one[:first] == other[:second]:
        return one[first:], other[second:]
    return one[_crumbs_end(one) :], other[_crumbs_end(other) :]


def _crumbs_end(text: str) -> int:
    end = label_end(text)
    return end if _CRUMB in text[:end] else 0


@lru_cache(maxsize=4096)
def side(text: str) -> Side:
    """Return a statement as it is measured."""
    statement = read(text)
    start = label_end(text)
    tokens = statement.tokens
    telling = [t for t in tokens if tells(t)]
    after = [t for t in tokens if t.start >= start]
    plain = " ".join(text[start : start + _LETTERS].lower().split())
    return Side(
        statement,
        start,
        frozenset(word_id(t) for t in telling if t.start < start),
        frozenset(map(word_id, telling)),
        frozenset(word_id(t) for t in telling if t.start >= start),
        frozenset(word_id(t) for t in telling if _is_rare(t)),
        frozenset(word_id(t) for t in telling if t.kind is Kind.NAME),
        frozenset(word_id(t) for t in telling if t.kind in _FIGURES),
        frozenset(t.key for t in after if t.small),
        tuple(word_id(t) for t in after[:_ALIGNED]),
        frozenset(pairwise(word_id(t) for t in after)),
        frozenset(plain[i : i + _SHINGLE] for i in range(max(len(plain) - _SHINGLE + 1, 1))),
        Counter(numbered(after)),
        Counter(word_id(t) for t in after if t.kind is Kind.NUMBER),
        frozenset(word_id(t) for t in after if word_id(t) in lexicon.SCALE),
        sum(t.kind is not Kind.WORD for t in tokens) / (len(tokens) or 1),
        min(sum(map(text.count, "`*\n")), _MARKS),
        text.rstrip().endswith((".", "!", "?")),
    )


def tells(token: Token) -> bool:
    """Say whether a token carries meaning."""
    return not (token.small or token.negation or token.quantity) or token.kind is not Kind.WORD


def word_id(token: Token) -> str:
    """Return what all spellings of a word share."""
    return token.root or token.key


def _is_rare(token: Token) -> bool:
    return token.kind in (Kind.NAME, Kind.PATH, Kind.VERSION) or len(token.text) >= _RARE


def numbered(tokens: Sequence[Token]) -> Iterable[tuple[str, str]]:
    """Yield each number with the word before it that carries meaning, or else the one after it."""
    for place, token in enumerate(tokens):
        if token.kind is Kind.NUMBER:
            behind = reversed(tokens[max(place - 4, 0) : place])
            before = next((t for t in behind if t.kind in (Kind.WORD, Kind.NAME) and not t.small), None)
            near = before or next((t for t in tokens[place + 1 : place + 4] if not t.small), None)
            yield word_id(token), word_id(near) if near else ""


def counted(tokens: Sequence[Token]) -> dict[str, str]:
    """Map what only one number counts to that number: the unit of `30 days`, `jobs` in `3 jobs`."""
    numbers_of: dict[str, list[str]] = {}
    for token, after in zip_longest(tokens, tokens[1:]):
        if token.kind is Kind.NUMBER:
            unit = token.key.partition(" ")[2]
            if not unit and after and after.kind is Kind.WORD and after.start - token.end <= 1:
                unit = word_id(after)
            numbers_of.setdefault(unit, []).append(word_id(token))
    return {unit: numbers[0] for unit, numbers in numbers_of.items() if unit and len(numbers) == 1}


@lru_cache(maxsize=16_384)
def telling_words(text: str) -> Words:
    """Return what carries meaning in a text, as `Side.all` does; without looking at anything else."""
    return frozenset(word_id(token) for token in read(text).tokens if tells(token))
