"""Whether a change that a statement tells is one of what a clause of a memory says, by all its other words.

The wiki and the design files may both have been in one program, and two trains leave from one platform. So
the memory has to have all words that tell what has changed, in one form or another. Where it lacks some,
those may narrow the change, or name another thing, which only a person can tell. Called by `renewed`.
"""

import re
from collections.abc import Iterator
from enum import Enum, auto

from memtui.language import lexicon
from memtui.language.cutting import Piece
from memtui.language.new_state import ENVIRONMENTS
from memtui.language.new_value import NewValue
from memtui.language.old_value import Old, is_figure
from memtui.language.side import tells, word_id
from memtui.language.statement import Kind, Token, read
from memtui.language.told_change import ABOUT, FRAME, Change, is_article, tokens_of_change, within

_ALIKE = 5
"""Letters at which two words begin alike that are one in two forms: `rehearse`, `rehearsal`."""
DAY = re.compile(r"(?:19|20)\d\d")
"""How the key of a day begins that is none of the week."""
_OF = frozenset({"of", "for"})


class Sameness(Enum):
    """Whether two speak of one thing."""

    NO = auto()
    MAYBE = auto()
    YES = auto()


def of_one_thing(text: str, clause: Piece, change: Change, old: Old, new: NewValue | None) -> Sameness:
    """Say whether a change is one of what a clause of a memory says."""
    said = [token for token in _said(change, old, new) if word_id(token) not in FRAME]
    start, end = clause.start + old.start, clause.start + old.end
    known = [token for token in read(text).tokens if tells(token) and not start <= token.start < end]
    unknown = [token for token in said if not any(_alike(token, other) for other in known)]
    shared = [token for token in said if any(_alike(token, other, strict=True) for other in known)]
    if not said:
        return Sameness.MAYBE if _says_of_what(clause.text, old) else Sameness.YES
    if not unknown:
        return Sameness.YES if shared else Sameness.NO
    if len(shared) < len(unknown) or any(_names_one(token) for token in unknown):
        return Sameness.NO
    apart = any(_in_one_role(one, change.text, other, text) for one in unknown for other in known)
    return Sameness.NO if apart else Sameness.MAYBE


def _said(change: Change, old: Old, new: NewValue | None) -> Iterator[Token]:
    """Yield the words of a change besides both values, its day, and what tells that it is one."""
    telling = tokens_of_change(change)
    start, end = (new.start, new.end) if new else change.new
    reason = ABOUT["reason"].search(change.text, start, change.clause[1])
    old_words = {word_id(token) for token in old.said if not is_figure(token)}
    for token in within(change.text, change.clause[0], reason.start() if reason else change.clause[1]):
        is_value = start <= token.start < end or token in old.said or word_id(token) in old_words
        is_day = token.kind is Kind.DATE and DAY.match(token.key)
        if tells(token) and not (is_value or is_day) and word_id(token) not in telling:
            yield token


def _alike(token: Token, other: Token, *, strict: bool = False) -> bool:
    """Say whether two words are one in two forms, or synonyms; strictly, `Ada's` is not `Ada`."""
    one, two = word_id(token), word_id(other)
    if strict and _owns(token) != _owns(other):
        return False
    shorter, longer = sorted((one, two), key=len)
    return lexicon.same_meaning(one, two) or (len(shorter) >= _ALIKE and longer.startswith(shorter))


def _owns(token: Token) -> bool:
    return token.text.lower().endswith(("'s", "’s"))


def _names_one(token: Token) -> bool:
    """Say whether a word tells one thing from others of its kind: a name, a figure, `staging`."""
    if token.kind is Kind.DATE:
        return False
    is_name = token.kind is not Kind.WORD or any(map(str.isupper, token.text[1:]))
    return is_name or token.text.lower() in ENVIRONMENTS


def _says_of_what(clause: str, old: Old) -> bool:
    """Say whether a clause says of what the old value is one."""
    words = {word_id(token) for token in read(clause).tokens if tells(token) and token not in old.tokens}
    return bool(words - FRAME - lexicon.USING)


def _in_one_role(one: Token, text: str, other: Token, another: str) -> bool:
    """Say whether two words tell two things of a kind apart: `of the van`, `staging database`."""
    before, behind = _beside(one, text)
    others_before, others_behind = _beside(other, another)
    if behind and behind == others_behind:
        return True
    return len(before) > 1 and before == others_before and before[-1] in _OF


def _beside(token: Token, text: str) -> tuple[tuple[str, ...], str]:
    """Return the two words before a word, and the one right behind it."""
    tokens = [each for each in read(text).tokens if not is_article(each)]
    place = tokens.index(token)
    before = tuple(map(word_id, tokens[max(place - 2, 0) : place]))
    behind = tokens[place + 1 : place + 2]
    joined = behind and behind[0].start - token.end == 1 and not behind[0].small
    return before, word_id(behind[0]) if joined else ""
