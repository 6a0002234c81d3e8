"""Matching the words of two statements one to one, the surest first.

Used by `difference`, which says what the words that found no match amount to.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from memtui.language import lexicon
from memtui.language.statement import Token

CLOSELY = 40
"""The most words, left over once stems were matched, that are compared each with each."""


@dataclass(frozen=True, slots=True)
class Match:
    """Two words, one of each statement, that say the same; `exactly` when they are forms of one word."""

    left: Token
    right: Token
    exactly: bool


def matched(
    left: Sequence[Token], right: Sequence[Token]
) -> tuple[tuple[Match, ...], tuple[Token, ...], tuple[Token, ...]]:
    """Match words one to one, the surest first: same stem, written apart or together, synonym, broader."""
    matches: list[Match] = []
    remaining_left, remaining_right = list(left), list(right)
    remaining_left, remaining_right = _match_stems(remaining_left, remaining_right, matches)
    if remaining_left and remaining_right and max(len(remaining_left), len(remaining_right)) <= CLOSELY:
        _join_compounds(remaining_left, remaining_right, matches)
        _join_compounds(remaining_right, remaining_left, matches, swapped=True)
        for test in (_synonyms, _broader):
            remaining_left = _match_by(test, remaining_left, remaining_right, matches)
    # A word said twice on one side is matched by the one that is left on the other.
    said_left = {m.left.root for m in matches}
    said_right = {m.right.root for m in matches}
    return (
        tuple(matches),
        tuple(t for t in remaining_left if t.root not in said_right),
        tuple(t for t in remaining_right if t.root not in said_left),
    )


def _match_stems(
    left: Sequence[Token], right: Sequence[Token], matches: list[Match]
) -> tuple[list[Token], list[Token]]:
    """Match words of one stem, in order; return what is left of both."""
    waiting: dict[str, deque[Token]] = {}
    for token in right:
        waiting.setdefault(token.root, deque()).append(token)
    unmatched = []
    for token in left:
        others = waiting.get(token.root)
        if others:
            matches.append(Match(token, others.popleft(), True))
        else:
            unmatched.append(token)
    taken = {id(match.right) for match in matches}
    return unmatched, [token for token in right if id(token) not in taken]


def _match_by(
    test: Callable[[Token, Token], bool],
    left: list[Token],
    right: list[Token],
    matches: list[Match],
) -> list[Token]:
    """Move the pairs that pass the test from both lists to the matches; return what is left of `left`.

    Only words that have relatives are looked at, which are few.
    """
    related = [other for other in right if lexicon.has_relatives(other.root)]
    unmatched = []
    for token in left:
        among = related if related and lexicon.has_relatives(token.root) else ()
        found = next((other for other in among if test(token, other)), None)
        if found is None:
            unmatched.append(token)
        else:
            matches.append(Match(token, found, False))
            related.remove(found)
            right.remove(found)
    return unmatched


def _synonyms(left: Token, right: Token) -> bool:
    return lexicon.same_meaning(left.root, right.root)


def _broader(left: Token, right: Token) -> bool:
    return lexicon.covers(left.root, right.root) or lexicon.covers(right.root, left.root)


def _join_compounds(
    whole: list[Token], parts: list[Token], matches: list[Match], *, swapped: bool = False
) -> None:
    """Match `backyard` with `back yard` and `e-mail` with `email`; the parts may be small words."""
    spelled = _spelled_together(parts)
    for token in list(whole):
        found = spelled.get(_bare(token))
        if found is None:
            continue
        matches.append(Match(found[0], token, True) if swapped else Match(token, found[0], True))
        whole.remove(token)
        for part in found:
            parts.remove(part)
        spelled = _spelled_together(parts)


def _spelled_together(parts: Sequence[Token]) -> dict[str, tuple[Token, ...]]:
    """Return the words, and each two that follow each other, by their letters; the first of a spelling."""
    spelled: dict[str, tuple[Token, ...]] = {}
    for part in parts:
        spelled.setdefault(_bare(part), (part,))
    for first, second in pairwise(parts):
        spelled.setdefault(_bare(first) + second.key, (first, second))
    return spelled


def _bare(token: Token) -> str:
    return token.key.replace("-", "")
